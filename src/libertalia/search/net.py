"""A small neural net that looks at a table at sunrise and says for every seat how the game will end and what it will pick.

All seats are read by the same weights, so one net serves every number of players:

    first  = relu(table features · table + seat features · seat + first_bias)          for each seat
    second = relu(first · own + mean of all seats' first · all + second_bias)          for each seat
    margin = second · margin        by how many doubloons the seat will be ahead of the mean of the others, beyond its score now
    win    = second · win           a softmax over the seats gives the chance to win
    pick   = second · picks         a softmax over the cards in hand gives what the seat will pick

Features are mostly 0, and so is half of what a layer gives: both are skipped.
"""

from __future__ import annotations

from math import exp
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from libertalia.rules.bits import nth
from libertalia.rules.edition import Edition
from libertalia.rules.table import Table
from libertalia.search.features import SEATS, Features, score_lead

MARGIN_UNIT: Final = 10.0
"""The net thinks in tens of doubloons."""

LAYERS: Final = (
    "table", "seat", "first_bias", "own", "all", "second_bias", "margin", "win", "picks", "picks_bias",
)  # fmt: skip
"""The names of the weights."""


@final
class Net:
    """Weights, and what was made of them for the table that was looked at last: see `look`."""

    __slots__ = (
        "_all", "_first", "_first_bias", "_first_size", "_firsts", "_margin", "_mean", "_own",
        "_picks", "_picks_bias", "_seat", "_second", "_second_bias", "_second_size", "_seconds", "_table", "_win", "features",
    )  # fmt: skip

    def __init__(self, edition: Edition, weights: dict[str, list[float]]) -> None:
        self.features: Features = Features(edition)
        self._table: vec[float] = vec[float](weights["table"])
        self._seat: vec[float] = vec[float](weights["seat"])
        self._first_bias: vec[float] = vec[float](weights["first_bias"])
        self._own: vec[float] = vec[float](weights["own"])
        self._all: vec[float] = vec[float](weights["all"])
        self._second_bias: vec[float] = vec[float](weights["second_bias"])
        self._margin: vec[float] = vec[float](weights["margin"])
        self._win: vec[float] = vec[float](weights["win"])
        self._picks: vec[float] = vec[float](weights["picks"])
        self._picks_bias: vec[float] = vec[float](weights["picks_bias"])
        self._first_size: i64 = len(self._first_bias)
        self._second_size: i64 = len(self._second_bias)
        self._first: vec[float] = vec[float]([0.0] * self._first_size)  # what the table adds to the first layer of every seat
        self._second: vec[float] = vec[float]([0.0] * self._second_size)  # what all seats add to the second layer of every seat
        self._mean: vec[float] = vec[float]([0.0] * self._first_size)
        self._firsts: vec[float] = vec[float]([0.0] * (SEATS * self._first_size))
        self._seconds: vec[float] = vec[float]([0.0] * (SEATS * self._second_size))

    def look(self, table: Table) -> None:
        """Look at a table at sunrise. Ask for `margins`, `wins` and `picks` then."""
        width = self._first_size
        features = self.features
        first = self._first
        mean = self._mean
        firsts = self._firsts
        for unit in range(width):
            first[unit] = self._first_bias[unit]
            mean[unit] = 0.0
        features.write_table(table)
        for index in range(features.count):
            _add_row(first, 0, self._table, features.indices[index], width, features.values[index])
        share = 1.0 / float(len(table.players))
        start: i64 = 0
        for me in table.players:
            for unit in range(width):
                firsts[start + unit] = first[unit]
            features.write_seat(table, me)
            for index in range(features.count):
                _add_row(firsts, start, self._seat, features.indices[index], width, features.values[index])
            for unit in range(width):
                value = firsts[start + unit]
                if value > 0.0:
                    mean[unit] = mean[unit] + value * share
                else:
                    firsts[start + unit] = 0.0
            start += width
        self._look_twice(len(table.players))

    def _look_twice(self, seats: i64) -> None:
        """The second layer."""
        width = self._first_size
        height = self._second_size
        second = self._second
        seconds = self._seconds
        for unit in range(height):
            second[unit] = self._second_bias[unit]
        for index in range(width):
            if self._mean[index] > 0.0:
                _add_row(second, 0, self._all, index, height, self._mean[index])
        for seat in range(seats):
            start = seat * height
            for unit in range(height):
                seconds[start + unit] = second[unit]
            for index in range(width):
                value = self._firsts[seat * width + index]
                if value > 0.0:
                    _add_row(seconds, start, self._own, index, height, value)
            for unit in range(height):
                if seconds[start + unit] < 0.0:
                    seconds[start + unit] = 0.0

    def margins(self, table: Table) -> list[float]:
        """By how many doubloons each seat will be ahead of the mean of the others in the end."""
        height = self._second_size
        found: list[float] = []
        total = 0.0
        for me in table.players:
            margin = 0.0
            start = me.seat * height
            for unit in range(height):
                margin += self._seconds[start + unit] * self._margin[unit]
            found.append(margin * MARGIN_UNIT)
            total += margin * MARGIN_UNIT
        mean = total / float(len(found))
        return [found[me.seat] - mean + score_lead(table, me) for me in table.players]

    def wins(self, table: Table) -> list[float]:
        """The chance of each seat to win."""
        height = self._second_size
        found: list[float] = []
        for me in table.players:
            logit = 0.0
            start = me.seat * height
            for unit in range(height):
                logit += self._seconds[start + unit] * self._win[unit]
            found.append(logit)
        return _softmax(found)

    def picks(self, seat: i64, hand: i64) -> list[float]:
        """The probability of each card of a hand, in ascending order of rank, to be picked by a seat."""
        height = self._second_size
        start = seat * height
        cards = len(self._picks_bias)
        logits: list[float] = []
        while hand:
            card = nth(hand, 0) - 1
            hand &= hand - 1
            logit = self._picks_bias[card]
            for unit in range(height):
                logit += self._seconds[start + unit] * self._picks[unit * cards + card]
            logits.append(logit)
        return _softmax(logits)


def _add_row(total: vec[float], start: i64, rows: vec[float], index: i64, width: i64, factor: float) -> None:
    """Add a row of a matrix, times a factor, to a part of a vector."""
    base = index * width
    for unit in range(width):
        total[start + unit] = total[start + unit] + rows[base + unit] * factor


def _softmax(logits: list[float]) -> list[float]:
    most = max(logits)
    powers = [exp(logit - most) for logit in logits]
    total = sum(powers)
    return [power / total for power in powers]
