"""How strong is a bot? One of it against others, every deal played once with it on each seat.

python -m benchmarks.strength "search(ms=20)" greedy --deals 50
"""

from __future__ import annotations

import argparse
import json
import time
from math import sqrt
from statistics import mean

from libertalia import Game
from libertalia.bots import Bot, bot_named, bot_seed


def play(game: Game, bots: list[Bot], hero: int) -> float:
    """Play a game to its end; returns the seconds of processor time that the hero has thought."""
    thought = 0.0
    while not game.over:
        decision = game.decisions[0]
        seat = decision.seat
        view = game.view(seat)
        began = time.process_time()
        answer = bots[seat].answer(view, decision)
        if seat == hero:
            thought += time.process_time() - began
        game.play(seat, answer)
    return thought


def interval(values: list[float]) -> str:
    """The mean and its 95 % interval. Games on the same deal are alike, so each value is the mean of a deal."""
    middle = mean(values)
    spread = sqrt(sum((value - middle) ** 2 for value in values) / max(1, len(values) - 1) / len(values))
    return f"{middle:.1f} ± {1.96 * spread:.1f}"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.strength", description=__doc__)
    parser.add_argument("hero")
    parser.add_argument("field", help="who sits on all other seats")
    parser.add_argument("--deals", type=int, default=50)
    parser.add_argument("--first", type=int, default=0, help="the number of the first deal")
    parser.add_argument("--edition", default="original")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--options", type=json.loads, default={}, help='of the edition, as JSON: {"board": "stormy"}')
    options = parser.parse_args()

    wins, leads, seconds, picks = [], [], 0.0, 0
    for deal in range(options.first, options.first + options.deals):
        won, led = [], []
        for hero in range(options.players):
            game = Game.new(options.edition, players=options.players, seed=deal, **options.options)
            makers = [bot_named(options.hero if seat == hero else options.field) for seat in range(len(game.scores))]
            seconds += play(game, [make(bot_seed(deal, seat)) for seat, make in enumerate(makers)], hero)
            picks += sum(event.kind == "picked" and event.data()["seat"] == hero for event in game.events)
            others = [score for seat, score in enumerate(game.scores) if seat != hero]
            won.append(100 / len(game.winners) if hero in game.winners else 0.0)
            led.append(game.scores[hero] - mean(others))
        wins.append(mean(won))
        leads.append(mean(led))
    games = options.deals * options.players
    print(
        f"{options.hero} against {options.field}, {options.edition}, {options.players} players, {games} games: "
        f"wins {interval(wins)} %, lead {interval(leads)}, {1000 * seconds / picks:.1f} ms a pick, answers included"
    )


if __name__ == "__main__":
    main()
