"""Writes words into rows of features, where they are not what the row shows.

This file runs where the engine is not compiled. `row_writer.c` does the same, and is compiled by itself: it is where the
vectorised environment spends its time. Whoever changes one of them changes the other.
"""

from __future__ import annotations

from typing import final

from librt.vecs import vec
from mypy_extensions import i32, i64

from libertalia.search.floats import float32
from libertalia.search.words import HEAP, PLACE, SET, Part


@final
class RowWriter:
    """Shows `words` in the rows of `observations`, which has the bits of floats of 32 bits.

    A row has a block of features for the table and one for each of six seats, `features` says how many of each. The first seat
    is the row's own: row r belongs to seat r modulo `seats`. The parts of the words are in the order of the words.
    """

    def __init__(
        self,
        words: vec[i64],
        observations: vec[i32],
        seats: int,
        features: tuple[int, int, int],
        table: list[Part],
        seat: list[Part],
    ) -> None:
        self._words = words
        self._observations = observations
        self._seats = seats
        self._row_size, self._table_size, self._seat_size = features
        self._table = table
        self._seat = seat
        self._table_words = table[-1].word + 1
        self._seat_words = seat[-1].word + 1
        self._written = [0] * (len(observations) // self._row_size * len(words))  # of each row: the words that it shows

    def write(self, row: int) -> None:
        """Show the words in a row, as its seat sees the others."""
        start = row * self._row_size
        shown = row * len(self._words)
        self._write_block(self._table, 0, shown, start)
        for apart in range(self._seats):
            seat = (row + apart) % self._seats
            first = self._table_words + seat * self._seat_words
            block = start + self._table_size + apart * self._seat_size
            self._write_block(self._seat, first, shown + self._table_words + apart * self._seat_words, block)

    def _write_block(self, parts: list[Part], first: int, shown: int, block: int) -> None:
        """Show the words from place `first` on in a block. What it shows is in `_written` from place `shown` on."""
        observations = self._observations
        for word, kind, shift, mask, start, unit, divisor in parts:
            value = int(self._words[first + word]) >> shift & mask
            before = self._written[shown + word] >> shift & mask
            if value == before:
                continue
            place = block + start
            if kind == SET:
                for index in range((value | before).bit_length()):
                    if (value ^ before) >> index & 1:
                        observations[place + index] = float32(value >> index & 1)
            elif kind == HEAP:
                for index in range(mask.bit_length() // 4):
                    observations[place + index] = float32(unit * (value >> 4 * index & 15))
            elif kind == PLACE:
                if before:
                    observations[place + before] = 0
                if value:
                    observations[place + value] = float32(1.0)
            else:
                observations[place] = float32(unit * value / divisor)
        for word in range(parts[-1].word + 1):
            self._written[shown + word] = int(self._words[first + word])
