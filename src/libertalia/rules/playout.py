"""Whole random games inside the engine: for search, for statistics, and to see how fast it is."""

from __future__ import annotations

from mypy_extensions import i64

from libertalia.rules.asker import SEAT_CARD, SEAT_LOOT, TAKE, Asker
from libertalia.rules.bits import count_of, kinds, nth, of_seat, seat_of, size
from libertalia.rules.chance import scramble, step
from libertalia.rules.course import play, start_game
from libertalia.rules.edition import Edition
from libertalia.rules.phases import OVER
from libertalia.rules.player import Player
from libertalia.rules.table import Table


def random_action(table: Table, me: Player, luck: i64) -> i64:
    """One of the legal actions of a player, each with the same probability. ``luck`` is a random number of 32 bits."""
    number = table.asking()
    if number == 0:
        options = me.hand
    elif number == TAKE:
        options = kinds(table.today)
    else:
        asker = table.edition.askers[number]
        if asker.form() in (SEAT_CARD, SEAT_LOOT):
            return _random_choice_among_all(table, asker, me, luck)
        options = asker.options(table, me, me)
    return nth(options, luck * size(options) >> 32)


def _random_choice_among_all(table: Table, asker: Asker, me: Player, luck: i64) -> i64:
    total: i64 = 0
    for whose in table.players:
        total += size(asker.options(table, me, whose))
    index = luck * total >> 32
    for whose in table.players:
        options = asker.options(table, me, whose)
        if index < size(options):
            return of_seat(whose.seat, nth(options, index))
        index -= size(options)
    raise AssertionError("a question without an answer")


def play_out(table: Table, luck: i64) -> i64:
    """Play a table to its end at random; returns the number of decisions."""
    decisions: i64 = 0
    while table.phase != OVER:
        if table.questions == 0:
            for me in table.players:
                if table.picking >> me.seat & 1:
                    luck = step(luck)
                    play(table, me.seat, nth(me.hand, luck * size(me.hand) >> 32))
                    decisions += 1
        else:
            luck = step(luck)
            me = table.players[seat_of(table.questions)]
            play(table, me.seat, random_action(table, me, luck))
            decisions += 1
    return decisions


def random_games(edition: Edition, players: i64, games: i64, first: i64) -> tuple[int, list[list[int]], list[list[int]]]:
    """Play games numbered from ``first``; returns the number of decisions, and of each game the scores and the winners."""
    decisions: i64 = 0
    scores: list[list[int]] = []
    winners: list[list[int]] = []
    game = first
    while game < first + games:
        table = start_game(edition, players, None, scramble(2 * game), None)
        decisions += play_out(table, scramble(2 * game + 1))
        scores.append([player.score for player in table.players])
        winners.append(edition.winners(table))
        game += 1
    return decisions, scores, winners


def finish_day(table: Table, luck: i64, appetite: list[int]) -> None:
    """Play on to the next sunrise: loot is taken by appetite, the kinds in order, and everything else decided at random."""
    day = table.day
    voyage = table.voyage
    while table.phase != OVER and table.day == day and table.voyage == voyage:
        luck = step(luck)
        me = table.players[table.asked()]
        if table.asking() == TAKE:
            for kind in appetite:
                if count_of(table.today, kind):
                    play(table, me.seat, kind)
                    break
        else:
            play(table, me.seat, random_action(table, me, luck))


def clones(table: Table, times: i64) -> Table:
    """Clone a table many times over; returns the last clone."""
    last = table
    while times > 0:
        last = table.clone()
        times -= 1
    return last
