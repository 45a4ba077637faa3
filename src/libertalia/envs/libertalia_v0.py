"""Libertalia as a PettingZoo environment: `env`, `raw_env` and `parallel_env`.

>>> environment = env(edition="original", players=2)
>>> environment.reset(seed=7)
>>> for agent in environment.agent_iter():
...     observation, reward, terminated, truncated, info = environment.last()
...     over = terminated or truncated
...     environment.step(None if over else environment.action_space(agent).sample(observation["action_mask"]))
"""

from __future__ import annotations

from typing import Any

from pettingzoo.utils import wrappers

from libertalia.envs.aec import LibertaliaAEC
from libertalia.envs.parallel import LibertaliaParallel

raw_env = LibertaliaAEC
"""The environment without wrappers: it is quicker, and raises an `IllegalMove` for an illegal action."""

parallel_env = LibertaliaParallel


def env(**setting: Any) -> wrappers.OrderEnforcingWrapper:
    """The environment as PettingZoo recommends to use it: it minds the order of calls, and an illegal action ends the game.

    The one who chose it gets -1. PettingZoo has two more wrappers for that. They do the same, and they would take several times
    as long as all the rest, as each of them looks up every attribute in the one below.
    """
    return wrappers.OrderEnforcingWrapper(raw_env(**{"illegal": "ends", **setting}))
