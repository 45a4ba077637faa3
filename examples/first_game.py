"""A whole game with random answers, and what its record tells afterwards."""

import random

from libertalia import Game, Record


def main() -> None:
    rng = random.Random(1)
    game = Game.new("original", players=3, seed=7)
    while not game.over:
        decision = game.decisions[0]
        game.play(decision.seat, rng.choice(decision.options))
    print("scores", game.scores, "winners", game.winners)

    me = Record.loads(game.record().dumps()).replay().view(0).me
    print("seat 0 was", me.colour, "and scored", me.voyage_scores)


if __name__ == "__main__":
    main()
