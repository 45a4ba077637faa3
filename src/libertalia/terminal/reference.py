"""The rules reference: any character, token or hour."""

from __future__ import annotations

from difflib import get_close_matches

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table as Grid

from libertalia.game.errors import LibertaliaError
from libertalia.game.events import HOURS
from libertalia.game.setup import edition_of
from libertalia.words import Words


class UnknownEntry(LibertaliaError):
    """Nothing of that name in the rules."""

    key = "entry"


def entries(words: Words, edition: str) -> dict[str, tuple[str, str, str]]:
    """Every entry by its slug: its kind, its name, its text."""
    rules = edition_of(edition, {})
    found = {
        slug: (str(rank), words.character(edition, slug), words.ability(edition, slug)) for slug, rank in rules.rank_of.items()
    }
    found |= {
        kind: (words.term(edition, "loot"), words.token(edition, kind), _token(words, edition, kind)) for kind in rules.kinds
    }
    found |= {hour: (words.text("cli.hours"), words.hour(edition, hour), words.hour_rules(edition, hour)) for hour in HOURS}
    return found


def _token(words: Words, edition: str, kind: str) -> str:
    """What a token does, on both sides where it has two, with a mark on what is our reconstruction."""
    if f"{edition}.token.{kind}.stormy" not in words:
        return words.effect(edition, kind)
    sides = []
    for side in ("calm", "stormy"):
        mark = f" [{words.text(f'{edition}.reconstructed')}]" if words.reconstructed(edition, kind, side) else ""
        sides.append(f"{words.term(edition, side).capitalize()} — {words.effect(edition, kind, side)}{mark}")
    return "\n".join(sides)


def entry(words: Words, edition: str, wanted: str) -> RenderableType | None:
    """One entry, by slug or by name; `None` where there is none."""
    key = wanted.strip().casefold()
    for slug, (kind, name, text) in entries(words, edition).items():
        if key in (slug, name.casefold()):
            return Panel(text, title=f"[b]{name}[/b] ({kind})", title_align="left")
    return None


def reference(words: Words, edition: str, wanted: str | None) -> RenderableType:
    """The whole reference, or one entry of it; `UnknownEntry` has a proposal."""
    if wanted is None:
        return Group(*[_section(words, edition, slugs) for slugs in _sections(edition)])
    if found := entry(words, edition, wanted):
        return found
    known = {name: name for slug, (_, name, _) in entries(words, edition).items()} | {s: s for s in entries(words, edition)}
    close = get_close_matches(wanted, known, n=3)
    hint = f" Did you mean {' or '.join(close)}?" if close else " `libertalia rules` lists everything there is."
    raise UnknownEntry(f"There is no {wanted!r} in the rules of the {edition} edition.{hint}")


def _sections(edition: str) -> list[list[str]]:
    rules = edition_of(edition, {})
    return [list(HOURS), list(rules.rank_of), list(rules.kinds)]


def _section(words: Words, edition: str, slugs: list[str]) -> RenderableType:
    grid = Grid(expand=True, box=None, padding=(0, 1))
    grid.add_column(justify="right", style="dim", no_wrap=True)
    grid.add_column(style="bold", no_wrap=True)
    grid.add_column(ratio=1)
    found = entries(words, edition)
    for slug in slugs:
        kind, name, text = found[slug]
        grid.add_row(kind if kind.isdecimal() else "", name, text)
    return grid
