"""Rows that are written where they have changed show what rows show that are written for the first time."""

from __future__ import annotations

import random

import numpy as np
import pytest
from librt.vecs import vec
from mypy_extensions import i32

from libertalia.search.features import Features
from libertalia.search.packed import Packed, seat_parts, table_parts
from libertalia.search.row_writer import RowWriter
from tests.games import GALECREST, Setting

GAMES = 2


class Shown:
    """Rows, and who writes them."""

    def __init__(self, packed: Packed, features: Features, seats: int) -> None:
        block = vec[i32]([0] * (GAMES * seats * int(features.size)))
        sizes = int(features.size), int(features.table_size), int(features.seat_size)
        self.writer = RowWriter(packed.now, block, seats, sizes, table_parts(features), seat_parts(features, seats))
        self.rows = np.frombuffer(block, np.float32).reshape(GAMES * seats, -1)  # type: ignore[call-overload]


@pytest.mark.parametrize("setting", [Setting(2), Setting(4), Setting(6), *GALECREST], ids=str)
def test_a_row_shows_the_same_whatever_it_showed_before(setting: Setting) -> None:
    rng = random.Random(1)
    features = Features(setting.new(seed=5).table.edition)
    packed = Packed(features, setting.seats)
    old = Shown(packed, features, setting.seats)
    for game in setting.moments(seed=5, share=0.1):
        packed.gather(game.table)
        fresh = Shown(packed, features, setting.seats)
        for row in rng.sample(range(GAMES * setting.seats), setting.seats):
            old.writer.write(row)
            fresh.writer.write(row)
            assert np.array_equal(old.rows[row], fresh.rows[row])
            assert np.any(old.rows[row])
