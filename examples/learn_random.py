"""Random play in the PettingZoo environment: every agent chooses any legal action."""

import numpy as np

from libertalia.envs import libertalia_v0


def main() -> None:
    env = libertalia_v0.env(edition="galecrest", players=4, board="stormy", reward="score")
    env.reset(seed=7)
    rng = np.random.default_rng(1)
    scores = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        scores[agent] += reward
        over = terminated or truncated
        env.step(None if over else int(rng.choice(np.flatnonzero(observation["action_mask"]))))
    print("scores", scores)


if __name__ == "__main__":
    main()
