"""The rules reference: any character, token or hour of an edition."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches

from rich.console import RenderableType
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from libertalia.game.errors import LibertaliaError
from libertalia.game.events import HOURS
from libertalia.game.setup import edition_of, sides_of
from libertalia.words import Words


class UnknownEntry(LibertaliaError):
    """Nothing of that name in the rules."""

    key = "entry"


@dataclass(frozen=True, slots=True)
class Entry:
    """A character, a token, an hour or another chapter of the rules."""

    kind: str
    name: str
    text: str


def entries(words: Words, edition: str) -> dict[str, Entry]:
    """Every entry by its slug, in the order of the reference."""
    rules = edition_of(edition, {})
    hours, loot = words.text("cli.hours"), words.term(edition, "loot")
    found = {hour: Entry(hours, words.hour(edition, hour), words.hour_rules(edition, hour)) for hour in HOURS}
    if rules.solo():
        found["solo"] = Entry(hours, words.say(edition, "solo"), words.say(edition, "solo.rules"))
    for slug in (*rules.rank_of, *rules.NEUTRALS):
        kind = str(rules.rank_of[slug]) if slug in rules.rank_of else words.term(edition, "lineup")
        found[slug] = Entry(kind, words.character(edition, slug), words.ability(edition, slug))
    for kind in rules.kinds:
        found[kind] = Entry(loot, words.token(edition, kind), _token(words, edition, kind))
    return found


def _token(words: Words, edition: str, kind: str) -> str:
    """What a token does, on all its sides, with a mark on what is our reconstruction."""
    sides = []
    for side in sides_of(edition):
        reconstructed = edition_of(edition, {}).reconstructed(kind, side)
        mark = f" [{words.say(edition, 'reconstructed')}]" if reconstructed else ""
        name = words.term(edition, side).capitalize()
        sides.append(words.text("labelled", label=name, text=words.effect(edition, kind, side)) + mark)
    return "\n".join(sides) or words.effect(edition, kind)


def entry(words: Words, edition: str, wanted: str) -> RenderableType | None:
    """One entry, by slug or by name; `None` where there is none."""
    key = wanted.strip().casefold()
    for slug, found in entries(words, edition).items():
        if key in (slug, found.name.casefold()):
            title = Text.assemble((found.name, "bold"), f" ({found.kind})")
            return Panel(Text(found.text), title=title, title_align="left")
    return None


def reference(words: Words, edition: str, wanted: str | None) -> RenderableType:
    """The whole reference, or one entry of it; `UnknownEntry` has a proposal."""
    if wanted is None:
        return _grid(entries(words, edition).values())
    if found := entry(words, edition, wanted):
        return found
    known = [name for slug, found in entries(words, edition).items() for name in (slug, found.name)]
    close = get_close_matches(wanted, known, n=3)
    key = "entry.close" if close else "entry.unknown"
    details = {"given": repr(wanted), "edition": edition, "close": ", ".join(close)}
    raise UnknownEntry(words.text(key, **details), key, **details)


def _grid(found: Iterable[Entry]) -> RenderableType:
    grid = Grid(expand=True, box=None, padding=(0, 1))
    grid.add_column(justify="right", style="dim", no_wrap=True)
    grid.add_column(style="bold", no_wrap=True)
    grid.add_column(ratio=1)
    for one in found:
        grid.add_row(one.kind if one.kind.isdecimal() else "", one.name, Text(one.text))
    return grid
