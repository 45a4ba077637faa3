"""The PettingZoo environments pass PettingZoo's own tests and ours."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, parallel_seed_test, render_test, seed_test
from pettingzoo.utils.conversions import parallel_to_aec
from pettingzoo.utils.wrappers import TerminateIllegalWrapper

from libertalia import COMPILED, IllegalMove, LibertaliaError
from libertalia.envs import libertalia_v0
from libertalia.envs.aec import LibertaliaAEC
from tests.envs.checks import SETTINGS, arguments, check_copies, check_secrecy, check_the_same_game
from tests.games import Setting, galecrest

each_setting = pytest.mark.parametrize("setting", SETTINGS, ids=str)


@pytest.mark.parametrize("setting", SETTINGS if COMPILED else SETTINGS[:1], ids=str)
@pytest.mark.filterwarnings("error", "ignore:Observation (space for each agent probably|is not a NumPy):UserWarning")
def test_pettingzoos_own_tests_pass(setting: Setting, capsys: pytest.CaptureFixture[str]) -> None:
    given = arguments(setting)

    def parallel(max_cycles: int | None = None) -> libertalia_v0.parallel_env:
        return libertalia_v0.parallel_env(max_cycles=max_cycles, **given)

    api_test(libertalia_v0.env(**given), num_cycles=40)
    parallel_api_test(parallel(), num_cycles=120)
    seed_test(lambda: libertalia_v0.env(**given), num_cycles=40)
    parallel_seed_test(parallel, num_cycles=40)
    render_test(lambda render_mode: libertalia_v0.env(render_mode=render_mode, **given))
    # That test wants every agent to act in every cycle, as they do in the parallel environment seen one agent after the other.
    max_cycles_test(SimpleNamespace(parallel_env=parallel, env=lambda max_cycles: parallel_to_aec(parallel(max_cycles))))
    assert "Passed" in capsys.readouterr().out


@each_setting
def test_it_is_the_same_game_as_game_new(setting: Setting) -> None:
    check_the_same_game(LibertaliaAEC, setting, seed=5)


def test_observations_and_masks_leak_nothing() -> None:
    differed = [check_secrecy(LibertaliaAEC, setting, seed=2) for setting in SETTINGS]
    assert sum(differed) > 100  # the worlds that were compared did differ


@each_setting
def test_copies_play_on_alike(setting: Setting) -> None:
    check_copies(LibertaliaAEC, setting, seed=3)


@pytest.mark.parametrize("reward", ["win", "margin", "score"])
def test_rewards_add_up_in_both_environments(reward: str) -> None:
    aec = libertalia_v0.raw_env(players=3, reward=reward)
    parallel = libertalia_v0.parallel_env(players=3, reward=reward)
    aec.reset(seed=9)
    parallel.reset(seed=9)
    totals = {agent: [0.0, 0.0] for agent in aec.possible_agents}
    rng = np.random.default_rng(1)
    while parallel.agents:
        actions = dict.fromkeys(parallel.agents, 0)
        while True:
            agent = aec.agent_selection
            actions[agent] = int(rng.choice(np.flatnonzero(aec.observe(agent)["action_mask"])))
            cycles = aec._cycles
            aec.step(actions[agent])
            for each, total in totals.items():
                total[0] += aec.rewards[each]
            if aec._cycles > cycles:
                break
        _, rewards, _, _, infos = parallel.step(actions)
        for each, total in totals.items():
            total[1] += rewards[each]
            assert not infos[each]["illegal"]
    assert aec.episode.over
    assert all(abs(ours - theirs) < 1e-9 for ours, theirs in totals.values())
    expected = {"win": 1.0, "margin": 0.0, "score": float(sum(player.score for player in aec.episode.table.players))}
    assert abs(sum(total[0] for total in totals.values()) - expected[reward]) < 1e-9


def test_an_illegal_action_is_refused_or_replaced() -> None:
    raw = libertalia_v0.raw_env(players=2)
    raw.reset(seed=1)
    for action in (0, 1, 240, 10**6, -1):
        with pytest.raises(IllegalMove, match="legal are"):
            raw.step(action)
    wrapped = libertalia_v0.env(players=2)
    theirs = TerminateIllegalWrapper(libertalia_v0.raw_env(players=2), illegal_reward=-1.0)
    for env in (wrapped, theirs):
        env.reset(seed=1)
        env.step(int(np.flatnonzero(env.observe("player_0")["action_mask"])[0]))
        env.step(0)  # by player_1
    for _ in range(2):
        for name in ("agents", "agent_selection", "rewards", "terminations", "truncations", "_cumulative_rewards"):
            assert getattr(wrapped, name) == getattr(theirs, name), name
        wrapped.step(None)
        theirs.step(None)
    assert wrapped.agents == theirs.agents == []
    wrapped.reset(seed=1)
    for wrong in (241, -1, 10**6, None):
        with pytest.raises(IllegalMove, match="legal are"):
            wrapped.step(wrong)
    parallel = libertalia_v0.parallel_env(players=2)
    parallel.reset(seed=1)
    *_, infos = parallel.step({"player_0": 0, "player_1": 10**6})
    assert all(info["illegal"] for info in infos.values())


def test_truncation_comes_after_so_many_rounds() -> None:
    env = libertalia_v0.raw_env(players=4, max_cycles=1)
    env.reset(seed=1)
    for _ in range(4):
        assert not any(env.truncations.values())
        env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0]))
    assert all(env.truncations.values())


@pytest.mark.parametrize("setting", [Setting(4), galecrest(2, "stormy"), galecrest(1, "calm", difficulty="hard")], ids=str)
def test_what_is_rendered(setting: Setting) -> None:
    given: dict[str, Any] = arguments(setting)
    env = libertalia_v0.raw_env(render_mode="rgb_array", **given)
    env.reset(seed=4)
    first = env.render()
    for _ in range(9):
        env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0]))
    later = env.render()
    assert isinstance(first, np.ndarray)
    assert isinstance(later, np.ndarray)
    assert first.shape == later.shape
    assert (first != later).any()
    env.render_mode = "ansi"
    words = env.render()
    assert isinstance(words, str)
    assert "seat 0" in words
    assert "> day" in words


def test_a_wrong_argument_is_explained() -> None:
    with pytest.raises(LibertaliaError, match="win, margin, score"):
        libertalia_v0.raw_env(reward="gold")
    with pytest.raises(LibertaliaError, match="rgb_array"):
        libertalia_v0.raw_env(render_mode="svg")
    with pytest.raises(LibertaliaError, match="raises or ends"):
        libertalia_v0.raw_env(illegal="loses")
    with pytest.raises(LibertaliaError, match="2 to 6"):
        libertalia_v0.raw_env(players=7)
