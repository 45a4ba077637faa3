"""The table drawn with rich, from a view and nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.box import ROUNDED, SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from libertalia.game.setup import edition_of
from libertalia.game.view import SeatView, View
from libertalia.words import Words

_INK = {"yellow": "yellow", "red": "red", "blue": "bright_blue", "green": "green", "black": "bright_black", "white": "white"}


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
        """The days of the voyage and their loot; today's is marked."""
        voyages = len(edition_of(view.edition, view.options).voyages)
        date = self.words.say(view.edition, "day-of", voyage=view.voyage, voyages=voyages, day=view.day, days=len(view.loot))
        hour = f" · {self.words.hour(view.edition, view.hour)}" if view.hour else ""
        grid = Grid(expand=True, title=f"[b]{date}[/b]{hour}", title_justify="left", box=ROUNDED)
        for day in range(1, len(view.loot) + 1):
            grid.add_column(
                f"▶ {day} ◀" if day == view.day else str(day),
                style="bold" if day == view.day else "dim",
                ratio=1,
                overflow="fold",
            )
        grid.add_row(*[self._tokens(view, kinds) for kinds in view.loot])
        return grid

    def _tokens(self, view: View, kinds: Sequence[str]) -> str:
        counts = {kind: kinds.count(kind) for kind in dict.fromkeys(kinds)}
        return "\n".join(self.words.tokens(view.edition, kind, count) for kind, count in counts.items()) or "—"

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
        words, edition = self.words, view.edition
        grid = Grid(expand=True, box=SIMPLE_HEAD, leading=1, padding=(0, 1, 0, 0))
        for term in ("player", "doubloon", "score"):
            grid.add_column(_titled(words.term(edition, term)), justify="left" if term == "player" else "right")
        for term in ("crew", "loot", "graveyard"):
            grid.add_column(_titled(words.term(edition, term)), ratio=3 if term == "crew" else 2, overflow="fold")
        grid.add_column(words.text("cli.may-hold"), ratio=4)
        for seat in view.seats:
            held = Text.assemble((f"{seat.hand_size}: ", "bold"), (self.maybe(view, seat), "dim"))
            grid.add_row(
                self.name(seat, waiting=any(who == seat.seat for who, _ in view.waiting) and not seat.picked),
                str(seat.doubloons),
                str(seat.score),
                self.cards(view, seat.crew),
                "\n".join(words.tokens(edition, kind, count) for kind, count in seat.loot.items()),
                self.cards(view, seat.graveyard) + (f" (−{seat.unseen})" if seat.unseen else ""),
                Text(words.text("cli.you"), "dim") if seat.seat == view.viewer else held,
            )
        return grid

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
        return Text.assemble((f"{self.names[seat.seat]}{mark}", f"bold {_INK[seat.colour]}"), (f"\n{colour}", "dim"))

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
