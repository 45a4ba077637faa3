"""Figures of random play, against those of an independent simulation (docs/rules/original.md)."""

from __future__ import annotations

from statistics import mean, stdev

import pytest

from libertalia.game.setup import edition_of
from libertalia.rules import course
from libertalia.rules.asker import TAKE
from libertalia.rules.bits import size
from libertalia.rules.chance import scramble, step
from libertalia.rules.original.booty import CHEST, CURSED_RELIC, GOODS, JEWEL, SABER, SPANISH_OFFICER, TREASURE_MAP
from libertalia.rules.phases import OVER
from libertalia.rules.playout import random_action
from tests.games import GAMES

BEST_LOOKING = (CHEST, TREASURE_MAP, JEWEL, GOODS, SABER, SPANISH_OFFICER, CURSED_RELIC)
ROUNDS = min(GAMES, 1500)


@pytest.mark.parametrize(("seats", "game_mean", "winner_mean"), [(2, 56.6, 63.9), (4, 55.9, 68.9), (6, 55.2, 71.0)])
def test_scores_are_near_those_of_an_independent_simulation(seats: int, game_mean: float, winner_mean: float) -> None:
    edition = edition_of("original", {})
    scores, winners, campaigns, left = [], [], [], []
    for number in range(ROUNDS):
        table = course.start_game(edition, seats, None, scramble(2 * number), None)
        luck = scramble(2 * number + 1)
        while table.phase != OVER:
            luck = step(luck)
            me = table.players[table.asked()]
            if table.questions & 63 == TAKE:
                answer: int = next(kind for kind in BEST_LOOKING if table.today >> kind & 15)
            else:
                answer = random_action(table, me, luck)
            voyage = table.voyage
            course.play(table, me.seat, answer)
            if table.voyage != voyage:
                left += [size(player.hand) - 6 for player in table.players]
        scores += [float(player.score) for player in table.players]
        campaigns += [float(player.voyage_scores >> 16 * v & 0xFFFF) for player in table.players for v in range(3)]
        winners.append(max(scores[-seats:]))
    tolerance = 30 / ROUNDS**0.5 + 3  # how that simulation chose targets and sales is not known; here it is at random
    assert mean(scores) == pytest.approx(game_mean, abs=tolerance)
    assert mean(winners) == pytest.approx(winner_mean, abs=tolerance)
    assert stdev(campaigns) == pytest.approx(8, abs=1)
    assert min(left) >= 1
    assert max(left) <= 8
