"""The writer of rows is written in C and in Python: both write the same."""

from __future__ import annotations

import importlib.util
import random
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from librt.vecs import vec
from mypy_extensions import i32

from libertalia.search import row_writer
from libertalia.search.features import Features
from libertalia.search.words import Words, seat_parts, table_parts
from tests.games import GALECREST, Setting

GAMES = 2


def as_written() -> ModuleType:
    """The Python file, also where the other one is compiled."""
    spec = importlib.util.spec_from_file_location("as_written", Path(row_writer.__file__ or "").parent / "row_writer.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Shown:
    """Rows, and who writes them."""

    def __init__(self, module: ModuleType, words: Words, features: Features, seats: int) -> None:
        block = vec[i32]([0] * (GAMES * seats * int(features.size)))
        sizes = int(features.size), int(features.table_size), int(features.seat_size)
        self.writer = module.RowWriter(words.now, block, seats, sizes, table_parts(features), seat_parts(features, seats))
        self.rows = np.frombuffer(block, np.float32).reshape(GAMES * seats, -1)  # type: ignore[call-overload]


@pytest.mark.parametrize("setting", [Setting(2), Setting(4), Setting(6), *GALECREST], ids=str)
def test_both_write_the_same(setting: Setting) -> None:
    rng = random.Random(1)
    python = as_written()
    kept: dict[int, tuple[Words, Shown, Shown]] = {}
    for game in setting.moments(seed=5, share=0.2):
        table = game.table
        seats = len(table.players)
        if seats not in kept:
            features = Features(table.edition)
            words = Words(features, seats)
            kept[seats] = words, Shown(row_writer, words, features, seats), Shown(python, words, features, seats)
        words, one, other = kept[seats]
        words.gather(table)
        for row in rng.sample(range(GAMES * seats), seats):
            one.writer.write(row)
            other.writer.write(row)
        assert np.array_equal(one.rows, other.rows)
        assert np.any(one.rows)


def test_what_is_no_row_is_refused() -> None:
    game = next(iter(Setting(3).moments(seed=1, share=1.0)))
    features = Features(game.table.edition)
    writer = Shown(row_writer, Words(features, 3), features, 3).writer
    for row in (GAMES * 3, 10**30):
        with pytest.raises((IndexError, OverflowError)):
            writer.write(row)
    with pytest.raises(TypeError):
        writer.write("0")
