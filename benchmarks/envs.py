"""Environments for programs that learn: ours and those of other projects, stepped by the same loops with random legal actions."""

from __future__ import annotations

import importlib
import random
from typing import Any

from benchmarks.measure import Amounts, MissingError, Work

PLAYERS = 4
GAMES = 128
"""Games that the vectorised environments play at once, by default."""

TEXAS = "texas_holdem_v4"
HANABI = "hanabi_v5"
OURS = "ours"
PYTHON_GAMES = (
    "python_block_dominoes",
    "python_team_dominoes",
    "python_liars_poker",
    "python_kuhn_poker",
    "python_dynamic_routing",
)
"""OpenSpiel's own games in Python, from about our size down to the smallest."""


RAW = "raw"
USUAL = "usual"
THEIRS = "theirs"
"""Ways to wrap an AEC environment: not at all; as its `env()` does; ours in the three wrappers that PettingZoo gives its own."""


def aec(name: str, wrapped: str) -> Work:
    """Whole games in a PettingZoo environment, with an observation before each step."""
    try:
        module = importlib.import_module("libertalia.envs.libertalia_v0" if name == OURS else f"pettingzoo.classic.{name}")
        env = module.env() if wrapped == USUAL else module.raw_env()
        if wrapped == THEIRS:
            from pettingzoo.utils import wrappers

            env = wrappers.AssertOutOfBoundsWrapper(wrappers.TerminateIllegalWrapper(env, illegal_reward=-1.0))
            env = wrappers.OrderEnforcingWrapper(env)
    except ImportError as error:
        raise MissingError(f"{name} can't be imported ({error}): pip install 'pettingzoo[classic]'") from None

    def work(games: int) -> Amounts:
        luck, steps = random.Random(1).random, 0
        for seed in range(games):
            env.reset(seed=seed)
            for _ in env.agent_iter():
                observation, _, terminated, truncated, info = env.last()
                if terminated or truncated:
                    env.step(None)
                else:
                    mask = info["action_mask"] if "action_mask" in info else observation["action_mask"]
                    legal = mask.nonzero()[0]
                    env.step(int(legal[int(luck() * len(legal))]))
                    steps += 1
        return {"steps": steps}

    return work


def vector(games: int = GAMES, observe: str = "deciding") -> Work:
    """Our vectorised environment, with the observations and masks of all seats that decide. A decision is a step."""
    import numpy as np

    from libertalia.envs.vector import LibertaliaVectorEnv

    env = LibertaliaVectorEnv(num_envs=PLAYERS * games, players=PLAYERS, observe=observe)
    env.reset(seed=1)

    def work(rounds: int) -> Amounts:
        steps = 0
        for _ in range(rounds):
            steps += int(np.count_nonzero(env.deciding))
            env.step(env.random_actions())
        return {"steps": steps}

    return work


def pgx(name: str) -> Work:
    """An environment of pgx, compiled by JAX for this processor, with as many games at once; finished ones begin again."""
    try:
        import jax
        import pgx as pgx_package
    except ImportError as error:
        raise MissingError(f"pgx can't be imported ({error}): pip install pgx") from None
    env = pgx_package.make(name)
    keys = jax.random.split(jax.random.PRNGKey(1), GAMES)
    state = jax.jit(jax.vmap(env.init))(keys)

    def one_step(state: Any, key: Any) -> Any:
        actions = jax.random.categorical(key, jax.numpy.log(state.legal_action_mask.astype(float)))
        return jax.vmap(pgx_package.experimental.auto_reset(env.step, env.init))(state, actions, jax.random.split(key, GAMES))

    step = jax.jit(one_step)
    state = step(state, jax.random.PRNGKey(0))

    def work(rounds: int) -> Amounts:
        now = state
        for index in range(rounds):
            now = step(now, jax.random.PRNGKey(index))
        jax.block_until_ready(now.observation)
        return {"steps": rounds * GAMES}

    return work


def spiel(name: str) -> Work:
    """Whole games of OpenSpiel, driven from Python. A decision of all players at once is one step, and so is a draw."""
    try:
        import pyspiel
        from open_spiel.python import games as _  # noqa: F401

        import libertalia.envs.spiel  # noqa: F401
    except ImportError:
        raise MissingError("OpenSpiel is not installed: pip install open_spiel") from None
    game = pyspiel.load_game(name)
    players = range(game.num_players())

    def work(games: int) -> Amounts:
        luck, steps = random.Random(1).random, 0
        for _ in range(games):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes = state.chance_outcomes()
                    state.apply_action(outcomes[int(luck() * len(outcomes))][0])
                elif state.is_simultaneous_node():
                    legal = [state.legal_actions(player) for player in players]
                    state.apply_actions([actions[int(luck() * len(actions))] for actions in legal])
                else:
                    actions = state.legal_actions()
                    state.apply_action(actions[int(luck() * len(actions))])
                steps += 1
        return {"steps": steps}

    return work
