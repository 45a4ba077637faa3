"""Greedy is the yardstick for other bots: the same worlds give the same choices as in version 0.3.0, move by move.

The file was written by the bot of that version: `python -m tests.bots.test_yardstick > tests/golden/greedy-0.3.0.txt`
"""

from __future__ import annotations

from pathlib import Path

import pytest

from libertalia import COMPILED, Game
from libertalia.bots import GreedyBot, bot_seed
from tests.games import TABLES, Setting, galecrest

FILE = Path(__file__).parents[1] / "golden" / "greedy-0.3.0.txt"
RULES = 2
"""The version of the rules by which the file was written."""
GAMES = [(setting, seed) for setting in (*TABLES, Setting(4, options={"influence": "fair"})) for seed in (1, 2)]
QUICK = [(Setting(2), 1), (galecrest(1, "calm", difficulty="easy"), 1)]  # enough for the slow engine


def played(setting: Setting, seed: int) -> str:
    """A game among greedy bots in one line: whose game it is, then every answer."""
    game = Game.new(setting.edition, setting.players, seed, rules=RULES, **setting.options)
    bots = [GreedyBot(bot_seed(seed, seat)) for seat in range(setting.seats)]
    answers = []
    while not game.over:
        decision = game.decisions[-1]  # so that some picks are made while others are already down
        answer = bots[decision.seat].choose(game.view(decision.seat), decision)
        answers.append(answer)
        game.play(decision.seat, answer)
    return f"{setting} {seed}: {' '.join(answers)}"


@pytest.mark.parametrize(("setting", "seed"), GAMES if COMPILED else QUICK, ids=str)
def test_greedy_chooses_as_it_did(setting: Setting, seed: int) -> None:
    assert played(setting, seed) in FILE.read_text(encoding="utf-8").splitlines()


if __name__ == "__main__":
    for setting, seed in GAMES:
        print(played(setting, seed))
