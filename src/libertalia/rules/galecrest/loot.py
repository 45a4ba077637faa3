"""The loot of 2022: seven kinds, each with a calm and a stormy side, and the kinds that ask something when they are taken."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from mypy_extensions import i64

from libertalia.rules.asker import DOUBLOONS, FIRST_TOKEN, PASS, SEAT, SEAT_CARD, SEAT_LOOT, Asker
from libertalia.rules.bits import bit, kinds, number_of, seat_of, size
from libertalia.rules.galecrest.reputation import HIGHEST, fall, rise, space
from libertalia.rules.happening import DECLINED, EARNED, GRAVEYARD, KEPT
from libertalia.rules.phases import REST

if TYPE_CHECKING:
    from libertalia.rules.player import Player
    from libertalia.rules.table import Table

TOKENS: Final = {"map": 10, "barrel": 8, "relic": 8, "saber": 6, "amulet": 6, "hook": 6, "chest": 4}
MAP: Final = 0
BARREL: Final = 4
RELIC: Final = 8
SABER: Final = 12
AMULET: Final = 16
HOOK: Final = 20
CHEST: Final = 24

HOOKS: Final = FIRST_TOKEN + HOOK // 4

HOOK_DOUBLOONS: Final = 2
STORMY_HOOK_DOUBLOONS: Final = 3
CALM_MAPS: Final = (0, 0, 7, 12, 14, 19, 24, 26, 31, 36, 38, 43)
"""What 0 to 11 maps are worth: pairs at 7 and trios at 12, split as is best."""


TAKEN: Final = 255
"""By day and at dusk, this part of the edition's scratch holds the kind just taken, + 1."""


def just_took(table: Table) -> i64:
    """The kind of token that the acting character has just brought; -1 for none."""
    return (table.edition_scratch & TAKEN) - 1


def maps_worth(count: i64, stormy: bool) -> i64:
    return count * (count + 1) // 2 if stormy else CALM_MAPS[count]


def anchor_worth(table: Table, me: Player, stormy: i64) -> i64:
    """What a player's loot brings at the end of a voyage; `stormy` has the kinds on that side.

    A calm hook brings doubloons, unless it has kept a character. After the hooks were asked, only kept characters are aboard.
    """
    worth = maps_worth(me.has(MAP), stormy >> MAP & 1 == 1) + me.has(BARREL)
    worth -= me.has(RELIC) if stormy >> RELIC & 1 else 3 * me.has(RELIC)
    worth += 2 * me.has(AMULET) if stormy >> AMULET & 1 else 3 * me.has(AMULET)
    worth += me.has(CHEST) * (2 + HIGHEST - space(table, me)) if stormy >> CHEST & 1 else 5 * me.has(CHEST)
    if not stormy >> HOOK & 1:
        kept = size(me.crew) if table.phase == REST else 0
        worth += HOOK_DOUBLOONS * (me.has(HOOK) - kept)
    return worth


def spring(table: Table, me: Player) -> None:
    """A stormy hook: the acting character goes to the graveyard, if it is still there, for doubloons."""
    if table.acting:
        table.acts(me, HOOKS)
        table.leave(table.acting, GRAVEYARD)
        table.gain(me, STORMY_HOOK_DOUBLOONS)
        table.doomed_by = 0


@final
class CalmSaber(Asker):
    """Discards another player's character that is still on the island."""

    def form(self) -> i64:
        return SEAT_CARD

    def options(self, table: Table, me: Player, whose: Player) -> i64:
        if whose is me:
            return 0
        return (bit(whose.standing) | bit(whose.second)) & ~1

    def choose(self, table: Table, me: Player, answer: i64) -> None:
        table.send_off(table.players[seat_of(answer)], number_of(answer))


@final
class StormySaber(Asker):
    """Discards a character from the ship of a neighbour."""

    def form(self) -> i64:
        return SEAT_CARD

    def options(self, table: Table, me: Player, whose: Player) -> i64:
        return whose.crew if table.beside(me, whose) else 0

    def choose(self, table: Table, me: Player, answer: i64) -> None:
        table.discard(table.players[seat_of(answer)], number_of(answer))


@final
class Barrel(Asker):
    """Stormy: a neighbour loses one reputation, its taker gains one."""

    def form(self) -> i64:
        return SEAT

    def options(self, table: Table, me: Player, whose: Player) -> i64:
        seats: i64 = 0
        for other in table.players:
            if table.beside(me, other):
                seats |= 1 << other.seat
        return seats

    def choose(self, table: Table, me: Player, answer: i64) -> None:
        fall(table, table.players[answer], 1)
        rise(table, me, 1)


@final
class Amulet(Asker):
    """Stormy: may be swapped with a token of a neighbour."""

    def form(self) -> i64:
        return SEAT_LOOT

    def options(self, table: Table, me: Player, whose: Player) -> i64:
        if whose is me:
            return bit(PASS)
        return kinds(whose.loot) if table.beside(me, whose) else 0

    def choose(self, table: Table, me: Player, answer: i64) -> None:
        if number_of(answer) == PASS:
            table.note(DECLINED, me.seat)
            return
        other = table.players[seat_of(answer)]
        table.hand_over(other, me, bit(number_of(answer)))
        table.hand_over(me, other, 1 << AMULET)


@final
class Hook(Asker):
    """Calm, at the end of a voyage: keeps a character aboard, or gives doubloons. The scratch holds the kept characters."""

    def options(self, table: Table, me: Player, whose: Player) -> i64:
        last = table.voyage == len(table.edition.voyages)
        return bit(DOUBLOONS) | (0 if last else me.crew & ~table.edition_scratch)

    def choose(self, table: Table, me: Player, answer: i64) -> None:
        if answer == DOUBLOONS:
            table.note(EARNED, me.seat, HOOK_DOUBLOONS)
            return
        table.edition_scratch |= bit(answer)
        table.note(KEPT, me.seat, answer)
