"""Lagoon: an edition of four characters and three kinds of tokens, for one voyage of two days. It has an option, the weather; an
extra, the tide; and a token that asks, the conch."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from libertalia.rules.asker import PASS, Asker, Character
from libertalia.rules.bits import bit, ranks
from libertalia.rules.edition import Edition, token_number
from libertalia.rules.happening import (
    CARDS_DEALT,
    CREW,
    DECLINED,
    EXTRAS_CHANGED,
    GRAVEYARD,
    LEFTOVERS_RETURNED,
    LOOT_LAID_OUT,
    MOVED,
    PURSE_FILLED,
    SCORED,
)
from libertalia.rules.option import Option

if TYPE_CHECKING:
    from libertalia.rules.player import Player
    from libertalia.rules.table import Table

TOKENS: Final = {"pearl": 6, "sand": 6, "conch": 3}
PEARL: Final = 0
SAND: Final = 4
CONCH: Final = 8

TIDES: Final = ("low", "high")


class Diver(Character):
    """By day: 1 doubloon, or 2 at high tide."""

    def day(self, table: Table, me: Player) -> None:
        table.gain(me, 1 + table.edition_state)


class Crab(Character):
    """By day: one of one's own crew goes to the graveyard, for 2 doubloons."""

    def day(self, table: Table, me: Player) -> None:
        if me.crew:
            table.ask(me, self.number)

    def options(self, table: Table, me: Player, whose: Player) -> int:
        return me.crew

    def choose(self, table: Table, me: Player, answer: int) -> None:
        table.discard(me, answer)
        table.gain(me, 2)


class LighthouseKeeper(Character):
    """At night: 1 doubloon."""

    def night(self, table: Table, me: Player) -> None:
        table.gain(me, 1)


class Whale(Character):
    """At rest: 3 doubloons."""

    def rest(self, table: Table, me: Player) -> int:
        return 3


class Conch(Asker):
    """Its taker may call a character of their crew back to the hand."""

    def options(self, table: Table, me: Player, whose: Player) -> int:
        return me.crew | bit(PASS)

    def choose(self, table: Table, me: Player, answer: int) -> None:
        if answer == PASS:
            table.note(DECLINED, me.seat)
        else:
            table.recall(me, answer)


class Lagoon(Edition):
    OPTIONS: ClassVar[tuple[Option, ...]] = (Option("weather", ("fine", "foul")),)

    def __init__(self, weather: str = "fine") -> None:
        cast = [Diver(1), Crab(2), LighthouseKeeper(3), Whale(4)]
        super().__init__(cast, TOKENS, [Conch(token_number(CONCH))], [2])
        self.weather = weather

    def name(self) -> str:
        return "lagoon"

    def options(self) -> dict[str, object]:
        return {"weather": self.weather}

    def seats(self) -> tuple[int, int]:
        return 2, 3

    def begin_voyage(self, table: Table) -> None:
        table.note(EXTRAS_CHANGED, -1, table.edition_state)
        table.days = []
        for day in (1, 2):
            table.days.append(sum(1 << table.draw_token() for _ in table.players))
            table.note(LOOT_LAID_OUT, -1, day, table.days[-1])
        dealt = table.draw_cards(3)
        table.note(CARDS_DEALT, -1, dealt)
        table.note(PURSE_FILLED, -1, 5)
        for player in table.players:
            player.hand = dealt
            player.doubloons = 5

    def yields(self, table: Table, code: int, other: int, rank: int) -> bool:
        return table.owner(code).seat > table.owner(other).seat

    def took(self, table: Table, me: Player, kind: int) -> None:
        if kind == SAND and self.weather == "foul":
            table.lose(me, 1)
        elif kind == CONCH and me.crew:
            table.acts(me, token_number(kind))
            table.ask(me, token_number(kind))

    def night(self, table: Table) -> None:
        for player in table.players:
            for rank in ranks(player.crew & self.by_night):
                table.acts(player, rank)
                self.cast[rank].night(table, player)
        table.cause = 0
        table.edition_state = 1 - table.edition_state
        table.note(EXTRAS_CHANGED, -1, table.edition_state)

    def plausible(self, table: Table) -> bool:
        return True

    def score_voyage(self, table: Table) -> None:
        for player in table.players:
            player.earned = self.income(table, player)
        table.cause = 0
        for player in table.players:
            loot = 2 * player.has(PEARL)
            score = player.doubloons + player.earned + loot
            table.note(SCORED, player.seat, score, player.doubloons, player.earned, loot)
            player.score = player.voyage_scores = score
            player.doubloons = player.earned = 0
            table.put_back(player, player.loot)
            for rank in ranks(player.crew):
                table.note(MOVED, player.seat, rank, CREW, GRAVEYARD)
            player.graveyard |= player.crew
            player.crew = 0
        for day in (1, 2):
            if left := table.loot_on(day):
                table.note(LEFTOVERS_RETURNED, -1, day, left)
                table.bag += left
        table.days = [0, 0]
        table.today = 0

    def winners(self, table: Table) -> list[int]:
        best = max(player.score for player in table.players)
        return [player.seat for player in table.players if player.score == best]

    def extras_forms(self) -> dict[str, dict[str, object]]:
        return {"tide": {"form": "word"}}

    def extras(self, state: int, colours: list[int]) -> dict[str, object]:
        return {"tide": TIDES[state]}

    def restore(self, table: Table, extras: dict[str, object]) -> None:
        tide = extras.get("tide", TIDES[0])
        if tide not in TIDES:
            raise ValueError(f"'tide' is one of {', '.join(TIDES)}, not {tide!r}.")
        table.edition_state = TIDES.index(str(tide))
