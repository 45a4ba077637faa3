"""The PettingZoo environment in which a step is a round of decisions."""

from __future__ import annotations

from typing import Any

import numpy as np
from pettingzoo import ParallelEnv

from libertalia.envs.picture import METADATA
from libertalia.envs.setting import Setting
from libertalia.envs.zoo import ZooTable

Observations = dict[str, dict[str, np.ndarray]]


class LibertaliaParallel(ZooTable, ParallelEnv):
    """A step is a round of decisions: at sunrise all seats pick, otherwise one seat answers.

    A seat that has nothing to decide has only the action 0, and what it chooses does not matter. An illegal action is not
    played: the first legal one is, and `illegal` in the seat's info is true.

    `max_cycles` is the number of steps after which the game ends.
    """

    metadata = {**METADATA, "name": "libertalia_parallel_v0"}  # noqa: RUF012
    _changing = ("agents", "_worths")

    def __init__(
        self,
        edition: str = "original",
        players: int = 4,
        reward: str = "win",
        max_cycles: int | None = None,
        render_mode: str | None = None,
        rules: int | None = None,
        **options: Any,
    ) -> None:
        super().__init__(Setting(edition, players, reward, rules, **options), max_cycles, render_mode)
        self.agents: list[str] = []

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, dict[str, Any]]]:
        """Deal a new game: the same as `Game.new` deals with the same seed."""
        self._deal(seed)
        return self._observations(), {agent: {"illegal": False} for agent in self.agents}

    def _observations(self) -> Observations:
        return {agent: self._lens.masked(self.episode, seat) for seat, agent in enumerate(self.possible_agents)}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[Observations, dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        if not self.agents:
            return {}, {}, {}, {}, {}
        episode, agents = self.episode, self.agents
        infos: dict[str, dict[str, Any]] = {agent: {"illegal": False} for agent in agents}
        deciding = [seat for seat in range(len(agents)) if episode.asks(seat)]
        answers = [self._lens.legal_or_first(episode, seat, int(actions[agents[seat]])) for seat in deciding]
        for seat, (answer, legal) in zip(deciding, answers, strict=True):
            episode.play(seat, answer)
            infos[agents[seat]]["illegal"] = not legal
        self._cycles += 1
        rewards = {agent: self._earned(seat) for seat, agent in enumerate(agents)}
        if episode.over:
            for agent in agents:
                infos[agent]["scores"] = [player.score for player in episode.table.players]
        truncated = not episode.over and self.max_cycles is not None and self._cycles >= self.max_cycles
        if episode.over or truncated:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return self._observations(), rewards, dict.fromkeys(agents, episode.over), dict.fromkeys(agents, truncated), infos
