"""The solo game: the Automa on seat 1, who plays by fixed tables, and the Pilferer, the neutral character.

The solo deck is the deck of the table. The card on top of it, once looked at, is part of the edition's state.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from libertalia.rules.asker import DOUBLOONS, PASS, TAKE, packed_sale, packed_swap
from libertalia.rules.bits import count_of, kinds, nth, of_seat, pairs_of, ranks, size, top, trios_of
from libertalia.rules.edition import token_number
from libertalia.rules.galecrest.loot import AMULET, BARREL, CHEST, HOOK, MAP, RELIC, SABER
from libertalia.rules.galecrest.night import ORDER
from libertalia.rules.galecrest.ranks import BRAWLER, GUNNER, MERCHANT, PREACHER, THIEF, WATCHMAN, WIND_NYMPH
from libertalia.rules.happening import EXTRAS_CHANGED, NEUTRAL_STANDS, TURNED_UP
from libertalia.rules.lineup import NEUTRAL

if TYPE_CHECKING:
    from libertalia.rules.player import Player
    from libertalia.rules.table import Table

HUMAN: Final = 0
AUTOMA: Final = 1
NOT_IN_THE_DECK: Final = WIND_NYMPH
TOP: Final = 24  # where the card on top of the deck starts in the edition's state
WATCHES_AT_DUSK: Final = 2  # from this version of the rules on, the Automa's Watchman works when the Automa takes loot

LIKED: Final = (CHEST, HOOK, MAP, SABER, AMULET, BARREL, RELIC)
"""Loot from the best to the worst, for the Automa and the Pilferer alike."""

RICH: Final = 3  # from this version of the rules on, the Automa has the doubloons of `WEALTH`
WEALTH: Final = {"easy": 30, "normal": 40, "hard": 50, "expert": 60}
"""Extra doubloons of the Automa at the start. They are to leave the strongest bot some 95, 80, 60 and 40 % of the games: see
`python -m benchmarks.automa`."""
OLD_WEALTH: Final = {"easy": -10, "normal": 0, "hard": 10, "expert": 20}
"""The same by earlier rules; less than 0 was more for the human player."""

RIGHTMOST: Final = 99
BY_LOOT: Final = {  # which card from the left, for the variants 0, 1 and 2
    "two bad": (RIGHTMOST, RIGHTMOST, 5),
    "bad and good": (RIGHTMOST, 5, 4),
    "good": (4, 3, RIGHTMOST),
    "otherwise": (3, 2, 4),
}


def wealth(table: Table, difficulty: str, seat: i64) -> i64:
    """The extra doubloons of a seat at the start."""
    amount: i64 = WEALTH[difficulty] if table.edition.rules >= RICH else OLD_WEALTH[difficulty]
    return max(0, amount if seat == AUTOMA else -amount)


def line_up(table: Table) -> None:
    """The human player has lined up. Now the Pilferer does, and then the Automa, whose card depends on the next in the deck."""
    drawn = top_card(table) or draw(table)
    if drawn:
        table.neutral = drawn
        table.line_up(NEUTRAL, drawn)
        table.note(NEUTRAL_STANDS, -1, drawn, table.place(NEUTRAL))
    looked_at = draw(table)
    table.edition_state = table.edition_state & (1 << TOP) - 1 | looked_at << TOP
    table.note(EXTRAS_CHANGED, -1, table.edition_state)
    automa = table.players[AUTOMA]
    if automa.hand:
        table.board(automa, card_for(table, automa, looked_at % 3))


def top_card(table: Table) -> i64:
    """The card on top of the solo deck, if everyone has seen it; 0 otherwise."""
    return table.edition_state >> TOP & 63


def draw(table: Table) -> i64:
    """The top card of the solo deck; 0 where there is none."""
    card = table.draw_cards(1)
    if card == 0:
        return 0
    table.note(TURNED_UP, -1, top(card))
    return top(card)


def card_for(table: Table, me: Player, variant: i64) -> i64:
    """Which card the Automa plays, by the loot of the day."""
    bad = count_of(table.today, RELIC)
    good = count_of(table.today, CHEST) + count_of(table.today, HOOK) + count_of(table.today, MAP)
    average = count_of(table.today, SABER) + count_of(table.today, AMULET) + count_of(table.today, BARREL)
    if (bad > 0) + (good > 0) + (average > 0) == 1:
        starred = me.hand & (table.edition.by_night | table.edition.at_rest)
        if starred:
            return nth(starred, min(variant, size(starred) - 1))
        return top(me.hand)
    row = "two bad" if bad > 1 else "bad and good" if bad and good else "good" if good else "otherwise"
    place: i64 = BY_LOOT[row][variant]
    return nth(me.hand, min(place, size(me.hand)) - 1)


def best(heap: i64) -> i64:
    """The kind of a heap that is liked best."""
    for kind in LIKED:
        if count_of(heap, kind):
            return kind
    raise AssertionError("an empty heap")


def worst(heap: i64) -> i64:
    for kind in reversed(LIKED):
        if count_of(heap, kind):
            return kind
    raise AssertionError("an empty heap")


def watches_at_dusk(table: Table, me: Player) -> bool:
    """Whether a player's Watchman works when loot is taken, and not by day: the Automa's does."""
    return table.edition.automated and me.seat == AUTOMA and table.edition.rules >= WATCHES_AT_DUSK


def look_at_tomorrow(table: Table, me: Player) -> None:
    """The Automa's Watchman takes loot of today or of tomorrow: a better token of tomorrow is swapped for today's worst first."""
    if table.today == 0 or table.day >= len(table.days) or table.loot_on(table.day + 1) == 0:
        return
    tomorrow = best(table.loot_on(table.day + 1))
    if LIKED.index(tomorrow) < LIKED.index(best(table.today)):
        table.acts(me, WATCHMAN)
        table.swap(me, worst(table.today), tomorrow)


def reply(table: Table) -> i64:
    """The Automa's answer to the open question; -1 if the human player must answer."""
    if table.asked() != AUTOMA:
        return -1
    number = table.asking()
    me = table.players[AUTOMA]
    human = table.players[HUMAN]
    if number == TAKE:
        return best(table.today)
    if number == PREACHER:
        return best(me.loot)
    if number == THIEF:
        return best(human.loot)
    if number == token_number(AMULET):
        return best(human.loot) if LIKED.index(best(human.loot)) < LIKED.index(AMULET) else of_seat(AUTOMA, PASS)
    if number == token_number(HOOK):
        return DOUBLOONS
    if number == WATCHMAN:
        return packed_swap(worst(table.today), best(table.loot_on(table.day + 1)))
    if number == MERCHANT:
        return sale(me)
    if number in (GUNNER, BRAWLER, token_number(SABER)):
        theirs = table.asker().options(table, me, human)
        return top(theirs) if theirs else of_seat(AUTOMA, top(table.asker().options(table, me, me)))
    options = table.asker().options(table, me, me)
    if number == ORDER:
        return nth(options, 0)
    return top(options)


def sale(me: Player) -> i64:
    """The largest set of a kind, but never chests if there is anything else."""
    goods = me.loot & ~(15 << CHEST) or me.loot
    for count, sets in ((3, trios_of(goods)), (2, pairs_of(goods)), (1, kinds(goods))):
        if sets:
            return packed_sale(ranks(sets)[0], count)
    raise AssertionError("nothing to sell")
