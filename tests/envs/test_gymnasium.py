"""The Gymnasium environments pass Gymnasium's checks, and the vectorised one plays the same games as the others."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env, data_equivalence
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from libertalia import COMPILED, Game, LibertaliaError
from libertalia.envs import NAME, libertalia_v0
from libertalia.envs.single import LibertaliaEnv
from libertalia.envs.vector import LibertaliaVectorEnv
from tests.envs.checks import SETTINGS, arguments
from tests.games import Setting

SEVERAL = [setting for setting in SETTINGS if setting.players > 1]


@pytest.mark.parametrize(
    "given",
    [
        {"bots": ("random",)},
        {"bots": ("sensible", "random", "bilge"), "seat": 2, "reward": "margin"},
        {"edition": "galecrest", "bots": "sensible", "players": 6, "board": "uncharted"},
        {"edition": "galecrest", "players": 1, "difficulty": "hard"},
    ],
    ids=str,
)
@pytest.mark.filterwarnings("error", "ignore:.*human.*:UserWarning")
def test_gymnasiums_check_passes(given: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    env = gymnasium.make(NAME, render_mode="rgb_array", **given)
    check_env(env.unwrapped)
    capsys.readouterr()


def test_the_deal_is_that_of_game_new_and_the_bots_are_repeatable() -> None:
    envs = [LibertaliaEnv(bots=("random", "sensible"), seat=1) for _ in range(2)]
    infos = [env.reset(seed=11)[1] for env in envs]
    assert envs[0].game.record() == Game.new("original", players=3, seed=11).record()
    over = False
    while not over:
        action = int(np.flatnonzero(infos[0]["action_mask"])[-1])
        told = [env.step(action) for env in envs]
        assert data_equivalence(told[0], told[1], exact=True)
        assert np.array_equal(envs[0].action_masks(), told[0][4]["action_mask"])
        infos, over = [each[4] for each in told], told[0][2]
    assert infos[0]["won"] == (1 in envs[0].game.winners)
    assert told[0][1] == (1.0 / len(envs[0].game.winners) if infos[0]["won"] else 0.0)


def test_a_wrong_argument_is_explained() -> None:
    with pytest.raises(LibertaliaError, match="2 bots"):
        LibertaliaEnv(bots=("random",), players=3)
    with pytest.raises(LibertaliaError, match="multiple of 4"):
        LibertaliaVectorEnv(num_envs=10)
    with pytest.raises(LibertaliaError, match="players=1"):
        LibertaliaVectorEnv(num_envs=2, edition="galecrest", players=1)
    with pytest.raises(LibertaliaError, match="deciding or all"):
        LibertaliaVectorEnv(num_envs=4, observe="some")
    with pytest.raises(LibertaliaError, match="from 0 to 1"):
        LibertaliaEnv(bots=("random",), seat=2)


@pytest.mark.parametrize("setting", SEVERAL, ids=str)
def test_the_vectorised_environment_plays_the_games_of_the_parallel_one(setting: Setting) -> None:
    """Observations, masks and rewards of all seats, over the ends of games: what follows has the next seed."""
    given = {**arguments(setting), "reward": "margin"}
    games, seats = 3, setting.seats
    vector = LibertaliaVectorEnv(num_envs=games * seats, observe="all", **given)
    sparse = LibertaliaVectorEnv(num_envs=games * seats, **given)
    parallels = [libertalia_v0.parallel_env(**given) for _ in range(games)]
    seeds = [100, 101, 102]
    vector.reset(seed=100)
    sparse.reset(seed=100)
    seen = [env.reset(seed=seed)[0] for env, seed in zip(parallels, seeds, strict=True)]
    last = np.zeros_like(vector.observations)
    ended = 0
    for _ in range(400 if COMPILED else 40):
        for game in range(games):
            for seat, agent in enumerate(parallels[game].possible_agents):
                row = game * seats + seat
                assert np.array_equal(vector.observations[row], seen[game][agent]["observation"])
                assert np.array_equal(vector.masks[row], seen[game][agent]["action_mask"])
        last[vector.deciding] = vector.observations[vector.deciding]
        assert np.array_equal(sparse.observations, last), "who decides nothing keeps the observation of their last decision"
        assert np.array_equal(sparse.masks, vector.masks)
        assert np.array_equal(vector.deciding, vector.masks[:, 0] == 0)
        actions = vector.random_actions().copy()
        assert vector.masks[np.arange(len(actions)), actions].all()
        _, rewards, over, _, infos = vector.step(actions)
        sparse.step(actions)
        for game, env in enumerate(parallels):
            mine = slice(game * seats, game * seats + seats)
            told = env.step(dict(zip(env.possible_agents, actions[mine].tolist(), strict=True)))
            seen[game] = told[0]
            assert np.allclose(list(told[1].values()), rewards[mine])
            assert over[mine].tolist() == list(told[2].values())
            if over[mine].all():
                assert infos["final_scores"][mine].tolist() == told[4]["player_0"]["scores"]
                ended += 1
                seeds[game] += games
                seen[game] = env.reset(seed=seeds[game])[0]
    assert ended or not COMPILED


def test_the_vectorised_environment_is_one_of_gymnasiums() -> None:
    envs = gymnasium.make_vec(NAME, num_envs=8, vectorization_mode="vector_entry_point", players=2, reward="score")
    observations, infos = envs.reset(seed=3)
    assert envs.observation_space.contains(observations)
    assert envs.single_observation_space.contains(observations[0])
    recorded = RecordEpisodeStatistics(envs)
    recorded.reset(seed=3)
    inner = envs.unwrapped
    assert isinstance(inner, LibertaliaVectorEnv)
    episodes = 0
    for _ in range(250):
        actions = inner.random_actions()
        assert envs.action_space.contains(actions)
        observations, rewards, over, truncated, infos = recorded.step(actions)
        assert rewards.shape == over.shape == truncated.shape == (8,)
        if over.any():
            episodes += 1
            assert np.allclose(infos["episode"]["r"][over], inner.infos["final_scores"][over])
    assert episodes
    illegal = np.full(8, 10**6)
    *_, infos = inner.step(illegal)
    assert infos["illegal"].sum() == 8 or inner.deciding.sum() < 8


def test_many_copies_of_the_environment_for_one_run_in_gymnasiums_own_vector() -> None:
    envs = gymnasium.make_vec(NAME, num_envs=2, vectorization_mode="sync", bots=("random",))
    first, infos = envs.reset(seed=[5, 6])
    assert envs.observation_space.contains(first)
    for _ in range(30):
        actions = np.array([np.flatnonzero(mask)[0] for mask in infos["action_mask"]])
        _, _, _, _, infos = envs.step(actions)
    assert not infos["illegal"].any()


def test_without_the_extra_it_is_said_how_to_install_it() -> None:
    program = "import sys; sys.modules['gymnasium'] = None; import libertalia.envs"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert "pip install 'libertalia[rl]'" in done.stderr
