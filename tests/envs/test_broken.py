"""Our checks fail on environments that are broken on purpose."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from libertalia import IllegalMove
from libertalia.envs.aec import LibertaliaAEC
from tests.envs.checks import check_copies, check_secrecy, check_the_same_game
from tests.games import Setting


class Peeking(LibertaliaAEC):
    """Shows the pick of seat 0 to everyone."""

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        seen = super().observe(agent)
        seen["observation"][0] += self.episode.table.players[0].pick
        return seen


class Telling(LibertaliaAEC):
    """Has masks that depend on the next seat's pick."""

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        seen = super().observe(agent)
        if agent != "player_0":
            seen["action_mask"][0] = self.episode.table.players[0].pick % 2
        return seen


class Strict(LibertaliaAEC):
    """Hides a legal action."""

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        seen = super().observe(agent)
        legal = np.flatnonzero(seen["action_mask"])
        if len(legal) > 1:
            seen["action_mask"][legal[-1]] = 0
        return seen


class Generous(LibertaliaAEC):
    """Pays twice."""

    def _pay(self) -> None:
        super()._pay()
        self.rewards = {agent: 2 * reward for agent, reward in self.rewards.items()}


class Unseeded(LibertaliaAEC):
    """Forgets its seed."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        super().reset(seed=1, options=options)


class Sharing(LibertaliaAEC):
    """Its clone plays at the same table."""

    def clone(self) -> LibertaliaAEC:
        twin = super().clone()
        twin.episode = self.episode
        return twin


@pytest.mark.parametrize(
    ("broken", "check"),
    [
        (Peeking, check_secrecy),
        (Telling, check_secrecy),
        (Strict, check_the_same_game),
        (Peeking, check_the_same_game),
        (Generous, check_the_same_game),
        (Unseeded, check_the_same_game),
        (Sharing, check_copies),
    ],
)
def test_a_check_finds_what_is_broken(broken: type[LibertaliaAEC], check: Callable[..., object]) -> None:
    with pytest.raises((AssertionError, IllegalMove)):
        check(broken, Setting(3), seed=5)
