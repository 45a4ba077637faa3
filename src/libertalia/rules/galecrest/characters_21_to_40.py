"""The characters of 2022 from rank 21 to 40. Each class does what its card says; the rulings are in docs/rules/galecrest.md."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from mypy_extensions import i64

from libertalia.rules.asker import (
    SALE,
    SEAT_CARD,
    SEAT_LOOT,
    SWAP,
    Character,
    packed_swap,
    sold_count,
    sold_kind,
    swapped_today,
    swapped_tomorrow,
)
from libertalia.rules.bits import bit, kinds, nth, number_of, pairs_of, ranks, seat_of, size, tokens, trios_of
from libertalia.rules.galecrest import automa
from libertalia.rules.galecrest import ranks as numbers
from libertalia.rules.galecrest.loot import AMULET, BARREL, CHEST, HOOK, SABER, just_took
from libertalia.rules.galecrest.reputation import HIGHEST, fall, move_to, rise
from libertalia.rules.happening import HAND

if TYPE_CHECKING:
    from libertalia.rules.player import Player
    from libertalia.rules.table import Table

COLLECTIONS: Final = (0, 0, 1, 3, 5, 10, 10, 10)
"""What 0 to 7 different kinds of loot bring a Collector."""


@final
class Bosun(Character):
    def day(self, table: Table, me: Player) -> None:
        table.gain(me, 2 * size(me.crew & bit(self.number) - 1))


@final
class Brawler(Character):
    def day(self, table: Table, me: Player) -> None:
        table.ask_of_any(me, self.number)

    def form(self) -> i64:
        return SEAT_CARD

    def options(self, table: Table, me: Player, whose: Player) -> i64:
        return 0 if whose is me else whose.crew & bit(self.number)

    def choose(self, table: Table, me: Player, answer: i64) -> None:
        table.discard(table.players[seat_of(answer)], self.number)
        rise(table, me, 2)

    def night(self, table: Table, me: Player) -> None:
        table.gain(me, 1)


@final
class Thief(Character):
    def day(self, table: Table, me: Player) -> None:
        table.ask_of_any(me, self.number)

    def form(self) -> i64:
        return SEAT_LOOT

    def options(self, table: Table, me: Player, whose: Player) -> i64:
        return kinds(whose.loot) if table.beside(me, whose) else 0

    def choose(self, table: Table, me: Player, answer: i64) -> None:
        table.hand_over(table.players[seat_of(answer)], me, bit(number_of(answer)))
        fall(table, me, 2)


@final
class Topman(Character):
    def night(self, table: Table, me: Player) -> None:
        table.gain(me, 4)
        table.lose(me, size(me.crew))


@final
class Recruiter(Character):
    def day(self, table: Table, me: Player) -> None:
        if me.hand:
            table.ask(me, self.number)

    def options(self, table: Table, me: Player, whose: Player) -> i64:
        return me.hand

    def choose(self, table: Table, me: Player, answer: i64) -> None:
        table.enlist(me, answer, HAND)


@final
class Cook(Character):
    def dusk(self, table: Table, me: Player) -> None:
        table.ask_take(me)


@final
class Watchman(Character):
    """Exchanges a token of today for one of tomorrow. The Automa's does so when the Automa takes loot."""

    def day(self, table: Table, me: Player) -> None:
        if self.options(table, me, me) and not automa.watches_at_dusk(table, me):
            table.ask(me, self.number)

    def form(self) -> i64:
        return SWAP

    def options(self, table: Table, me: Player, whose: Player) -> i64:
        found: i64 = 0
        tomorrow = ranks(kinds(table.loot_on(table.day + 1))) if table.day < len(table.days) else []
        for today in ranks(kinds(table.today)):
            for other in tomorrow:
                found |= bit(packed_swap(today, other))
        return found

    def choose(self, table: Table, me: Player, answer: i64) -> None:
        table.swap(me, swapped_today(answer), swapped_tomorrow(answer))


