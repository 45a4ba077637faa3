"""Checks of our own for environments: each is shown to fail on a broken one, see test_broken.py."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from libertalia import COMPILED
from libertalia.envs.aec import LibertaliaAEC
from libertalia.envs.setting import Lens
from libertalia.game.answers import to_text
from libertalia.search.episode import Episode
from libertalia.search.features import Features
from tests.games import TABLES, Setting

SETTINGS = TABLES if COMPILED else TABLES[::4]
Make = Callable[..., LibertaliaAEC]


def arguments(setting: Setting) -> dict[str, Any]:
    return {"edition": setting.edition, "players": setting.players, **setting.options}


def moments(env: LibertaliaAEC, seed: int) -> Iterator[tuple[str, int]]:
    """Play a random game; before each action the agent, and the action that it will choose."""
    rng = random.Random(seed)
    env.reset(seed=seed)
    while not env.episode.over:
        agent = env.agent_selection
        action = rng.choice(np.flatnonzero(env.observe(agent)["action_mask"]).tolist())
        yield agent, action
        env.step(action)


def check_the_same_game(make: Make, setting: Setting, seed: int) -> None:
    """The environment deals, asks, shows and rewards what `Game.new` with the same seed does."""
    env = make(**arguments(setting), reward="margin")
    game = setting.new(seed)
    features, actions = Features(game.table.edition), env.setting.actions
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent, action in moments(env, seed):
        decision = game.decisions[0]
        assert agent == f"player_{decision.seat}"
        seen = env.observe(agent)
        assert np.array_equal(seen["observation"], np.array(features.vector(game.view(decision.seat).sight), np.float32))
        form = game.table.asker().form()
        legal = np.flatnonzero(seen["action_mask"]).tolist()
        texts = [to_text(game.table.edition, form, actions.answer(form, each, decision.seat, setting.seats)) for each in legal]
        assert sorted(texts) == list(decision.options)
        assert env.observation_space(agent).contains(seen)
        game.play(decision.seat, texts[legal.index(action)])
        total = {each: total[each] + env.rewards[each] for each in total}  # of the step before
    total = {each: total[each] + env.rewards[each] for each in total}
    assert game.over
    for seat, agent in enumerate(env.possible_agents):
        others = [score for other, score in enumerate(game.scores) if other != seat]
        assert abs(total[agent] - (game.scores[seat] - sum(others) / len(others))) < 1e-9


def check_secrecy(make: Make, setting: Setting, seed: int) -> int:
    """Worlds that differ only in what is hidden give equal observations and masks. Returns how many worlds did differ."""
    env = make(**arguments(setting))
    lens, rng, differed = Lens(env.setting), random.Random(seed), 0
    for _ in moments(env, seed):
        for seat, agent in enumerate(env.possible_agents):
            seen = env.observe(agent)
            sight = env.episode.sight(seat)
            table = sight.imagine(rng)
            world = Episode(table, sight.guesses.copy())
            hidden = [(player.hand, player.graveyard, player.pick) for player in table.players]
            differed += hidden != [(player.hand, player.graveyard, player.pick) for player in env.episode.table.players]
            other = lens.masked(world, seat)
            assert np.array_equal(seen["observation"], other["observation"])
            assert np.array_equal(seen["action_mask"], other["action_mask"])
    return differed


def check_copies(make: Make, setting: Setting, seed: int) -> None:
    """A copy plays on alike, and what is played in it does not change the original."""
    env = make(**arguments(setting), reward="score")
    rng = random.Random(seed)
    for index, _ in enumerate(moments(env, seed)):
        if index not in (3, 40):
            continue
        twins = [env.clone(), copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
        before = pickle.dumps(env.episode)
        for _ in range(30):
            if twins[0].episode.over:
                break
            agent = twins[0].agent_selection
            seen = [twin.observe(agent) for twin in twins]
            action = rng.choice(np.flatnonzero(seen[0]["action_mask"]).tolist())
            for twin, each in zip(twins, seen, strict=True):
                assert np.array_equal(each["observation"], seen[0]["observation"])
                assert twin.agent_selection == agent
                twin.step(action)
                assert twin.rewards == twins[0].rewards
        assert pickle.dumps(env.episode) == before
