"""The PettingZoo environment in which one seat acts after the other."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from pettingzoo import AECEnv
from pettingzoo.utils.env_logger import EnvLogger

from libertalia.envs.picture import METADATA
from libertalia.envs.setting import Setting
from libertalia.envs.zoo import ZooTable
from libertalia.game.errors import IllegalMove, InvalidSetup, brief
from libertalia.search.actions import NO_ANSWER

ILLEGAL: Final = ("raises", "ends")
"""What an illegal action may do."""


class LibertaliaAEC(ZooTable, AECEnv):
    """One seat acts after the other: at sunrise the seats that pick from seat 0 on, otherwise the one that is asked.

    Nobody sees a pick before all have picked; only that it was made. A seat acts only when it has something to decide, so
    the order of the seats changes from day to day. `max_cycles` is the number of rounds of decisions after which the game ends.

    An illegal action raises an `IllegalMove`. With `illegal="ends"`, as in `env`, it ends the game, and the one who chose it gets
    -1; only what is not an action at all is still refused.

    The position can be copied at any time: `clone`, `copy.deepcopy` and `pickle` go on from where it is, with the same chance
    ahead.
    """

    metadata = {**METADATA, "name": "libertalia_v0", "is_parallelizable": False}  # noqa: RUF012
    _changing = ("agents", "rewards", "_cumulative_rewards", "terminations", "truncations", "infos", "_worths")

    def __init__(
        self,
        edition: str = "original",
        players: int = 4,
        reward: str = "win",
        max_cycles: int | None = None,
        render_mode: str | None = None,
        rules: int | None = None,
        illegal: str = "raises",
        **options: Any,
    ) -> None:
        super().__init__(Setting(edition, players, reward, rules, **options), max_cycles, render_mode)
        if illegal not in ILLEGAL:
            raise InvalidSetup(f"An illegal action {' or '.join(ILLEGAL)}, not {brief(illegal)}.")
        self.illegal = illegal

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game: the same as `Game.new` deals with the same seed."""
        self._deal(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._paid = False  # whether any reward of the last step is not 0
        self.agent_selection = self.agents[self.episode.table.asked()]

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        return self._lens.masked(self.episode, self._seat_of[agent])

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        seat, episode = self._seat_of[agent], self.episode
        table = episode.table
        answer = NO_ANSWER
        if action is not None:
            answer = self.setting.actions.answer(table.asker().form(), int(action), seat, self.setting.seats)
        if answer == NO_ANSWER or not table.allows(seat, answer):
            self._refuse(agent, action)
            return
        voyage = table.voyage
        self._cycles += table.questions != 0 or table.picking == 1 << seat  # the last pick ends the round
        episode.play(seat, answer)
        if self._paid:
            self.rewards = dict.fromkeys(self.agents, 0.0)
            self._paid = False
        self._cumulative_rewards[agent] = 0.0
        if episode.over or table.voyage != voyage:
            self._pay()
        if episode.over:
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
            self.infos = {each: {"scores": [player.score for player in table.players]} for each in self.agents}
        else:
            self.agent_selection = self.agents[table.asked()]
            if self.max_cycles is not None and self._cycles >= self.max_cycles:
                self.truncations = dict.fromkeys(self.agents, True)
        if self.render_mode == "human":
            self.render()

    def _refuse(self, agent: str, action: int | None) -> None:
        """An illegal action: refuse it, or end the game."""
        if self.illegal == "raises" or action is None or not 0 <= action < self.setting.actions.size:
            legal = np.flatnonzero(self._lens.mask(self.episode, self._seat_of[agent])).tolist()
            raise IllegalMove(f"{action} is not a legal action of {agent} now; legal are {legal}.", "illegal.answer")
        EnvLogger.warn_on_illegal_move()
        self.terminations = dict.fromkeys(self.agents, True)
        self.truncations = dict.fromkeys(self.agents, True)
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self.rewards[agent] = -1.0
        self._paid = True
        self._accumulate_rewards()
        self._deads_step_first()

    def _pay(self) -> None:
        self.rewards = {agent: self._earned(seat) for seat, agent in enumerate(self.agents)}
        self._paid = True
        self._accumulate_rewards()
