"""Features: what a seat may know as a flat vector, always of the same form, and nothing that is hidden."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from libertalia import Game
from libertalia.game.setup import edition_names, edition_of
from libertalia.search.features import SEATS, Features
from tests.games import GALECREST, Setting

SETTINGS = (Setting(2), Setting(4), Setting(6), *GALECREST)


def named(game: Game, viewer: int, block: int, name: str) -> list[float]:
    """The features of a field; block -1 is the table's, block 0 the viewer's."""
    features = Features(game.table.edition)
    field = next(field for field in features.fields if field.name == name)
    start = field.start if block < 0 else features.table_size + block * features.seat_size + field.start
    return features.vector(game.view(viewer).sight)[start : start + field.size]


@pytest.mark.parametrize("edition", edition_names())
def test_fields_follow_each_other_without_a_gap(edition: str) -> None:
    features = Features(edition_of(edition, {}))
    for block, size in (("table", features.table_size), ("seat", features.seat_size)):
        fields = [field for field in features.fields if field.block == block]
        assert fields[0].start == 0
        assert all(one.start + one.size == next_one.start for one, next_one in pairwise(fields))
        assert fields[-1].start + fields[-1].size == size
    assert features.size == features.table_size + SEATS * features.seat_size


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_what_is_hidden_makes_no_difference(setting: Setting) -> None:
    rng = random.Random(1)
    for game in setting.moments(seed=12, share=0.08):
        features = Features(game.table.edition)
        for viewer in range(setting.seats):
            view = game.view(viewer)
            assert features.vector(view.sight) == features.vector(view.imagine(rng).view(viewer).sight)


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_every_setting_of_an_edition_has_vectors_of_the_same_form(setting: Setting) -> None:
    standard = Features(edition_of(setting.edition, {}))
    fields = [(field.name, field.start, field.size) for field in standard.fields]
    for game in setting.moments(seed=3, share=0.05):
        features = Features(game.table.edition)
        assert [(field.name, field.start, field.size) for field in features.fields] == fields
        vector = features.vector(game.view(0).sight)
        assert len(vector) == standard.size
        assert any(vector)
        assert not any(vector[features.table_size + setting.seats * features.seat_size :])
        if game.table.phase == 0:  # sunrise: the second part of each block is zero, but for what was picked
            assert not any(vector[features.table_sunrise : features.table_size])


def test_it_says_what_is_there() -> None:
    game = Game.new("original", players=3, seed=7)
    assert named(game, 0, -1, "players") == [0, 0, 1, 0, 0, 0]
    assert sum(named(game, 0, -1, "loot")) == 18
    assert named(game, 1, 0, "hand") == named(game, 1, 1, "hand")
    game.play(1, game.decisions[1].options[2])
    assert sum(named(game, 1, 0, "pick")) == 1
    assert named(game, 0, 1, "picked") == [1]
    assert not any(named(game, 0, 1, "pick")), "nobody else knows what was picked"
