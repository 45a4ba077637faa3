"""Writes what the web page needs to know as JSON: ``python -m libertalia.words.export FOLDER``.

One file for each edition with what no language changes, one for each language with what no edition changes, and one for each
pair of them, so that a page loads only what it shows.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Final

from libertalia.game.events import HOURS
from libertalia.game.setup import edition_of, options_of
from libertalia.rules.editions import EDITIONS
from libertalia.rules.original.edition import INFLUENCE
from libertalia.rules.player import COLOURS
from libertalia.words.words import LANGUAGES, Words, words

_COMMON: Final = ("colour.", "illegal.", "list.", "of", "whose", "why", "cli.you", "cli.doubloons", "cli.points")


def hours(edition: str, slug: str) -> list[str]:
    """The hours at which a character works: its text names each of them.

    >>> hours("galecrest", "witch")
    ['night', 'rest']
    """
    parts = words("en").ability(edition, slug)
    return [hour for hour in HOURS if f"{words('en').hour(edition, hour)}: " in parts]


def rules(edition: str) -> dict[str, object]:
    """An edition as data: its characters by slug, its tokens, its options."""
    made = edition_of(edition, {})
    characters = {}
    for slug, rank in made.rank_of.items():
        character: dict[str, object] = {"rank": rank, "hours": hours(edition, slug)}
        if edition == "original":
            character["influence"] = {name: dict(zip(COLOURS, marks[rank - 1])) for name, marks in INFLUENCE.items()}
        characters[slug] = character
    tokens = {kind: int(made.full_bag >> 4 * index & 15) for index, kind in enumerate(made.kinds)}
    fewest, most = made.seats()
    return {
        "characters": characters,
        "tokens": tokens,
        "reconstructed": [kind for kind in tokens if words("en").reconstructed(edition, kind, "stormy")],
        "options": {option.name: list(option.values) for option in options_of(edition)},
        "players": [1 if made.solo() else fewest, most],
        "days": made.voyages,
        "colours": list(COLOURS),
    }


def texts(spoken: Words) -> dict[str, dict[str, str | list[str]]]:
    """All texts of a language, those of an edition under its name and without it. What has plural forms is a list of them."""
    sorted_out: dict[str, dict[str, str | list[str]]] = {name: {} for name in ("common", *EDITIONS)}
    for key, text in spoken.everything().items():
        edition, dot, rest = key.partition(".")
        if dot and edition in EDITIONS:
            sorted_out[edition][rest] = text
        elif key.startswith(_COMMON):
            sorted_out["common"][key] = text
    return sorted_out


def export(folder: Path) -> None:
    for edition in EDITIONS:
        _write(folder / "rules" / f"{edition}.json", rules(edition))
    for language in LANGUAGES:
        for name, said in texts(words(language)).items():
            _write(folder / language / f"{name}.json", said)


def _write(path: Path, data: object) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n", encoding="utf-8")


if __name__ == "__main__":
    export(Path(sys.argv[1]))
