"""What programs need that keep, send and compare games: pickled tables, views as data, whole numbers of any kind."""

from __future__ import annotations

import copy
import copyreg
import json
import pickle
import random
from itertools import islice
from typing import Any

import numpy as np
import pytest

from libertalia import Game, LibertaliaError, View
from libertalia.rules import course
from libertalia.rules.chance import Outcomes
from libertalia.rules.phases import OVER
from libertalia.rules.table import Table
from tests.games import TABLES, Setting


@pytest.mark.parametrize("setting", TABLES[::3], ids=str)
def test_a_table_in_the_middle_of_a_game_is_pickled_and_plays_on_alike(setting: Setting) -> None:
    for game in setting.moments(3, share=0.02):
        ours = game.table.clone()
        for twin in (pickle.loads(pickle.dumps(ours)), copy.deepcopy(ours), copy.copy(ours)):
            rng, table = random.Random(5), ours.clone()
            while table.phase != OVER:
                assert twin.asked() == table.asked()
                assert twin.legal_actions() == table.legal_actions()
                answer = rng.choice(table.legal_actions())
                for each in (table, twin):
                    course.play(each, each.asked(), answer)
            assert [player.score for player in twin.players] == [player.score for player in table.players]


@pytest.mark.parametrize("setting", TABLES[::3], ids=str)
def test_a_table_that_is_overwritten_is_what_a_clone_would_be(setting: Setting) -> None:
    fields = copyreg.dispatch_table[Table]
    rng = random.Random(5)
    for game in setting.moments(3, share=0.02):
        table, spare = game.table.clone(), game.table.clone()
        while table.phase != OVER:
            table.overwrite(spare)
            assert fields(spare) == fields(table.clone())
            course.play(spare, spare.asked(), rng.choice(spare.legal_actions()))
            course.play(table, table.asked(), rng.choice(table.legal_actions()))


@pytest.mark.parametrize("setting", TABLES[::3], ids=str)
def test_a_view_is_read_back_from_its_data(setting: Setting) -> None:
    for game in islice(setting.moments(4, share=0.04), 4):
        for viewer in (None, 0, 1):
            view = game.view(viewer)
            again = View.of(json.loads(json.dumps(view.data(whole=True))))
            assert again == view
            assert hash(again) == hash(view)
            assert again.imagine(random.Random(1)).position() == view.imagine(random.Random(1)).position()


def test_data_that_is_not_whole_is_refused() -> None:
    with pytest.raises(LibertaliaError, match="whole=True"):
        View.of(Game.new("original", players=2, seed=1).view(0).data())


def test_an_imagined_game_keeps_its_events_when_it_is_pickled() -> None:
    rng = random.Random(1)
    for game in Setting(3).moments(6, share=0.05):
        imagined = game.view(1).imagine(rng)
        if not imagined.over:
            decision = imagined.decisions[0]
            imagined.play(decision.seat, decision.options[0])
        again = pickle.loads(pickle.dumps(imagined))
        assert again.events == imagined.events
        assert again.view(1) == imagined.view(1)


def test_whole_numbers_may_be_numpys() -> None:
    one: Any = np.int8(1)
    three: Any = np.int64(3)
    seven: Any = np.uint32(7)
    game = Game.new("original", players=three, seed=seven)
    assert game.record() == Game.new("original", players=3, seed=7).record()
    game.play(one, game.decisions[1].options[0])
    assert game.view(one).me.picked
    assert type(game.record().seed) is int


def test_chance_that_is_told_its_draws_says_what_it_needs() -> None:
    game = Game.new("original", players=2, seed=7)
    edition = game.table.edition
    drawn: list[int] = []
    kinds: list[str] = []
    while True:
        chance = Outcomes(drawn)
        table = course.start_game(edition, 2, chance, 0, None)
        needed = chance.needed
        if needed is None:
            break
        kinds.append("token" if needed.heap else "card" if needed.cards else "number")
        assert game.table.seed is not None
        drawn.append(game.table.seed.draw(len(drawn), needed.below))
    assert kinds == ["number"] * 2 + ["token"] * 12 + ["card"] * 9
    assert [player.hand for player in table.players] == [player.hand for player in game.table.players]
    assert table.days == game.table.days
