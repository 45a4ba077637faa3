"""A masked policy, trained by MaskablePPO of sb3-contrib against random bots until it beats them clearly.

pip install 'libertalia[rl]' sb3-contrib
python examples/learn_ppo.py --steps 200000 --curve curve.csv
"""

import argparse
from pathlib import Path

from sb3_contrib import MaskablePPO
from sb3_contrib.common.wrappers import ActionMasker
from stable_baselines3.common.vec_env import DummyVecEnv

from libertalia.envs.single import LibertaliaEnv


def table() -> ActionMasker:
    """A game for two against a random bot. The reward is the margin, in units that suit the learner."""
    return ActionMasker(Scaled(bots=("random",), reward="margin"), lambda env: env.action_masks())


class Scaled(LibertaliaEnv):
    """The reward in twentieths."""

    def step(self, action):  # type: ignore[no-untyped-def]
        observation, reward, terminated, truncated, info = super().step(action)
        return observation, reward / 20, terminated, truncated, info


def wins(model: MaskablePPO, games: int, first: int) -> float:
    """The share of games that the policy wins against a random bot, on unseen deals."""
    env, won = LibertaliaEnv(bots=("random",)), 0.0
    for seed in range(first, first + games):
        observation, _ = env.reset(seed=seed)
        over = False
        while not over:
            action, _ = model.predict(observation, action_masks=env.action_masks(), deterministic=True)
            observation, reward, over, _, _ = env.step(int(action))
            won += reward
    return won / games


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=200_000)
    parser.add_argument("--rounds", type=int, default=20, help="how often to measure")
    parser.add_argument("--games", type=int, default=200, help="how many games to measure by")
    parser.add_argument("--curve", type=Path, help="write steps and wins to this file")
    given = parser.parse_args(arguments)
    model = MaskablePPO("MlpPolicy", DummyVecEnv([table] * 8), n_steps=256, batch_size=512, ent_coef=0.01, gamma=0.999, seed=1)
    curve = [(0, wins(model, given.games, 10**6))]
    print(f"{0:8} steps: wins {curve[0][1]:.0%} of {given.games} games", flush=True)
    for _ in range(given.rounds):
        model.learn(given.steps // given.rounds, reset_num_timesteps=False)
        curve.append((model.num_timesteps, wins(model, given.games, 10**6)))
        print(f"{curve[-1][0]:8} steps: wins {curve[-1][1]:.0%} of {given.games} games", flush=True)
    if given.curve:
        given.curve.write_text("steps,wins\n" + "".join(f"{steps},{share:.4f}\n" for steps, share in curve))


if __name__ == "__main__":
    main()