@final
class Armorer(Character):
    def dusk(self, table: Table, me: Player) -> None:
        if just_took(table) in (SABER, HOOK):
            rise(table, me, 2)

    def night(self, table: Table, me: Player) -> None:
        table.gain(me, me.has(SABER) + me.has(HOOK))


@final
class Infantry(Character):
    def day(self, table: Table, me: Player) -> None:
        if table.rightmost() == table.code_of(me, self.number):
            table.gain(me, 5)


@final
class Merchant(Character):
    def day(self, table: Table, me: Player) -> None:
        if me.loot:
            table.ask(me, self.number)

    def form(self) -> i64:
        return SALE

    def options(self, table: Table, me: Player, whose: Player) -> i64:
        return kinds(me.loot) | pairs_of(me.loot) << 1 | trios_of(me.loot) << 2

    def choose(self, table: Table, me: Player, answer: i64) -> None:
        count = sold_count(answer)
        table.put_back(me, count << sold_kind(answer))
        table.gain(me, count * count)


@final
class Surgeon(Character):
    def day(self, table: Table, me: Player) -> None:
        if me.graveyard:
            table.ask(me, self.number)

    def options(self, table: Table, me: Player, whose: Player) -> i64:
        return me.graveyard

    def choose(self, table: Table, me: Player, answer: i64) -> None:
        table.revive(me, answer)


@final
class Treasurer(Character):
    def rest(self, table: Table, me: Player) -> i64:
        return me.has(BARREL) + me.has(AMULET) + me.has(CHEST)


@final
class Gambler(Character):
    def day(self, table: Table, me: Player) -> None:
        table.lose(me, tokens(me.loot))

    def rest(self, table: Table, me: Player) -> i64:
        return 6


@final
class Aristocrat(Character):
    def day(self, table: Table, me: Player) -> None:
        rise(table, me, 2)

    def rest(self, table: Table, me: Player) -> i64:
        return 5 if table.crews_with(self.number) == 1 else -3


@final
class Collector(Character):
    def rest(self, table: Table, me: Player) -> i64:
        return COLLECTIONS[size(kinds(me.loot))]


@final
class Quartermaster(Character):
    def day(self, table: Table, me: Player) -> None:
        table.gain(me, tokens(me.loot))

    def rest(self, table: Table, me: Player) -> i64:
        return -6


@final
class WindNymph(Character):
    def night(self, table: Table, me: Player) -> None:
        table.gain(me, 2)


@final
class FirstMate(Character):
    def day(self, table: Table, me: Player) -> None:
        table.lose(me, size(me.crew))

    def rest(self, table: Table, me: Player) -> i64:
        return size(me.crew)


@final
class Captain(Character):
    def day(self, table: Table, me: Player) -> None:
        table.lose(me, move_to(table, me, HIGHEST))


@final
class Governor(Character):
    def day(self, table: Table, me: Player) -> None:
        count = size(me.crew)
        while me.crew:
            table.discard(me, nth(me.crew, 0))
        rise(table, me, count)


CAST: Final[list[Character]] = [
    Bosun(numbers.BOSUN), Brawler(numbers.BRAWLER), Thief(numbers.THIEF), Topman(numbers.TOPMAN),
    Recruiter(numbers.RECRUITER), Cook(numbers.COOK), Watchman(numbers.WATCHMAN), Armorer(numbers.ARMORER),
    Infantry(numbers.INFANTRY), Merchant(numbers.MERCHANT), Surgeon(numbers.SURGEON), Treasurer(numbers.TREASURER),
    Gambler(numbers.GAMBLER), Aristocrat(numbers.ARISTOCRAT), Collector(numbers.COLLECTOR),
    Quartermaster(numbers.QUARTERMASTER), WindNymph(numbers.WIND_NYMPH), FirstMate(numbers.FIRST_MATE),
    Captain(numbers.CAPTAIN), Governor(numbers.GOVERNOR),
]  # fmt: skip
