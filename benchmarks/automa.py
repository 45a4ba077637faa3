"""How hard is the Automa? How often a bot beats her at each difficulty, and by how many doubloons.

python -m benchmarks.automa --bot fathom --games 200

The amounts of the difficulties are ours. They are set so that the strongest bot wins some 95, 80, 60 and 40 % of its games: the
last column says how many doubloons more she could have had, at that difficulty, for the goal to be met exactly.
"""

from __future__ import annotations

import argparse

from benchmarks.report import table
from libertalia import Game
from libertalia.bots import bot_named, bot_seed
from libertalia.lab.estimates import estimate

GOALS = {"easy": 0.95, "normal": 0.8, "hard": 0.6, "expert": 0.4}
BOARDS = ("calm", "stormy")


def played(bot: str, difficulty: str, seed: int) -> tuple[bool, int]:
    """Whether a bot wins a game alone, and by how many doubloons it is ahead."""
    game = Game.new("galecrest", players=1, seed=seed, difficulty=difficulty, board=BOARDS[seed % len(BOARDS)])
    mind = bot_named(bot)(bot_seed(seed, 0))
    while not game.over:
        decision = game.decisions[0]
        game.play(0, mind.answer(game.view(0, events=False), decision))
    return game.winners == (0,), game.scores[0] - game.scores[1]


def room(leads: list[int], share: float) -> int:
    """How many doubloons more the Automa may have, so that this share of the games is still won."""
    return sorted(leads, reverse=True)[round(share * len(leads)) - 1]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.automa", description=__doc__)
    parser.add_argument("--bot", default="fathom")
    parser.add_argument("--games", type=int, default=200, help="at each difficulty")
    parser.add_argument("--difficulty", choices=list(GOALS), action="append", help="only this one; all without")
    options = parser.parse_args()
    rows = []
    for difficulty in options.difficulty or GOALS:
        games = [played(options.bot, difficulty, seed) for seed in range(options.games)]
        leads = [lead for _, lead in games]
        rows.append(
            [
                difficulty,
                f"{estimate([float(won) for won, _ in games]) * 100} %",
                f"{100 * GOALS[difficulty]:.0f} %",
                str(estimate([float(lead) for lead in leads])),
                *[str(room(leads, share)) for share in GOALS.values()],
            ]
        )
    goals = [f"room for {100 * share:.0f} %" for share in GOALS.values()]
    print(table(["difficulty", "won", "goal", "ahead by", *goals], rows))


if __name__ == "__main__":
    main()
