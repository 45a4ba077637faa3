"""The vectorised environment: thousands of games, stepped inside the compiled engine."""

from __future__ import annotations

import random
from typing import Any, Final

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from libertalia.envs.picture import METADATA, check_mode, rendered
from libertalia.envs.setting import Setting, array_on
from libertalia.game.errors import InvalidSetup, brief
from libertalia.game.view import View
from libertalia.search.batch import Batch

Infos = dict[str, Any]

OBSERVE: Final = ("deciding", "all")
"""Whose observations a step may write."""


class LibertaliaVectorEnv(VectorEnv):
    """Every seat of every game is a sub-environment of its own: row ``game * players + seat``. So one policy plays with itself.

    A step is a round of decisions in each game: at sunrise all seats pick, otherwise one seat answers. A seat that has nothing to
    decide has only the action 0, and its observation stays that of its last decision; with `observe="all"` every seat sees the
    table after every step, which takes longer. `deciding` says who must decide. A game that is over is followed by the next in
    the same step. An illegal action is not played: the first legal one is.

    All arrays are made once and can only be read; each step writes into them: copy what you want to keep. With ``seed`` the games
    have the seeds ``seed``, ``seed + 1``, …, and the next game in place g that of the one before plus the number of games.
    """

    metadata = {**METADATA, "autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(
        self,
        num_envs: int = 4000,
        edition: str = "original",
        players: int = 4,
        reward: str = "win",
        observe: str = "deciding",
        render_mode: str | None = None,
        rules: int | None = None,
        **options: Any,
    ) -> None:
        self.setting = setting = Setting(edition, players, reward, rules, **options)
        if len(setting.agents) != setting.seats:
            raise InvalidSetup("A game for one is not played with itself: use LibertaliaEnv(edition='galecrest', players=1).")
        if num_envs < 1 or num_envs % setting.seats:
            raise InvalidSetup(f"num_envs counts the seats of all games: a multiple of {setting.seats}, not {num_envs}.")
        if observe not in OBSERVE:
            raise InvalidSetup(f"observe is {' or '.join(OBSERVE)}, not {brief(observe)}.")
        self.num_envs = num_envs = int(num_envs)
        self.games = num_envs // setting.seats
        self.render_mode = check_mode(render_mode)
        self.single_observation_space = setting.observation_space()
        self.single_action_space = setting.action_space()
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._batch = batch = Batch(
            setting.deal, self.games, setting.seats, setting.features, setting.actions, setting.reward, observe == "all"
        )
        self._rng = random.Random()
        self.observations = array_on(batch.rows.observations, np.float32).reshape(num_envs, -1)
        self.masks = array_on(batch.rows.masks, np.int8).reshape(num_envs, -1)
        self.chosen = array_on(batch.chosen, np.int64)
        self.rewards = array_on(batch.rewards, np.float64)
        self.terminations = array_on(batch.over, np.bool_)
        self.truncations = np.zeros(num_envs, np.bool_)
        self.deciding = array_on(batch.deciding, np.bool_)
        """Which seats have something to decide."""
        self.infos: Infos = {
            "action_mask": self.masks,
            "deciding": self.deciding,
            "illegal": array_on(batch.illegal, np.bool_),
            "final_scores": array_on(batch.scores, np.int64),
        }

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[np.ndarray, Infos]:
        """Deal new games: the same as `Game.new` deals with these seeds."""
        if seed is not None:
            self._rng.seed(int(seed))
        self._batch.reset(self._rng.getrandbits(62) if seed is None else int(seed))
        return self.observations, self.infos.copy()

    def step(self, actions: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, Infos]:
        """Play an action for each row."""
        if actions is not self.chosen:
            self._batch.choose(np.asarray(actions, "<i8").tobytes())
        self._batch.step()
        return self.observations, self.rewards, self.terminations, self.truncations, self.infos.copy()

    def random_actions(self) -> np.ndarray:
        """A legal action for each row, each with the same probability. The array may be given to `step` as it is."""
        self._batch.choose_at_random(self._rng.getrandbits(32))
        return self.chosen

    def view(self, row: int) -> View:
        """The game as the seat of a row may see it, with names. It has no events."""
        game, seat = divmod(row, self.setting.seats)
        return View(self._batch.episodes[game].sight(seat), None)

    def render(self) -> tuple[Any, ...] | None:
        """What everyone can see of each game, as text or as a picture."""
        views = [View(episode.sight(-1), None) for episode in self._batch.episodes]
        return tuple(rendered(view, self.render_mode) for view in views)

    def close_extras(self, **kwargs: Any) -> None:
        """There is nothing to close."""
