"""The Gymnasium environment: one learner against bots by name, or alone against Galecrest's Automa."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np

from libertalia.bots import Bot, bot_named, bot_seed
from libertalia.envs.picture import METADATA, check_mode, rendered
from libertalia.envs.setting import Lens, Setting
from libertalia.game.answers import to_text
from libertalia.game.errors import InvalidSetup
from libertalia.game.game import Game
from libertalia.search.episode import Episode


class LibertaliaEnv(gymnasium.Env):
    """A learner on one seat; bots play the others. A step is a decision of the learner.

    There is a bot for each other seat; one name is enough for all of them. With `players=1` Galecrest is played alone. The mask
    of the legal actions is `action_mask` in the info, and `action_masks()`, where sb3-contrib looks for it. An illegal action is
    not played: the first legal one is, and `illegal` in the info is true.
    """

    metadata = METADATA

    def __init__(
        self,
        edition: str = "original",
        bots: Sequence[str] | str = ("random", "random", "random"),
        players: int | None = None,
        seat: int = 0,
        reward: str = "win",
        render_mode: str | None = None,
        rules: int | None = None,
        **options: Any,
    ) -> None:
        names = [bots] * (int(players or 4) - 1) if isinstance(bots, str) else list(bots)
        players = len(names) + 1 if players is None else int(players)
        if len(names) != players - 1:
            if players != 1:
                raise InvalidSetup(f"{players} players are a learner and {players - 1} bots, not {len(names)}: {names}.")
            names = []
        self.setting = Setting(edition, players, reward, rules, **options)
        if not 0 <= seat < players:
            raise InvalidSetup(f"The learner sits on a seat from 0 to {players - 1}, not on {seat}.")
        self.seat = int(seat)
        self.render_mode = check_mode(render_mode)
        self.observation_space = self.setting.observation_space()
        self.action_space = self.setting.action_space()
        others = [other for other in range(players) if other != self.seat]
        self._makers = dict(zip(others, [bot_named(name) for name in names], strict=True))
        self._bots: dict[int, Bot] = {}
        self._lens = Lens(self.setting)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[np.ndarray, dict[str, Any]]:
        """Deal a new game: the same as `Game.new` deals with the same seed. Without a seed, it is drawn by `np_random`."""
        super().reset(seed=None if seed is None else int(seed))
        number = int(self.np_random.integers(2**63)) if seed is None else int(seed)
        setting = self.setting
        self.game = Game.new(setting.edition, setting.players, number, rules=setting.rules, **setting.options)
        self._bots = {seat: make(bot_seed(number, seat)) for seat, make in self._makers.items()}
        self._worth = 0.0
        self._let_bots_play()
        return self._observation(), self._info(False)

    def step(self, action: int) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        episode = self._episode()
        table = episode.table
        answer, legal = self._lens.legal_or_first(episode, self.seat, int(action))
        self.game.play(self.seat, to_text(table.edition, table.asker().form(), answer))
        self._let_bots_play()
        worth = self._episode().worth(self.setting.reward, self.seat)
        reward, self._worth = worth - self._worth, worth
        if self.render_mode == "human":
            self.render()
        return self._observation(), reward, self.game.over, False, self._info(not legal)

    def _let_bots_play(self) -> None:
        """Let the bots answer until the learner must, or the game is over. At sunrise the learner picks without waiting."""
        game = self.game
        while not game.over and all(decision.seat != self.seat for decision in game.decisions):
            decision = game.decisions[0]
            game.play(decision.seat, self._bots[decision.seat].answer(game.view(decision.seat), decision))

    def _episode(self) -> Episode:
        """The game as the observation needs it."""
        return Episode(self.game.table, self.game.view(self.seat, events=False).sight.guesses)

    def _observation(self) -> np.ndarray:
        return self._lens.observation(self._episode(), self.seat)

    def action_masks(self) -> np.ndarray:
        """Which actions are legal now."""
        return self._lens.mask(self._episode(), self.seat).astype(bool)

    def _info(self, illegal: bool) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self._lens.mask(self._episode(), self.seat), "illegal": illegal}
        if self.game.over:
            info["scores"] = list(self.game.scores)
            info["won"] = self.seat in self.game.winners
        return info

    def render(self) -> str | np.ndarray | None:
        """The table as the learner sees it, as text or as a picture."""
        return rendered(self.game.view(self.seat, events=False), self.render_mode)
