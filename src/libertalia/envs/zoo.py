"""What both PettingZoo environments have in common: the seats, what they see, and copies."""

from __future__ import annotations

import random
from typing import Any, ClassVar, Self

import numpy as np
from gymnasium import spaces

from libertalia.envs.picture import check_mode, rendered
from libertalia.envs.setting import Lens, Setting
from libertalia.game.view import View
from libertalia.search.episode import Episode

_MADE_ANEW = ("_lens", "_seat_of", "observation_spaces", "action_spaces")


class ZooTable:
    """A game whose seats are agents with names. `clone`, `copy.deepcopy` and `pickle` go on from any moment of it."""

    _changing: ClassVar[tuple[str, ...]]
    """The lists and dictionaries that a game changes: each copy has its own."""

    def __init__(self, setting: Setting, max_cycles: int | None, render_mode: str | None) -> None:
        self.setting = setting
        self.max_cycles = max_cycles
        self.render_mode = check_mode(render_mode)
        self.possible_agents = setting.agents.copy()
        self._rng = random.Random()
        self._prepare()

    def _prepare(self) -> None:
        """Make what is not stored: when the table is new, and when it is read back."""
        self._lens = Lens(self.setting)
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {agent: self.setting.masked_space() for agent in self.possible_agents}
        self.action_spaces = {agent: self.setting.action_space() for agent in self.possible_agents}

    def _deal(self, seed: int | None) -> None:
        """Begin a new game: the same as `Game.new` deals with the same seed."""
        if seed is not None:
            self._rng.seed(int(seed))
        self.episode = Episode(self.setting.deal(self._rng.getrandbits(64) if seed is None else seed))
        self.agents = self.possible_agents.copy()
        self._worths = [0.0] * len(self.agents)
        self._cycles = 0

    def _earned(self, seat: int) -> float:
        """The reward of a seat since this was asked last."""
        worth = self.episode.worth(self.setting.reward, seat)
        before, self._worths[seat] = self._worths[seat], worth
        return worth - before

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    def view(self, agent: str | None = None) -> View:
        """The game as a seat may see it, with names; without an agent as a spectator does. It has no events."""
        return View(self.episode.sight(-1 if agent is None else self._seat_of[agent]), None)

    def render(self) -> str | np.ndarray | None:
        """What everyone can see of the table, as text or as a picture."""
        return rendered(self.view(), self.render_mode)

    def close(self) -> None:
        """There is nothing to close."""

    # ---- copies -------------------------------------------------------------------------------------------------------------

    def clone(self) -> Self:
        """An environment of its own that goes on from here, with the same chance ahead."""
        twin = type(self).__new__(type(self))
        twin.__dict__.update(self.__dict__)  # the setting, the spaces and the lens are shared
        twin._rng = random.Random()
        twin._rng.setstate(self._rng.getstate())
        if "episode" in self.__dict__:
            twin.episode = self.episode.clone()
            twin.__dict__.update({name: self.__dict__[name].copy() for name in self._changing})
        return twin

    def __deepcopy__(self, memo: object) -> Self:
        return self.clone()

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name not in _MADE_ANEW}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._prepare()
