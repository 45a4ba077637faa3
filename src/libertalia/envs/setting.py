"""What all environments have in common: who plays what, the spaces, and how a game is dealt."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from gymnasium import spaces

from libertalia.game.errors import InvalidSetup, brief
from libertalia.game.game import check_seed
from libertalia.game.setup import options_of, seated
from libertalia.rules.chance import Seed
from libertalia.rules.course import start_game
from libertalia.rules.edition import Edition
from libertalia.rules.table import Table
from libertalia.search.actions import Actions
from libertalia.search.episode import REWARDS, Episode
from libertalia.search.features import Features
from libertalia.search.rows import Rows

BOUND: Final = 32.0
"""No feature is farther from 0."""


class Setting:
    """An edition with its options, the number of players, and what is rewarded.

    >>> setting = Setting("original", 3)
    >>> setting.action_space()
    Discrete(241)
    >>> setting.observation_space().shape
    (1434,)
    """

    def __init__(
        self, edition: str = "original", players: int = 4, reward: str = "win", rules: int | None = None, **options: Any
    ) -> None:
        if reward not in REWARDS:
            raise InvalidSetup(f"A reward is one of {', '.join(REWARDS)}, not {brief(reward)}.")
        self.edition = edition
        self.players = players
        self.reward = REWARDS[reward]
        self.rules = rules
        self.options = options
        self._plain: Edition | None = None  # the edition, where chance chooses none of its options
        some, self.seats = seated(edition, players, Seed(b""), options, rules)
        if not any(option.drawn and options.get(option.name) == option.drawn for option in options_of(edition)):
            self._plain = some
        self.features = Features(some)
        self.actions = Actions(some)
        self.agents = [f"player_{seat}" for seat in range(self.seats) if some.pickers >> seat & 1]
        """The names of the seats that somebody plays; an Automa plays by itself."""

    def __reduce__(self) -> tuple[Any, ...]:
        return _setting, (self.edition, self.players, self.reward, self.rules, self.options)

    def deal(self, seed: int) -> Table:
        """The table of `Game.new` with the same seed."""
        secret = Seed(b"%x" % check_seed(seed))
        edition = self._plain
        if edition is None:
            edition, _ = seated(self.edition, self.players, secret, self.options, self.rules)
        return start_game(edition, self.seats, secret, 0, None)

    def observation_space(self) -> spaces.Box:
        return spaces.Box(-BOUND, BOUND, (int(self.features.size),), np.float32)

    def mask_space(self) -> spaces.MultiBinary:
        return spaces.MultiBinary(int(self.actions.size))

    def masked_space(self) -> spaces.Dict:
        """An observation together with its mask."""
        return spaces.Dict({"observation": self.observation_space(), "action_mask": self.mask_space()})

    def action_space(self) -> spaces.Discrete:
        return spaces.Discrete(int(self.actions.size))


def _setting(edition: str, players: int, reward: int, rules: int | None, options: dict[str, Any]) -> Setting:
    name = next(name for name, number in REWARDS.items() if number == reward)
    return Setting(edition, players, name, rules, **options)


def array_on(block: Any, dtype: Any) -> np.ndarray:
    """An array that looks at a block of the engine's memory."""
    return np.frombuffer(block, dtype)


class Lens:
    """Looks at a game through the eyes of its seats: observations and masks as arrays."""

    def __init__(self, setting: Setting) -> None:
        self._setting = setting
        self._rows = Rows(1, setting.seats, setting.features, setting.actions)
        self._observations = list(array_on(self._rows.observations, np.float32).reshape(setting.seats, -1))
        self._masks = list(array_on(self._rows.masks, np.int8).reshape(setting.seats, -1))

    def __reduce__(self) -> tuple[Any, ...]:
        return Lens, (self._setting,)

    def observation(self, episode: Episode, seat: int) -> np.ndarray:
        self._rows.observe(seat, episode, seat)
        return self._observations[seat].copy()

    def mask(self, episode: Episode, seat: int) -> np.ndarray:
        self._rows.allow(seat, episode, seat)
        return self._masks[seat].copy()

    def masked(self, episode: Episode, seat: int) -> dict[str, np.ndarray]:
        return {"observation": self.observation(episode, seat), "action_mask": self.mask(episode, seat)}

    def legal_or_first(self, episode: Episode, seat: int, action: int) -> tuple[int, bool]:
        """The answer that an action of a seat gives, and whether it is legal; the first legal one if it is not."""
        rows, table = self._rows, episode.table
        rows.allow(seat, episode, seat)
        legal = 0 <= action < rows.actions.size and self._masks[seat][action] == 1
        chosen = action if legal else rows.first(seat)
        return rows.actions.answer(table.asker().form(), chosen, seat, len(table.players)), bool(legal)
