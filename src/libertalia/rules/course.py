"""The course of a game: voyages, days, and the hours of a day.

    sunrise   everyone picks a card in secret; the cards line up by rank
    day       from left to right, each character acts
    dusk      from right to left, each character's owner takes loot, and the character goes home
    night     the characters of the crews act, in the order of their edition

`play` takes an answer and moves the table on to the next question. What waits for an answer is data on the table.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from libertalia.rules.asker import PICK, TAKE
from libertalia.rules.bits import number_of, seat_of
from libertalia.rules.chance import Seed
from libertalia.rules.edition import Edition
from libertalia.rules.happening import (
    ASKED,
    CREW,
    DAY_BEGINS,
    GAME_ENDS,
    GRAVEYARD,
    HOUR_STRIKES,
    NEUTRAL_LEAVES,
    PICKED,
    UNPICKED,
    VOYAGE_BEGINS,
    Happening,
)
from libertalia.rules.lineup import NEUTRAL, rightmost, seat_of_code
from libertalia.rules.phases import DAY, DUSK, NIGHT, OVER, REST, SUNRISE
from libertalia.rules.player import COLOURS, Player
from libertalia.rules.questions import answered
from libertalia.rules.table import Table

NIGHTFALL: Final = 60 << 6
"""`Table.progress` at the start of a night: above every rank, because nights may go through the ranks from the top."""


def start_game(
    edition: Edition,
    seats: i64,
    seed: Seed | None,
    luck: i64,
    happenings: list[Happening] | None,
    chosen: list[int] | None = None,
) -> Table:
    """A new game, up to its first sunrise. Without a seed, ``luck`` starts the quick generator.

    The first seats get the colours in `chosen`; the others draw theirs.
    """
    table = Table(edition, [], [])
    table.seed = seed
    table.draws = luck
    table.deck = edition.full_deck
    table.bag = edition.full_bag
    table.happenings = happenings
    mine: list[int] = [] if chosen is None else chosen
    colours = [colour for colour in range(len(COLOURS)) if colour not in mine]
    seat: i64 = 0
    while seat < seats:
        if seat < len(mine):
            colour = mine[seat]
            table.random(1)  # the deal must not depend on the choice of colours
        else:
            colour = colours.pop(table.random(len(colours), more=seats - seat - 1))
        table.players.append(Player(seat, colour))
        seat += 1
    begin_voyage(table)
    advance(table)
    return table


def play(table: Table, seat: i64, answer: i64) -> None:
    """Play a legal answer of a seat that must decide, and move on to the next question."""
    me = table.players[seat]
    questions = table.questions
    if questions == 0:
        me.pick = answer
        table.picking &= ~(1 << seat)
        if table.happenings is not None:
            table.cause = PICK
            table.note(PICKED, seat, answer)
        if table.picking == 0:
            reveal(table)
            advance(table)
        return
    older = answered(questions)
    table.questions = older
    table.cause = number_of(questions)
    table.cause_seat = seat
    if table.cause == TAKE:
        table.take(me, answer)
    else:
        table.edition.askers[table.cause].choose(table, me, answer)
    while older and table.questions == older and not table.legal_actions():
        lapse(table)
        older = table.questions
    advance(table)


def lapse(table: Table) -> None:
    """Drop the open question, which has no legal answer, and let its asker go on."""
    table.cause = number_of(table.questions)
    table.cause_seat = seat_of(table.questions)
    table.questions = answered(table.questions)
    table.edition.askers[table.cause].lapse(table, table.players[table.cause_seat])


def unpick(table: Table, seat: i64) -> None:
    """Take a pick back, while others have yet to pick."""
    table.players[seat].pick = 0
    table.picking |= 1 << seat
    table.cause = PICK
    table.note(UNPICKED, seat)


def advance(table: Table) -> None:
    """Move on until somebody has something to decide, or the game is over."""
    while True:
        if table.questions:
            if table.edition.automated or table.happenings is not None:
                reply_or_tell(table)
            return
        phase = table.phase
        if phase == DAY:
            next_of_day(table)
        elif phase == DUSK:
            next_of_dusk(table)
        elif phase == NIGHT:
            table.edition.night(table)
            if table.questions == 0:
                end_day(table)
        elif phase == REST:
            table.edition.rest(table)
            if table.questions == 0:
                end_voyage(table)
        elif phase == SUNRISE and table.picking == 0:  # all hands are empty
            reveal(table)
        else:
            return


def reply_or_tell(table: Table) -> None:
    """A question is open: answer it if the edition itself does, and tell listeners of it otherwise."""
    answer = table.edition.reply(table) if table.edition.automated else -1
    if answer >= 0:
        play(table, table.asked(), answer)
        return
    table.cause = 0
    table.note(ASKED, table.asked(), table.asking())


def begin_phase(table: Table, phase: i64) -> None:
    """Begin the next phase of the day."""
    table.phase = phase
    if table.happenings is not None:
        table.cause = 0
        table.note(HOUR_STRIKES, -1, phase, table.day)


def begin_voyage(table: Table) -> None:
    table.cause = 0
    table.note(VOYAGE_BEGINS, -1, table.voyage)
    table.edition.begin_voyage(table)
    table.leftovers = 0
    table.day = 1
    begin_day(table)


def begin_day(table: Table) -> None:
    table.today = table.days[table.day - 1]
    table.phase = SUNRISE
    table.progress = 0
    picking: i64 = 0
    for player in table.players:
        if player.hand:
            picking |= 1 << player.seat
    table.picking = picking & table.edition.pickers
    if table.happenings is not None:
        table.cause = 0
        table.note(DAY_BEGINS, -1, table.day, table.picking)


def reveal(table: Table) -> None:
    """All seats have picked: the characters line up, and none has acted yet."""
    begin_phase(table, DAY)
    table.turns_ahead = 0
    for player in table.players:
        if player.pick:
            table.board(player, player.pick)
            player.pick = 0
    table.edition.lines_up(table)


def next_of_day(table: Table) -> None:
    """The lowest character that has not acted yet acts."""
    if table.turns_ahead == 0:
        table.acting = 0
        begin_phase(table, DUSK)
        return
    table.turns_ahead -= 1
    code = rightmost(table.acted())
    table.acting = code
    if code != NEUTRAL:
        me = table.owner(code)
        rank = me.rank_of(code)
        if table.edition.by_day >> rank & 1:
            table.acts(me, rank)
            table.edition.cast[rank].day(table, me)
            table.tell_if_nothing_came(me)


def next_of_dusk(table: Table) -> None:
    """The rightmost character: its owner takes loot, its dusk ability works, and it joins the crew."""
    if table.acting:
        if table.dusk_ahead:
            table.dusk_ahead = False
            at_dusk(table)
            if table.questions:
                return
        go_home(table)
    code = table.rightmost()
    if code == 0:
        table.cause = 0
        table.edition.dusk_ends(table)
        table.dusk_ahead = False
        table.progress = NIGHTFALL
        begin_phase(table, NIGHT)
        return
    if code == NEUTRAL:
        table.cause = 0
        table.edition.neutral_takes(table)
        table.step_out(code)
        table.note(NEUTRAL_LEAVES, -1)
        table.neutral = 0
        return
    me = table.owner(code)
    rank = me.rank_of(code)
    table.acting = code
    table.dusk_ahead = table.edition.by_dusk >> rank & 1 == 1
    if table.edition.lootless >> rank & 1:
        table.acts(me, rank)
    else:
        table.edition.offers(table, me)


def at_dusk(table: Table) -> None:
    """The owner has taken loot: the dusk ability of the character works."""
    me = table.owner(table.acting)
    rank = me.rank_of(table.acting)
    table.acts(me, rank)
    table.edition.cast[rank].dusk(table, me)
    table.tell_if_nothing_came(me)


def go_home(table: Table) -> None:
    """The acting character leaves the lineup, if it is still there: for the crew, or for the graveyard if it is doomed."""
    code = table.acting
    if code == 0:
        return
    table.cause = table.doomed_by
    table.cause_seat = seat_of_code(code)
    table.leave(code, GRAVEYARD if table.doomed_by else CREW)
    if table.doomed_by:
        table.edition.lost(table, table.owner(code))
        table.doomed_by = 0


def end_day(table: Table) -> None:
    if table.today:
        table.days = table.days.copy()
        table.days[table.day - 1] = table.today
        table.leftovers |= 1 << table.day
    table.day += 1
    if table.day <= table.edition.voyages[table.voyage - 1]:
        begin_day(table)
    else:
        table.progress = 0
        begin_phase(table, REST)


def end_voyage(table: Table) -> None:
    table.cause = 0
    table.edition.score_voyage(table)
    if table.voyage < table.last_voyage:
        table.voyage += 1
        begin_voyage(table)
        return
    table.phase = OVER
    if table.happenings is not None:
        table.note(GAME_ENDS, -1, sum([1 << seat for seat in table.edition.winners(table)]))
