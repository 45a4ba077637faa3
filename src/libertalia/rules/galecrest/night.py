"""The night of 2022: player after player, each choosing the order of abilities where the order can matter.

At night the edition's scratch holds the abilities of the current player that are still open, by their askers' numbers; the
progress is that player's seat.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from mypy_extensions import i64

from libertalia.rules.asker import ABILITY, FIRST_TOKEN, Asker
from libertalia.rules.bits import bit, nth, size
from libertalia.rules.galecrest.loot import HOOKS, RELIC, spring
from libertalia.rules.galecrest.ranks import BARKEEP, FREED_PRISONER, MUTINEER, TOPMAN, WIND_NYMPH, WITCH
from libertalia.rules.phases import DUSK

if TYPE_CHECKING:
    from libertalia.rules.player import Player
    from libertalia.rules.table import Table

ORDER: Final = 62
RELICS: Final = FIRST_TOKEN + RELIC // 4  # all relics are one ability
DOUBLED: Final = 1 << 47  # a Witch has copied the Freed Prisoner


def night_cards(table: Table, me: Player) -> i64:
    """The characters of a ship that have a night ability."""
    return me.crew & table.edition.by_night


def open_abilities(table: Table, me: Player) -> i64:
    """The abilities still to be used tonight, without the Freed Prisoner, which comes last. Who left the ship has none."""
    there = night_cards(table, me) | (bit(RELICS) if me.has(RELIC) else 0)
    return table.edition_scratch & there & ~(1 << FREED_PRISONER)


def order_matters(me: Player, abilities: i64) -> bool:
    """Whether the order can change the result; docs/rules/galecrest.md has the rule."""
    if size(abilities) < 2:
        return False
    touchy = abilities & (1 << BARKEEP | 1 << WITCH | 1 << MUTINEER | 1 << TOPMAN)
    if me.crew >> MUTINEER & 1 and abilities & (1 << MUTINEER | 1 << WITCH) and size(touchy) >= 2:
        return True
    losses: i64 = me.has(RELIC) if abilities >> RELICS & 1 else 0
    topman_costs: i64 = max(0, size(me.crew) - 4)
    if abilities >> TOPMAN & 1:
        losses += topman_costs
    if abilities >> WITCH & 1 and me.crew >> TOPMAN & 1:
        losses += topman_costs
    return me.doubloons < losses


@final
class Order(Asker):
    """Which ability next: of a player's at night, or of the token and the character that took it at dusk."""

    def form(self) -> i64:
        return ABILITY

    def options(self, table: Table, me: Player, whose: Player) -> i64:
        if table.phase == DUSK:
            return bit(HOOKS) | bit(table.rank_at(table.acting))
        return open_abilities(table, me)

    def choose(self, table: Table, me: Player, answer: i64) -> None:
        if table.phase != DUSK:
            use(table, me, answer)
        elif answer == HOOKS:
            spring(table, me)
        else:
            table.doomed_by = HOOKS
            table.dusk_ahead = False
            table.acts(me, answer)
            table.edition.cast[answer].dusk(table, me)
            table.tell_if_nothing_came(me)


def use(table: Table, me: Player, number: i64) -> None:
    """Use an ability. It is not open any more."""
    table.edition_scratch &= ~bit(number)
    table.acts(me, number)
    if number == RELICS:
        table.lose(me, me.has(RELIC))
    else:
        table.edition.cast[number].night(table, me)
    table.tell_if_nothing_came(me)


def nightfall(table: Table) -> None:
    """Wind Nymphs of several owners leave before anything else."""
    if table.crews_with(WIND_NYMPH) > 1:
        table.cause = WIND_NYMPH
        for player in table.players:
            if player.crew >> WIND_NYMPH & 1:
                table.cause_seat = player.seat
                table.discard(player, WIND_NYMPH)
    table.progress = 0
    begin(table)


def begin(table: Table) -> None:
    """Open the abilities of the player whose turn it is."""
    me = table.players[table.progress]
    relics = me.has(RELIC) and table.edition.sides >> RELIC & 1
    table.edition_scratch = night_cards(table, me) | (bit(RELICS) if relics else 0)


def go_on(table: Table) -> None:
    """Go on with the night until a question is asked."""
    while True:
        me = table.players[table.progress]
        abilities = open_abilities(table, me)
        if order_matters(me, abilities):
            table.ask(me, ORDER)
            return
        if abilities:
            use(table, me, RELICS if abilities >> RELICS & 1 else nth(abilities, 0))
            if table.questions:
                return
        else:
            if table.edition_scratch & me.crew & 1 << FREED_PRISONER:
                table.acts(me, FREED_PRISONER)
                table.edition.cast[FREED_PRISONER].night(table, me)
                table.tell_if_nothing_came(me)
            table.progress += 1
            if table.progress == len(table.players):
                table.edition_scratch = 0
                return
            begin(table)
