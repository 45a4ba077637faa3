"""What answers promise in 2012, roughly and in doubloons, as the table stands: the ground for sensible answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from libertalia.rules.asker import PASS, TAKE
from libertalia.rules.bits import bit
from libertalia.rules.edition import token_number
from libertalia.rules.original import ranks
from libertalia.rules.original.booty import CURSED_RELIC, GOODS, SABER, TREASURE_MAP
from libertalia.rules.sense import dearest_worth, home_worth

if TYPE_CHECKING:
    from libertalia.rules.player import Player
    from libertalia.rules.table import Table

NIGHTLY: Final = {
    ranks.BARKEEP: 1.0,
    ranks.WAITRESS: 0.7,
    ranks.FREED_SLAVE: 1.2,
    ranks.MUTINEER: 0.8,
    ranks.ARMORER: 0.6,
    ranks.GRANNY_WATA: 1.0,
}
"""What the characters that work at night bring on an average night."""

IN_HAND: Final = {
    ranks.BEGGAR: 2.0, ranks.BARKEEP: 2.0, ranks.CARPENTER: 4.0, ranks.FRENCH_OFFICER: 4.0, ranks.VOODOO_WITCH: 3.0,
    ranks.FREED_SLAVE: 3.0, ranks.MUTINEER: 2.0, ranks.BRUTE: 3.0, ranks.GUNNER: 3.0, ranks.TOPMAN: 2.0, ranks.SPANISH_SPY: 2.0,
    ranks.COOK: 3.0, ranks.BOSUN: 3.0, ranks.ARMORER: 2.0, ranks.MERCHANT: 3.0, ranks.SURGEON: 2.0, ranks.TREASURER: 2.0,
    ranks.GAMBLER: 4.0, ranks.GOVERNORS_DAUGHTER: 3.0, ranks.QUARTERMASTER: 4.0, ranks.GRANNY_WATA: 3.0, ranks.FIRST_MATE: 4.0,
    ranks.CAPTAIN: 4.0, ranks.SPANISH_GOVERNOR: 2.0,
}  # fmt: skip
"""What it is worth to have a card back in the hand; the others are worth 1."""

TOKENS: Final[list[float]] = [5.0, 3.0, 1.0, 0.0, 0.0, 0.0, -3.0]  # by kind / 4, before anything else is looked at
MAPS: Final[list[float]] = [2.0, 4.0, 12.0]  # one more map, by how many of a set of three there are

SABERS: Final = token_number(SABER)
OPINIONS: Final = sum(
    1 << number
    for number in (
        TAKE, SABERS, ranks.GUNNER, ranks.PREACHER, ranks.RECRUITER, ranks.SURGEON, ranks.WAITRESS, ranks.MERCHANT
    )
)  # fmt: skip


def promise(table: Table, me: Player, whose: Player, answer: i64) -> float:
    """What an answer to the open question promises."""
    number = table.asking()
    if number in (TAKE, ranks.PREACHER):
        return token_worth(table, me, answer)
    if number in (SABERS, ranks.GUNNER):
        worth = home_worth(table, whose, answer)
        return -2.0 * worth if whose is me else worth
    if number == ranks.RECRUITER:
        return table.edition.in_hand[answer] - home_worth(table, me, answer)
    if number == ranks.SURGEON:
        return table.edition.in_hand[answer]
    if answer == PASS:
        return 0.0
    count: i64 = 1 if number == ranks.WAITRESS else (answer & 3) + 1
    price = 3.0 if number == ranks.WAITRESS else float(2 * count - 1)
    return price - sold_worth(table, me, answer & ~3, count)


def token_worth(table: Table, me: Player, kind: i64) -> float:
    """What a token brings the player who takes it now."""
    worth = TOKENS[kind >> 2]
    if kind <= GOODS:
        return worth + 1.0 if (me.crew | bit(me.standing)) >> ranks.TREASURER & 1 else worth
    if kind == TREASURE_MAP:
        begun = me.has(TREASURE_MAP) % 3
        return MAPS[begun] if table.day + 2 - begun <= len(table.days) else 0.5
    if kind == CURSED_RELIC:
        return worth - 3.0 if (me.crew | bit(me.standing)) >> ranks.CAPTAIN & 1 else worth
    if kind == SABER:
        for other in table.players:
            if table.beside(me, other):
                worth = max(worth, 0.6 * dearest_worth(table, other))
        return worth
    return -0.5 - home_worth(table, me, me.standing) if me.standing else 0.0


def sold_worth(table: Table, me: Player, kind: i64, count: i64) -> float:
    """What tokens would have brought that are given away."""
    if kind != TREASURE_MAP:
        return TOKENS[kind >> 2] * float(count)
    owned = me.has(TREASURE_MAP)
    sets = owned // 3 - (owned - count) // 3
    hopeful = owned % 3 == 2 and len(table.days) - table.day > 1
    return 12.0 * float(sets) + (4.0 if hopeful else 0.5)
