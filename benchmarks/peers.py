"""Other engines to compare with. They play other games, so only the order of magnitude can be compared."""

from __future__ import annotations

import random
from typing import Any

from benchmarks.measure import Amounts, MissingError, Work

HEARTS = "hearts"
GOOFSPIEL = "turn_based_simultaneous_game(game=goofspiel(players=4,num_cards=13))"


def _pyspiel() -> Any:
    try:
        import pyspiel  # type: ignore[import-not-found, import-untyped, unused-ignore]
    except ImportError:
        raise MissingError("OpenSpiel is not installed: pip install open_spiel") from None
    return pyspiel


def open_spiel(name: str) -> Work:
    """Random rollouts of OpenSpiel, in C++, from four states after the deal.

    A search with one simulation evaluates its root and builds no tree. So it spends all its time on rollouts, and their
    number is exact. Each state has several legal actions, because the search stops early if there is only one.
    """
    pyspiel = _pyspiel()
    game = pyspiel.load_game(name)
    rng = random.Random(1)
    states = [_dealt(game, rng) for _ in range(4)]
    lengths = [sum(_random_decisions(state.clone(), rng) for _ in range(100)) / 100 for state in states]

    def work(rollouts: int) -> Amounts:
        played = 0
        decisions = 0.0
        for state, length in zip(states, lengths, strict=True):
            evaluator = pyspiel.RandomRolloutEvaluator(rollouts, 1)
            bot = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 1000, False, 1, False)
            done = bot.mcts_search(state).explore_count * rollouts
            played += done
            decisions += done * length
        return {"games": played, "decisions": decisions}

    return work


def open_spiel_search(name: str) -> Work:
    """OpenSpiel's search, in C++: each simulation goes down its tree and ends with one random rollout to the end of the game."""
    pyspiel = _pyspiel()
    game = pyspiel.load_game(name)
    rng = random.Random(1)
    states = [_dealt(game, rng) for _ in range(4)]

    def work(simulations: int) -> Amounts:
        done = 0
        for state in states:
            bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 1), 2.0, simulations, 1000, False, 1, False)
            done += bot.mcts_search(state).explore_count
        return {"simulations": done}

    return work


def _dealt(game: Any, rng: random.Random) -> Any:
    """A state after the deal with several legal actions."""
    state = game.new_initial_state()
    while state.is_chance_node() or len(state.legal_actions()) < 2:
        _random_step(state, rng)
    return state


def _random_decisions(state: Any, rng: random.Random) -> int:
    """Play a state to its end; returns the number of decisions."""
    decisions = 0
    while not state.is_terminal():
        decisions += not state.is_chance_node()
        _random_step(state, rng)
    return decisions


def _random_step(state: Any, rng: random.Random) -> None:
    if state.is_chance_node():
        outcomes, odds = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(outcomes, odds)[0])
    else:
        state.apply_action(rng.choice(state.legal_actions()))


def catanatron() -> Work:
    """Whole games of catanatron between four random players. Games differ by a third in speed, so each turn plays many."""
    try:
        from catanatron import Color, RandomPlayer  # type: ignore[import-not-found, import-untyped, unused-ignore]
        from catanatron import Game as Catan
    except ImportError:
        raise MissingError("catanatron is not installed: pip install catanatron") from None

    def work(size: int) -> Amounts:
        games = 16 * size
        decisions = 0
        for seed in range(1, games + 1):
            game = Catan([RandomPlayer(colour) for colour in Color], seed=seed)
            game.play()
            decisions += len(game.state.actions)
        return {"games": games, "decisions": decisions}

    return work
