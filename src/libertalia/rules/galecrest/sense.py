"""What answers promise in 2022, roughly and in doubloons, as the table stands: the ground for sensible answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from libertalia.rules.asker import DOUBLOONS, PASS, TAKE
from libertalia.rules.bits import bit, number_of
from libertalia.rules.edition import token_number
from libertalia.rules.galecrest import midshipman
from libertalia.rules.galecrest.loot import (
    AMULET,
    BARREL,
    CHEST,
    HOOK,
    HOOK_DOUBLOONS,
    HOOKS,
    MAP,
    RELIC,
    SABER,
    STORMY_HOOK_DOUBLOONS,
    maps_worth,
)
from libertalia.rules.galecrest.ranks import (
    ARISTOCRAT,
    ARMORER,
    BANDIT,
    BARKEEP,
    BOSUN,
    BRAWLER,
    BRUTE,
    CAPTAIN,
    CARPENTER,
    COLLECTOR,
    COOK,
    FIRST_MATE,
    FREED_PRISONER,
    GAMBLER,
    GUNNER,
    INFANTRY,
    INNKEEPER,
    MERCHANT,
    MUTINEER,
    NECROMANCER,
    OFFICER,
    PREACHER,
    QUARTERMASTER,
    RECRUITER,
    SMUGGLER,
    SURGEON,
    THIEF,
    TOPMAN,
    TREASURER,
    WIND_NYMPH,
    WITCH,
)
from libertalia.rules.galecrest.reputation import HIGHEST, space
from libertalia.rules.sense import dearest_worth, home_worth

if TYPE_CHECKING:
    from libertalia.rules.player import Player
    from libertalia.rules.table import Table

NIGHTLY: Final = {
    BARKEEP: 1.0,
    WITCH: 0.8,
    MUTINEER: 0.8,
    FREED_PRISONER: 1.0,
    BRAWLER: 1.0,
    TOPMAN: 0.8,
    ARMORER: 0.7,
    WIND_NYMPH: 1.5,
}
"""What the characters that work at night bring on an average night."""

IN_HAND: Final = {
    BANDIT: 2.0, BARKEEP: 2.0, CARPENTER: 4.0, OFFICER: 4.0, SMUGGLER: 3.0, BRUTE: 2.0, GUNNER: 2.0, FREED_PRISONER: 3.0,
    BOSUN: 3.0, BRAWLER: 2.0, THIEF: 3.0, TOPMAN: 3.0, RECRUITER: 3.0, COOK: 3.0, ARMORER: 3.0, INFANTRY: 4.0, MERCHANT: 4.0,
    SURGEON: 2.0, TREASURER: 3.0, GAMBLER: 4.0, ARISTOCRAT: 4.0, COLLECTOR: 4.0, QUARTERMASTER: 4.0, WIND_NYMPH: 4.0,
    FIRST_MATE: 4.0, CAPTAIN: 3.0,
}  # fmt: skip
"""What it is worth to have a card back in the hand; the others are worth 1."""

SABERS: Final = token_number(SABER)
BARRELS: Final = token_number(BARREL)
AMULETS: Final = token_number(AMULET)
OPINIONS: Final = sum(
    1 << number
    for number in (
        TAKE, SABERS, BARRELS, AMULETS, HOOKS, midshipman.NUMBER,
        BRAWLER, GUNNER, INNKEEPER, MERCHANT, NECROMANCER, PREACHER, RECRUITER, SURGEON, THIEF, WITCH,
    )
)  # fmt: skip


def promise(table: Table, me: Player, whose: Player, answer: i64) -> float:
    """What an answer to the open question promises."""
    number = table.asking()
    if number in (TAKE, PREACHER):
        return token_worth(table, me, answer)
    if number in (SABERS, GUNNER, BRAWLER):
        worth = home_worth(table, whose, answer)
        return 1.0 - 2.0 * worth if whose is me else worth
    if number in (THIEF, AMULETS):
        given = token_worth(table, me, AMULET) if number == AMULETS else 0.0
        return 0.0 if number_of(answer) == PASS else token_worth(table, me, answer) - given
    if number == midshipman.NUMBER:
        return token_worth(table, table.left_of(me), answer)
    if number in (NECROMANCER, RECRUITER):
        return home_worth(table, me, answer) - table.edition.in_hand[answer]
    if number == INNKEEPER:
        return table.edition.in_hand[answer] - home_worth(table, me, answer)
    if number == SURGEON:
        return table.edition.in_hand[answer]
    if number == WITCH:
        return table.edition.nightly[answer]
    if number == BARRELS:
        return float(table.players[answer].score + table.players[answer].doubloons)
    if number == HOOKS:
        return float(HOOK_DOUBLOONS) if answer == DOUBLOONS else 2.0 * table.edition.nightly[answer]
    count: i64 = (answer & 3) + 1
    return float(count * count) - sold_worth(table, me, answer & ~3, count)


def token_worth(table: Table, me: Player, kind: i64) -> float:
    """What a token brings the player who takes it now."""
    stormy = table.edition.sides >> kind & 1 == 1
    collected = 1.0 if (me.crew | bit(me.standing)) >> TREASURER & 1 and kind in (BARREL, AMULET, CHEST) else 0.0
    nights = len(table.days) - table.day + 1
    if kind == MAP:
        maps = me.has(MAP)
        worth = float(maps_worth(maps + 1, stormy) - maps_worth(maps, stormy))
        return worth + 1.5 if stormy else 3.0 if maps == 0 and nights > 1 else worth
    if kind == RELIC:
        return -1.0 - float(nights) if stormy else -3.0
    if kind == CHEST:
        return collected + (float(2 + HIGHEST - space(table, me)) if stormy else 5.0)
    if kind == BARREL:
        return collected + (2.5 if stormy else 2.0)
    if kind == AMULET:
        return collected + (2.5 if stormy else 3.0)
    if kind == HOOK:
        if not stormy:
            return float(HOOK_DOUBLOONS)
        return float(STORMY_HOOK_DOUBLOONS) - (home_worth(table, me, me.standing) if me.standing else 0.0)
    if not stormy:
        return 2.5 if table.lineup > 15 else 0.0
    most = 0.0
    for other in table.players:
        if table.beside(me, other):
            most = max(most, 0.6 * dearest_worth(table, other))
    return most


def sold_worth(table: Table, me: Player, kind: i64, count: i64) -> float:
    """What tokens would have brought that are given away."""
    if kind != MAP:
        return token_worth(table, me, kind) * float(count)
    maps = me.has(MAP)
    stormy = table.edition.sides >> MAP & 1 == 1
    return float(maps_worth(maps, stormy) - maps_worth(maps - count, stormy)) + (1.5 if stormy else 1.0)
