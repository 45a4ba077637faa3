"""The same seed is the same episode in every interface, whole numbers may be NumPy's, and copies go on from the middle."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest

from libertalia import Game
from libertalia.envs import libertalia_v0
from libertalia.envs.single import LibertaliaEnv
from libertalia.envs.vector import LibertaliaVectorEnv
from libertalia.game.answers import to_text
from libertalia.search.actions import Actions
from libertalia.search.rows import Rows

SEED = 21


def lowest(mask: np.ndarray) -> int:
    """The first legal action: everyone plays it in these tests."""
    return int(np.flatnonzero(mask)[0])


def scores_of_game(given: dict[str, Any]) -> list[int]:
    """The scores of `Game.new`, where every seat answers with its lowest action."""
    game = Game.new(seed=SEED, **given)
    seats = len(game.table.players)
    actions = Actions(game.table.edition)
    while not game.over:
        form = game.table.asker().form()
        chosen = {}
        for decision in game.decisions:
            legal = {actions.number(form, answer, decision.seat, seats): answer for answer in game.table.answers(decision.seat)}
            chosen[decision.seat] = to_text(game.table.edition, form, legal[min(legal)])
        for seat, text in chosen.items():
            game.play(seat, text)
    return list(game.scores)


def scores_of_aec(env: Any) -> list[int]:
    env.reset(seed=np.int64(SEED))
    while not env.unwrapped.episode.over:
        env.step(np.int64(lowest(env.last()[0]["action_mask"])))
    return list(env.last()[4]["scores"])


def scores_of_parallel(env: Any) -> list[int]:
    seen, infos = env.reset(seed=np.uint32(SEED))
    while env.agents:
        seen, _, _, _, infos = env.step({agent: np.int16(lowest(seen[agent]["action_mask"])) for agent in env.agents})
    return list(infos["player_0"]["scores"])


def scores_of_vector(given: dict[str, Any]) -> list[int]:
    env = LibertaliaVectorEnv(num_envs=np.int64(2 * given["players"]), **given)  # type: ignore[arg-type]
    _, infos = env.reset(seed=np.int32(SEED - 1))  # type: ignore[arg-type]
    over = np.zeros(2 * given["players"], bool)
    while not over[given["players"]]:
        _, _, over, _, infos = env.step(infos["action_mask"].argmax(axis=1))
    return [int(score) for score in infos["final_scores"][given["players"] :]]


@pytest.mark.parametrize(
    "given",
    [
        {"edition": "original", "players": 3},
        {"edition": "galecrest", "players": 4, "board": "uncharted"},
        {"edition": "galecrest", "players": 2, "board": "stormy"},
    ],
    ids=str,
)
def test_the_same_seed_is_the_same_episode_in_every_interface(given: dict[str, Any]) -> None:
    expected = scores_of_game(given)
    assert scores_of_aec(libertalia_v0.raw_env(**given)) == expected
    assert scores_of_aec(libertalia_v0.env(**given)) == expected
    assert scores_of_parallel(libertalia_v0.parallel_env(**given)) == expected
    assert scores_of_vector(given) == expected


def test_settings_and_actions_may_be_numpys() -> None:
    three: Any = np.int64(3)
    one: Any = np.int8(1)
    env = LibertaliaEnv(bots="random", players=three, seat=one)
    plain = LibertaliaEnv(bots="random", players=3, seat=1)
    seen, infos = env.reset(seed=np.int64(SEED))  # type: ignore[arg-type]
    also, _ = plain.reset(seed=SEED)
    assert np.array_equal(seen, also)
    action = lowest(infos["action_mask"])
    assert np.array_equal(env.step(np.int32(action))[0], plain.step(action)[0])  # type: ignore[arg-type]
    assert libertalia_v0.raw_env(players=three).possible_agents == ["player_0", "player_1", "player_2"]


def test_wrapped_environments_can_be_copied_in_the_middle() -> None:
    env = libertalia_v0.env(players=3, reward="score")
    env.reset(seed=4)
    for _ in range(30):
        env.step(lowest(env.last()[0]["action_mask"]))
    twins = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    before = pickle.dumps(env.unwrapped.episode)
    for _ in range(40):
        told = [twin.last() for twin in twins]
        assert twins[0].agent_selection == twins[1].agent_selection
        assert np.array_equal(told[0][0]["observation"], told[1][0]["observation"])
        for twin in twins:
            twin.step(lowest(told[0][0]["action_mask"]))
    assert pickle.dumps(env.unwrapped.episode) == before
    for _ in range(40):  # the original goes on as they did
        env.step(lowest(env.last()[0]["action_mask"]))
    assert np.array_equal(env.last()[0]["observation"], twins[0].last()[0]["observation"])


def test_parallel_and_single_environments_can_be_copied_in_the_middle() -> None:
    parallel = libertalia_v0.parallel_env(players=3)
    seen, _ = parallel.reset(seed=4)
    for _ in range(20):
        seen = parallel.step({agent: lowest(seen[agent]["action_mask"]) for agent in parallel.agents})[0]
    twins = [parallel, parallel.clone(), copy.deepcopy(parallel), pickle.loads(pickle.dumps(parallel))]
    actions = {agent: lowest(seen[agent]["action_mask"]) for agent in parallel.agents}
    told = [twin.step(actions) for twin in twins]
    for each in told[1:]:
        assert all(np.array_equal(each[0][agent]["observation"], told[0][0][agent]["observation"]) for agent in actions)
    single = LibertaliaEnv(bots=("sensible", "random"))
    _, infos = single.reset(seed=4)
    for _ in range(20):
        infos = single.step(lowest(infos["action_mask"]))[4]
    copies = [single, copy.deepcopy(single), pickle.loads(pickle.dumps(single))]
    found = [each.step(lowest(infos["action_mask"])) for each in copies]
    assert all(np.array_equal(each[0], found[0][0]) for each in found[1:])


def test_one_row_may_show_one_game_after_the_other() -> None:
    """Only what has changed is written; whatever was shown before, the row is right."""
    setting = libertalia_v0.raw_env(players=3).setting
    one = Rows(1, 3, setting.features, setting.actions)
    games = [libertalia_v0.raw_env(players=3) for _ in range(2)]
    for seed, env in enumerate(games):
        env.reset(seed=seed)
    for step in range(200):
        env = games[step % 2]
        if env.episode.over:
            break
        for viewer in range(3):
            one.observe(viewer, env.episode, viewer)
            shown = np.frombuffer(one.observations, np.float32).reshape(3, -1)[viewer]  # type: ignore[call-overload]
            assert np.array_equal(shown, np.array(setting.features.vector(env.episode.sight(viewer)), np.float32))
        env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[-1]))
