"""The table drawn with rich, from a view and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rich.box import ROUNDED
from rich.console import Console, ConsoleOptions, Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.segment import Segment
from rich.table import Table as Grid
from rich.text import Text

from libertalia.game.setup import edition_of
from libertalia.game.view import SeatView, View
from libertalia.words import Words, visible

_INK = {"yellow": "yellow", "red": "red", "blue": "bright_blue", "green": "green", "black": "bright_black", "white": "white"}


_NO_BREAK, _JOINED = "\u00a0", "\ue000"


class Typesetter(Console):
    """A console for text from anywhere: no part of it is markup, and every character of it can be seen.

    It does not break lines at a no-break space. Rich does, so another letter stands in for it meanwhile.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(markup=False, emoji=False, highlight=False, **options)

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        if isinstance(renderable, str):
            renderable = _set(renderable)
        elif isinstance(renderable, Text) and not renderable.plain.isprintable():
            renderable = renderable.copy()
            renderable.plain = _set(renderable.plain)
        for segment in super().render(renderable, options):
            yield segment._replace(text=segment.text.replace(_JOINED, _NO_BREAK))


def _set(text: str) -> str:
    """A text of several lines as it goes to the console."""
    return "\n".join(map(visible, text.split("\n"))).replace(_NO_BREAK, _JOINED)


class Artist:
    """Draws views of one game in one language."""

    def __init__(self, words: Words, names: Sequence[str]) -> None:
        self.words = words
        self.names = names

    def table(self, view: View) -> RenderableType:
        """Everything but the viewer's hand."""
        parts: list[RenderableType] = [self.days(view)]
        forms = edition_of(view.edition, view.options).extras_forms()
        parts += [self.extra(view, name, form) for name, form in forms.items() if name in view.extras]
        if view.lineup:
            parts.append(self.lineup(view))
        parts.append(self.seats(view))
        return Group(*parts)

    def days(self, view: View) -> RenderableType:
        """The loot of each day of the voyage: a row for each kind. Today's column is marked."""
        grid = Grid(title=Text(self.words.date(view.data()), "bold"), title_justify="left", box=ROUNDED, padding=(0, 1))
        grid.add_column(_titled(self.words.term(view.edition, "loot")))
        for day in range(1, len(view.loot) + 1):
            today = day == view.day
            grid.add_column(f"▶{day}" if today else str(day), style="bold" if today else "dim", justify="right")
        kinds = [kind for kind in edition_of(view.edition, view.options).kinds if any(kind in tokens for tokens in view.loot)]
        for kind in kinds:
            grid.add_row(self.words.token(view.edition, kind), *[str(tokens.count(kind) or "·") for tokens in view.loot])
        return grid

    def lineup(self, view: View) -> RenderableType:
        """The characters of the day, lowest to the left."""
        standing = Text(" → ").join(self._standing(view, seat, card) for seat, card, _ in view.lineup)
        return Panel(standing, title=self.words.term(view.edition, "lineup"), title_align="left")

    def _standing(self, view: View, seat: int | None, card: str) -> Text:
        if seat is None:
            return Text(self.words.called(view.edition, card), "italic")
        name = f"{self.rank(view, card)} {self.words.character(view.edition, card)} "
        return Text.assemble((name, "bold"), (self.names[seat], f"bold {_INK[view.seats[seat].colour]}"))

    def extra(self, view: View, name: str, form: Mapping[str, object]) -> RenderableType:
        """Something that this edition has besides, by its form: see `Edition.extras_forms`."""
        value = view.extras[name]
        if "key" in form:
            value = value[form["key"]]
        if value is None:
            shown = "—"
        elif form["form"] == "track":
            by_colour = {seat.colour: self.names[seat.seat] for seat in view.seats}
            shown = " < ".join(by_colour.get(colour, "·") for colour in value)
        elif form["form"] == "card":
            shown = self.cards(view, [value])
        else:
            shown = self.words.term(view.edition, value)
        return Text(self.words.text("labelled", label=_titled(self.words.term(view.edition, name)), text=shown))

    def seats(self, view: View) -> RenderableType:
        """Every seat with what the viewer knows of it."""
        return Group(*[self._seat(view, seat) for seat in view.seats])

    def _seat(self, view: View, seat: SeatView) -> RenderableType:
        words, edition = self.words, view.edition
        waiting = any(who == seat.seat for who, _ in view.waiting) and not seat.picked
        sums = [words.text("cli.doubloons", count=seat.doubloons), words.text("cli.points", count=seat.score)]
        head = Text.assemble(self.name(seat, waiting), "  ", words.listed(sums))
        loot = ", ".join(words.tokens(edition, kind, count) for kind, count in seat.loot.items())
        graveyard = self.cards(view, seat.graveyard) + (f" (−{seat.unseen})" if seat.unseen else "")
        zones = {words.term(edition, "crew"): self.cards(view, seat.crew), words.term(edition, "loot"): loot}
        zones[words.term(edition, "graveyard")] = graveyard
        if seat.seat != view.viewer:
            zones[words.text("cli.may-hold")] = f"({seat.hand_size}) {self.maybe(view, seat)}"
        lines = [Text(words.text("labelled", label=_titled(label), text=text)) for label, text in zones.items() if text]
        return Group(head, *[Padding(line, (0, 0, 0, 3)) for line in lines])

    def hand(self, view: View, cards: Sequence[str]) -> RenderableType:
        """Cards with what they do, each with its number for an answer."""
        grid = Grid(expand=True, box=None, padding=(0, 1))
        grid.add_column(justify="right", style="bold cyan")
        grid.add_column(_titled(self.words.term(view.edition, "rank")), justify="right", style="dim")
        grid.add_column(self.words.text("cli.name"), style="bold", no_wrap=True)
        grid.add_column(_titled(self.words.term(view.edition, "ability")), ratio=1)
        for number, card in enumerate(cards, 1):
            name, ability = self.words.character(view.edition, card), self.words.ability(view.edition, card)
            grid.add_row(str(number), str(self.rank(view, card)), name, ability)
        return Panel(grid, title=self.words.text("cli.hand"), title_align="left", border_style="cyan")

    def name(self, seat: SeatView, waiting: bool = False) -> Text:
        """A seat's name with its colour, spelt out and shown."""
        mark = " …" if waiting else " ✔" if seat.picked else ""
        colour = self.words.colour(seat.colour)
        return Text.assemble((self.names[seat.seat], f"bold {_INK[seat.colour]}"), (f" ({colour}){mark}", "dim"))

    def cards(self, view: View, cards: Sequence[str]) -> str:
        return ", ".join(f"{self.rank(view, card)} {self.words.character(view.edition, card)}" for card in cards)

    def maybe(self, view: View, seat: SeatView) -> str:
        """What a seat may hold: ranks, with names only where the viewer has no such card to read the name from."""
        mine = () if view.viewer is None else view.me.holds
        return ", ".join(str(self.rank(view, card)) if card in mine else self.cards(view, [card]) for card in seat.may_hold)

    def rank(self, view: View, card: str) -> int:
        return edition_of(view.edition, view.options).rank_of[card]


def _titled(text: str) -> str:
    return text[:1].upper() + text[1:]
