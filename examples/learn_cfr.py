"""OpenSpiel's CFR+ on the small game: its exploitability falls."""

import pyspiel
from open_spiel.python.algorithms import cfr, exploitability

import libertalia.envs.spiel  # noqa: F401 registers the games


def main() -> None:
    game = pyspiel.convert_to_turn_based(pyspiel.load_game("libertalia_small(edition=original,cards=3,days=2,deal=1)"))
    solver = cfr.CFRPlusSolver(game)
    for rounds in (1, 4, 16):
        while solver._iteration < rounds:
            solver.evaluate_and_update_policy()
        found = exploitability.exploitability(game, solver.average_policy())
        print(f"after {rounds:3} rounds: exploitability {found:.4f} doubloons")


if __name__ == "__main__":
    main()
