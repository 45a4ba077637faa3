"""Writes cells into rows of features, where they are not what the row shows. Here the vectorised environment spends its time."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i32, i64

from libertalia.rules.bits import lowest
from libertalia.search.floats import float32
from libertalia.search.packed import HEAP, PLACE, SET, Part

_ONE: Final = 0x3F800000
"""The bits of 1.0 as a float of 32 bits."""
_SMALL: Final = 64
"""Numbers below this are looked up as floats, not computed."""


@final
class RowWriter:
    """Shows `cells` in the rows of `observations`, which has the bits of floats of 32 bits.

    A row has a block of features for the table and one for each of six seats, `features` says how many of each. The first seat
    is the row's own: row r belongs to seat r modulo `seats`. The parts of the cells are in the order of the cells.
    """

    __slots__ = (
        "_blocks", "_cells", "_changed", "_divisors", "_first", "_kinds", "_masks", "_observations", "_row_size", "_seats",
        "_shifts", "_small", "_starts", "_units", "_written",
    )  # fmt: skip

    def __init__(
        self,
        cells: vec[i64],
        observations: vec[i32],
        seats: int,
        features: tuple[int, int, int],
        table: list[Part],
        seat: list[Part],
    ) -> None:
        row_size, table_size, seat_size = features
        count = len(cells)
        self._cells: vec[i64] = cells
        self._observations: vec[i32] = observations
        self._seats: i64 = seats
        self._row_size: i64 = row_size
        self._written: list[vec[i64]] = [vec[i64]([0] * count) for _ in range(len(observations) // row_size)]  # by row
        self._changed: vec[i64] = vec[i64]([0] * (count + 1))  # the places of the cells that `_compare` found
        parts = table + seat * seats  # of all cells, one after the other
        first = [index for index, part in enumerate(parts) if index == 0 or parts[index - 1].cell != part.cell]
        first.append(len(parts))
        blocks: list[int] = []
        for viewer in range(seats):
            blocks += [0] * (table[-1].cell + 1)
            for owner in range(seats):
                blocks += [table_size + (owner - viewer) % seats * seat_size] * (seat[-1].cell + 1)
        self._first: vec[i64] = vec[i64](first)  # of each cell, and of one more: its first part
        self._blocks: vec[i64] = vec[i64](blocks)  # of each viewer and cell: where its block starts in a row
        self._kinds: vec[i64] = vec[i64]([part.kind for part in parts])
        self._shifts: vec[i64] = vec[i64]([part.shift for part in parts])
        self._masks: vec[i64] = vec[i64]([part.mask for part in parts])
        self._starts: vec[i64] = vec[i64]([part.start for part in parts])
        self._units: vec[float] = vec[float]([part.unit for part in parts])
        self._divisors: vec[float] = vec[float]([part.divisor for part in parts])
        small = [float32(part.unit * value / part.divisor) for part in parts for value in range(_SMALL)]
        self._small: vec[i32] = vec[i32](small)  # of each part: small numbers as floats

    def write(self, row: i64) -> None:
        """Show the cells in a row, as its seat sees the others."""
        cells = self._cells
        written = self._written[row]
        shifts = self._shifts
        masks = self._masks
        viewed = row % self._seats * len(cells)
        start = row * self._row_size
        for change in range(self._compare(written)):
            index = self._changed[change]
            cell = cells[index]
            shown = written[index]
            written[index] = cell
            block = start + self._blocks[viewed + index]
            for part in range(self._first[index], self._first[index + 1]):
                shift = shifts[part]
                mask = masks[part]
                if (cell ^ shown) >> shift & mask:
                    self._write_part(part, cell >> shift & mask, shown >> shift & mask, block + self._starts[part])

    def _compare(self, written: vec[i64]) -> i64:
        """Find the cells that are not what a row shows. Returns how many; `_changed` has their places."""
        changed = self._changed
        count: i64 = 0
        index: i64 = 0
        for cell, before in zip(self._cells, written):
            changed[count] = index
            count -= (cell ^ before | -(cell ^ before)) >> 63  # 1 more if they differ: a branch would often be guessed wrong
            index += 1  # noqa: SIM113  (enumerate is slower)
        return count

    def _write_part(self, part: i64, value: i64, before: i64, place: i64) -> None:
        """Show a part of a cell from a place on, which shows another value."""
        kind = self._kinds[part]
        observations = self._observations
        one: i32 = _ONE
        none: i32 = 0
        other = value ^ before
        if kind == SET:
            while other:
                first = other & -other
                other -= first
                observations[place + lowest(first)] = one if value & first else none
        elif kind == HEAP:
            small = self._small
            while other:
                if other & 15:
                    observations[place] = small[part * _SMALL + (value & 15)]
                other >>= 4
                value >>= 4
                place += 1
        elif kind == PLACE:
            if before:
                observations[place + before] = none
            if value:
                observations[place + value] = one
        elif 0 <= value < _SMALL:
            observations[place] = self._small[part * _SMALL + value]
        else:
            observations[place] = float32(self._units[part] * float(value) / self._divisors[part])
