"""Training: it learns, it can be killed and goes on, and the engine's net computes what the trained one does."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from libertalia import COMPILED, Game
from libertalia.game.setup import edition_of
from libertalia.lab.model import Sunrises, Weights, new_weights, step
from libertalia.lab.training import Course, flat, hindsight, lessons, train
from libertalia.search.net import Net
from libertalia.search.weights import read_weights

COURSE: dict[str, Any] = {"rounds": 2, "games": 1, "simulations": 3}


@pytest.fixture(scope="module")
def sunrises() -> Sunrises:
    _, found = lessons(Course("original", simulations=3), 1, 0, None)
    return found.some(np.arange(len(found)))


@pytest.mark.skipif(not COMPILED, reason="many games")
def test_a_run_that_was_killed_goes_on_to_the_same_net(tmp_path: Path) -> None:
    whole = train("original", tmp_path / "whole", **COURSE)

    def kill(what: str, done: int, total: int) -> None:
        if what == "round 2: games" and done > total / 2:
            raise KeyboardInterrupt

    folder = tmp_path / "killed"
    with pytest.raises(KeyboardInterrupt):
        train("original", folder, **COURSE, processes=2, progress=kill)
    again = train("original", folder, **COURSE)
    assert all(np.array_equal(whole[name], again[name]) for name in whole)
    curve = json.loads((folder / "curve.json").read_text())
    assert curve[-1]["margin"] < curve[0]["margin"]
    assert (folder / "curve.svg").read_text().startswith("<svg ")
    assert read_weights(folder / "original.npz") == flat(whole)


def test_the_gradient_is_the_slope_of_the_loss(sunrises: Sunrises) -> None:
    exact = Sunrises(*(getattr(sunrises, name).astype(np.float64) for name in sunrises.__dataclass_fields__))
    only_margins = replace(exact, wins=exact.wins * 0, picks=exact.picks * 0)
    sizes = exact.table.shape[1], exact.seats.shape[2], exact.picks.shape[2]
    weights: Weights = {
        name: array.astype(np.float64) for name, array in new_weights(*sizes, 8, 6, np.random.default_rng(1)).items()
    }
    weights["win"] *= 0
    gradient, _ = step(weights, only_margins)
    for name in ("table", "seat", "first_bias", "own", "all", "second_bias", "margin"):
        place = np.unravel_index(np.argmax(np.abs(gradient[name])), gradient[name].shape)
        losses = []
        for shift in (1e-5, -1e-5):
            shifted = {**weights, name: weights[name].copy()}
            shifted[name][place] += shift
            losses.append((step(shifted, only_margins)[1].margin / 10) ** 2)
        assert gradient[name][place] == pytest.approx((losses[0] - losses[1]) / 2e-5, rel=0.01)


@pytest.mark.parametrize("players", [2, 5])
def test_the_engine_computes_what_was_trained(players: int) -> None:
    game = Game.new("original", players=players, seed=3)
    course = Course("original", simulations=1)
    job = {2: 1, 5: 5}[players]
    _, found = lessons(course, 1, job, None)
    batch = found.some(np.arange(len(found)))
    weights = new_weights(batch.table.shape[1], batch.seats.shape[2], batch.picks.shape[2], 8, 6, np.random.default_rng(1))
    net = Net(edition_of("original", {}), flat(weights))
    net.look(game.table)
    margins, wins = net.margins(game.table), net.wins(game.table)
    assert sum(margins) == pytest.approx(0, abs=1e-6)
    assert sum(wins) == pytest.approx(1)
    features = net.features
    table = np.zeros(features.table_sunrise)
    features.write_table(game.table)
    for index in range(features.count):
        table[features.indices[index]] = features.values[index]
    seats = []
    for me in game.table.players:
        features.write_seat(game.table, me)
        seat = np.zeros(features.seat_sunrise)
        for index in range(features.count):
            seat[features.indices[index]] = features.values[index]
        seats.append(seat)
    first = np.maximum(np.array(seats) @ weights["seat"] + table @ weights["table"] + weights["first_bias"], 0)
    second = np.maximum(first @ weights["own"] + first.mean(axis=0) @ weights["all"] + weights["second_bias"], 0)
    expected = 10 * second @ weights["margin"]
    assert margins == pytest.approx(list(expected - expected.mean()), abs=1e-4)
    powers = np.exp(second @ weights["win"])
    assert wins == pytest.approx(list(powers / powers.sum()), abs=1e-5)


def test_hindsight_is_between_what_was_expected_and_what_came() -> None:
    assert hindsight([[2.0, -2.0]], [6.0, -6.0]) == [[4.0, -4.0]]
    days = hindsight([[0.0], [10.0]], [20.0])
    assert days[1] == [15.0]
    assert 5 < days[0][0] < 10
