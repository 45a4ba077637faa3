"""The course of a game: voyages, days, and the hours of a day.

    sunrise   everyone picks a card in secret; the cards line up by rank
    day       from left to right, each character acts
    dusk      from right to left, each character's owner takes loot, and the character goes home
    night     the characters at home act, as their edition has it

`play` takes an answer and moves the table on to the next question. Whatever waits for an answer waits as data on the table.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from libertalia.rules.asker import PICK, TAKE
from libertalia.rules.chance import Seed
from libertalia.rules.edition import Edition
from libertalia.rules.happening import (
    CREW,
    DAY_BEGINS,
    GAME_ENDS,
    GRAVEYARD,
    HOUR_STRIKES,
    PICKED,
    UNPICKED,
    VOYAGE_BEGINS,
    Happening,
)
from libertalia.rules.player import COLOURS, Player
from libertalia.rules.table import (
    DAY,
    DUSK,
    LEAVING,
    NEUTRAL,
    NIGHT,
    OVER,
    QUESTION,
    QUESTION_BITS,
    REST,
    SUNRISE,
    TAKING,
    Table,
)

NIGHTFALL: Final = 60 << 6  # where the night's cursor starts: above every rank


def deal_in(
    edition: Edition, seats: i64, seed: Seed | None, luck: i64, log: list[Happening] | None, chosen: list[int] | None = None
) -> Table:
    """A new game, up to its first sunrise. Without a seed, ``luck`` starts the quick generator.

    The first seats have the colours that they have chosen; the others draw.
    """
    table = Table(
        edition, [], seed, luck, 1, 1, SUNRISE, 0, 0, 0, 0, 0, 0, edition.full_deck, edition.full_bag, 0, [], 0, 0, 0, 0
    )
    table.log = log
    mine: list[int] = [] if chosen is None else chosen
    colours = [colour for colour in range(len(COLOURS)) if colour not in mine]
    seat: i64 = 0
    while seat < seats:
        if seat < len(mine):
            colour = mine[seat]
            table.random(1)  # so that the deal is the same in any colours
        else:
            colour = colours.pop(table.random(len(colours)))
        table.players.append(Player(seat, colour, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
        seat += 1
    begin_voyage(table)
    advance(table)
    return table


def play(table: Table, seat: i64, answer: i64) -> None:
    """Give a legal answer for a seat that has to decide, and move on to the next question."""
    me = table.players[seat]
    questions = table.questions
    if questions == 0:
        me.pick = answer
        table.picking &= ~(1 << seat)
        if table.log is not None:
            table.why = PICK
            table.note(PICKED, seat, answer)
        if table.picking == 0:
            reveal(table)
            advance(table)
        return
    older = questions >> QUESTION_BITS
    table.questions = older
    table.why = questions & 63
    table.by = seat
    if table.why == TAKE:
        table.take(me, answer)
    else:
        table.edition.askers[table.why].choose(table, me, answer)
    while older and table.questions == older and not table.legal_actions():
        lapse(table)
        older = table.questions
    advance(table)


def lapse(table: Table) -> None:
    """A question that waited has come up with nothing to answer."""
    question = table.questions & QUESTION
    table.questions >>= QUESTION_BITS
    table.why = question & 63
    table.by = question >> 6
    table.edition.askers[table.why].lapse(table, table.players[table.by])


def unpick(table: Table, seat: i64) -> None:
    """Take a pick back, while others are still thinking."""
    table.players[seat].pick = 0
    table.picking |= 1 << seat
    table.why = PICK
    table.note(UNPICKED, seat)


def advance(table: Table) -> None:
    """Move on until somebody has something to decide, or the game is over."""
    while True:
        if table.questions:
            if not table.edition.automated:
                return
            answer = table.edition.reply(table)
            if answer < 0:
                return
            play(table, table.asked(), answer)
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


def strike(table: Table, phase: i64, cursor: i64) -> None:
    """The next hour of the day."""
    table.phase = phase
    table.cursor = cursor
    if table.log is not None:
        table.why = 0
        table.note(HOUR_STRIKES, -1, phase)


def begin_voyage(table: Table) -> None:
    table.why = 0
    table.note(VOYAGE_BEGINS, -1, table.voyage)
    table.edition.begin_voyage(table)
    table.leftovers = 0
    table.day = 1
    begin_day(table)


def begin_day(table: Table) -> None:
    table.today = table.days[table.day - 1]
    table.phase = SUNRISE
    table.cursor = 0
    picking: i64 = 0
    for player in table.players:
        if player.hand:
            picking |= 1 << player.seat
    table.picking = picking & table.edition.pickers
    if table.log is not None:
        table.why = 0
        table.note(DAY_BEGINS, -1, table.day)


def reveal(table: Table) -> None:
    """Every pick is in: the characters line up. The cursor counts those that have their turn ahead, in steps of four bits."""
    strike(table, DAY, 0)
    for player in table.players:
        if player.pick:
            table.board(player, player.pick)
            player.pick = 0
    table.edition.lines_up(table)


def next_of_day(table: Table) -> None:
    """The lowest character that has not had its turn yet acts."""
    if table.cursor == 0:
        table.acting = 0
        strike(table, DUSK, 0)
        return
    table.cursor -= 4
    code = table.lineup >> table.cursor & 15
    table.acting = code
    if code != NEUTRAL:
        me = table.owner(code)
        rank = me.rank_of(code)
        if table.edition.by_day >> rank & 1:
            table.acts(me, rank)
            table.edition.cast[rank].day(table, me)


def next_of_dusk(table: Table) -> None:
    """Each character from the right: its owner takes loot, it does what it does at dusk, and it goes home."""
    if table.acting:
        if table.cursor == TAKING:
            table.cursor = LEAVING
            at_dusk(table)
            if table.questions:
                return
        go_home(table)
    code = table.lineup & 15
    if code == 0:
        table.edition.dusk_ends(table)
        strike(table, NIGHT, NIGHTFALL)
        return
    if code == NEUTRAL:
        table.edition.neutral_takes(table)
        table.step_out(code)
        table.neutral = 0
        return
    me = table.owner(code)
    rank = me.rank_of(code)
    table.acting = code
    table.cursor = TAKING if table.edition.by_dusk >> rank & 1 else LEAVING
    if table.edition.lootless >> rank & 1:
        table.acts(me, rank)
    else:
        table.edition.offers(table, me)


def at_dusk(table: Table) -> None:
    """Its owner has taken loot: the character does what it does at dusk."""
    me = table.owner(table.acting)
    rank = me.rank_of(table.acting)
    table.acts(me, rank)
    table.edition.cast[rank].dusk(table, me)


def go_home(table: Table) -> None:
    """The character whose turn it was, if it is still there, joins the crew, unless it is doomed."""
    code = table.acting
    if code == 0:
        return
    table.why = table.doomed
    table.by = (code & 7) - 1
    table.leave(code, GRAVEYARD if table.doomed else CREW)
    if table.doomed:
        table.edition.lost(table, table.owner(code))
        table.doomed = 0


def end_day(table: Table) -> None:
    if table.today:
        table.days = table.days.copy()
        table.days[table.day - 1] = table.today
        table.leftovers |= 1 << table.day
    table.day += 1
    if table.day <= table.edition.voyages[table.voyage - 1]:
        begin_day(table)
    else:
        strike(table, REST, 0)


def end_voyage(table: Table) -> None:
    table.why = 0
    table.edition.score_voyage(table)
    if table.voyage < len(table.edition.voyages):
        table.voyage += 1
        begin_voyage(table)
        return
    table.phase = OVER
    if table.log is not None:
        table.note(GAME_ENDS, -1, sum([1 << seat for seat in table.edition.winners(table)]))
