"""Writes a page for each environment from its code: ``python docs/envs/make.py``. With ``--check`` it only compares."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

from libertalia.envs.aec import LibertaliaAEC
from libertalia.envs.parallel import LibertaliaParallel
from libertalia.envs.setting import BOUND, Setting
from libertalia.envs.single import LibertaliaEnv
from libertalia.envs.spiel import LONGEST, LibertaliaGame, SmallLibertaliaGame
from libertalia.envs.vector import LibertaliaVectorEnv
from libertalia.game.setup import edition_names
from libertalia.rules.editions import RULES_VERSION
from libertalia.search.features import SEATS

FOLDER = Path(__file__).parent
REWARDS = {
    "win": "at the end, 1 shared among the winners, and 0 for everyone else",
    "margin": "after each voyage, by how much the lead over the mean of the others has grown, in doubloons; the sum is 0",
    "score": "after each voyage, what it has scored",
}


@dataclass(frozen=True)
class Page:
    """What is said of an environment, besides what all have in common."""

    file: str
    title: str
    make: str
    documented: tuple[type, ...]
    packages: tuple[str, ...]
    spaces: str


PAGES = (
    Page(
        "pettingzoo-aec.md", "libertalia_v0: PettingZoo, one seat after the other",
        'from libertalia.envs import libertalia_v0\nenv = libertalia_v0.env(edition="original", players=4)',
        (LibertaliaAEC,), ("pettingzoo", "gymnasium"),
        "An observation is a dictionary of `observation` and `action_mask`. The agents are `player_0`, `player_1`, …",
    ),
    Page(
        "pettingzoo-parallel.md", "libertalia_v0.parallel_env: PettingZoo, a round at a time",
        'from libertalia.envs import libertalia_v0\nenv = libertalia_v0.parallel_env(edition="original", players=4)',
        (LibertaliaParallel,), ("pettingzoo", "gymnasium"),
        "An observation is a dictionary of `observation` and `action_mask`. The agents are `player_0`, `player_1`, …",
    ),
    Page(
        "gymnasium.md", "Libertalia-v0: Gymnasium, one learner against bots",
        'import gymnasium, libertalia.envs\nenv = gymnasium.make("Libertalia-v0", bots=("greedy", "skerry"))',
        (LibertaliaEnv,), ("gymnasium",),
        "An observation is the vector; the mask is `action_mask` in the info.",
    ),
    Page(
        "gymnasium-vector.md", "Libertalia-v0: Gymnasium, thousands of games at once",
        'import gymnasium, libertalia.envs\n'
        'envs = gymnasium.make_vec("Libertalia-v0", num_envs=4000, vectorization_mode="vector_entry_point", players=4)',
        (LibertaliaVectorEnv,), ("gymnasium",),
        "Observations are the vectors, one in each row. `action_mask`, `deciding`, `illegal` and `final_scores` in the infos "
        "have a row for each seat, too.",
    ),
    Page(
        "openspiel.md", "libertalia: OpenSpiel",
        'import pyspiel, libertalia.envs.spiel\ngame = pyspiel.load_game("libertalia(edition=original,players=2)")\n'
        'small = pyspiel.load_game("libertalia_small(edition=original,players=2,cards=3,days=2,deal=1)")',
        (LibertaliaGame, SmallLibertaliaGame), ("open_spiel",),
        "The observation tensor is the vector. The information-state tensor has it, and then for each of up to "
        f"{LONGEST} decisions and draws two numbers: who it was, and what. What the player has not seen is a number of its own. "
        "The information-state string is the same history. Rewards come at the end of the game.",
    ),
)  # fmt: skip


def lines(page: Page) -> Iterator[str]:
    yield f"# {page.title}\n"
    yield "<!-- Written by docs/envs/make.py: change the code, not this page. -->\n"
    yield f"```text\n{page.make}\n```\n"
    for documented in page.documented:
        yield inspect.cleandoc(documented.__doc__ or "") + "\n"
    yield "## Arguments\n"
    for documented in page.documented:
        yield from arguments(documented)
    yield "## Spaces\n"
    yield f"{page.spaces} The space of actions is `Discrete`, that of the vector `Box(-{BOUND:g}, {BOUND:g})` of 32-bit floats.\n"
    yield "| edition | actions | vector | of it the table | each of six seats |\n|---|---|---|---|---|"
    for edition in edition_names():
        setting = Setting(edition, 2)
        f = setting.features
        yield f"| {edition} | {setting.actions.size} | {f.size} | {f.table_size} | {f.seat_size} |"
    yield "\nThey are the same for all options and numbers of players.\n"
    yield "## Rewards\n\n| name | what is rewarded |\n|---|---|"
    for name, meaning in REWARDS.items():
        yield f"| `{name}` | {meaning} |"
    for edition in edition_names():
        yield from tables(edition)
    yield "## Versions\n"
    known = ", ".join(f"{package} {version(package).rsplit('.', 1)[0]}" for package in page.packages)
    yield f"v0, by version {RULES_VERSION} of the rules, tested with {known}. The number of the environment goes up when"
    yield "the same seed and actions would give other observations, masks or rewards.\n"


def arguments(documented: type) -> Iterator[str]:
    parameters: dict[str, Any] | None = getattr(documented, "PARAMETERS", None)
    if parameters is not None:
        yield f"`{documented.NAME}`: " + ", ".join(f"`{name}={value}`" for name, value in parameters.items()) + "\n"  # type: ignore[attr-defined]
        return
    make: Callable[..., object] = documented
    given = [each for each in inspect.signature(make).parameters.values() if each.kind != each.VAR_KEYWORD]
    named = [f"`{each.name}` ({each.default!r})" for each in given]
    yield ", ".join(named) + ", and the options of the edition by name. Defaults are in parentheses.\n"


def tables(edition: str) -> Iterator[str]:
    setting = Setting(edition, 2)
    yield f"\n## The actions of {edition}\n\n| actions | what they mean | first and last |\n|---|---|---|"
    for section in setting.actions.sections:
        last = section.start + section.size - 1
        numbers = f"{section.start} to {last}" if section.size > 1 else f"{section.start}"
        ends = " … ".join(f"`{setting.actions.text(each)}`" for each in dict.fromkeys((section.start, last)))
        yield f"| {numbers} | {section.meaning} | {ends} |"
    yield "\nA player is named by how many seats to the left of the one who acts they sit: `0` is oneself.\n"
    features = setting.features
    yield f"## The vector of {edition}\n\n| index | name | what it is |\n|---|---|---|"
    for field in features.fields:
        start = field.start + (features.table_size if field.block == "seat" else 0)
        where = f"{start} to {start + field.size - 1}" if field.size > 1 else f"{start}"
        yield f"| {where} | {field.block}: {field.name} | {field.meaning} |"
    first, each = features.table_size, features.seat_size
    blocks = f"The block of the own seat begins at {first}; those of the others, clockwise, follow every {each}."
    yield f"\n{blocks} There are {SEATS} blocks; those of missing seats are 0.\n"


def main(check: bool) -> int:
    """Write the pages; or say how many differ from what would be written."""
    wrong = 0
    for page in PAGES:
        text = "\n".join(lines(page)).rstrip() + "\n"
        path = FOLDER / page.file
        if check:
            wrong += not path.exists() or path.read_text(encoding="utf-8") != text
        else:
            path.write_text(text, encoding="utf-8")
    return wrong


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv))
