"""Libertalia for programs that learn: PettingZoo, Gymnasium and OpenSpiel. See docs/research.md.

from libertalia.envs import libertalia_v0
env = libertalia_v0.env(edition="galecrest", players=4)          # PettingZoo, one seat after the other
env = libertalia_v0.parallel_env(edition="original", players=3)  # PettingZoo, a round of decisions at a time

import gymnasium, libertalia.envs
env = gymnasium.make("Libertalia-v0", bots=("greedy", "skerry"))  # one learner against bots
envs = gymnasium.make_vec("Libertalia-v0", num_envs=4000, vectorization_mode="vector_entry_point")  # self-play

import pyspiel, libertalia.envs.spiel
game = pyspiel.load_game("libertalia(edition=original,players=2)")
"""

from libertalia.lab.extra import extra

with extra("rl"):
    import gymnasium
    import numpy as np  # noqa: F401
    import pettingzoo  # noqa: F401

NAME = "Libertalia-v0"

if NAME not in gymnasium.registry:
    gymnasium.register(
        NAME,
        entry_point="libertalia.envs.single:LibertaliaEnv",
        vector_entry_point="libertalia.envs.vector:LibertaliaVectorEnv",
    )
