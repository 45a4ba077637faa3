"""What is a character worth? Plays the same voyage at random many times, with and without a Barkeep in the crew."""

from statistics import mean

from libertalia import Game
from libertalia.rules.chance import scramble
from libertalia.rules.playout import play_out

TIMES = 2000


def mean_score(crew: list[str]) -> float:
    """The mean score of seat 0 from the first day on, with these characters in its crew."""
    hand = ["brute", "captain", "cook", "first-mate", "gunner", "merchant", "parrot", "surgeon"]
    seats = [
        {"colour": "yellow", "doubloons": 10, "hand": hand, "crew": crew},
        {"colour": "red", "doubloons": 10, "hand": hand},
    ]
    game = Game.at({"edition": "original", "voyage": 3, "day": 1, "loot": [["goods", "jewel"]] * 6, "seats": seats}, seed=1)
    scores = []
    for number in range(TIMES):
        table = game.table.clone()
        play_out(table, scramble(number))
        scores.append(float(table.players[0].score))
    return mean(scores)


def main() -> None:
    print(f"A Barkeep from day 1 on is worth {mean_score(['barkeep']) - mean_score([]):.1f} doubloons")


if __name__ == "__main__":
    main()
