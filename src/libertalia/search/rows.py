"""Observations and masks as rows of numbers, in blocks of memory that NumPy reads without a copy."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i32, i64, u8

from libertalia.game.memory import Guess
from libertalia.rules.asker import CARD, DOUBLOONS, SEAT_CARD, SEAT_LOOT
from libertalia.rules.bits import bit, nth, of_seat
from libertalia.rules.table import Table
from libertalia.search.actions import NOTHING, Actions
from libertalia.search.episode import Episode
from libertalia.search.features import (
    BAG,
    GRAVEYARD,
    HAND,
    LEAD,
    NUMBER,
    OWNED,
    PICK,
    PICKED,
    PURSE,
    SHOWN,
    STANDING,
    TIE,
    Features,
)

ONE: Final = 0x3F800000
"""The bits of 1.0 as a float of 32 bits."""

_UNKNOWN: Final = -1
_SMALL: Final = 64
_AFTER_CARDS: Final = 1 << DOUBLOONS
_PICKING: Final = 1 << TIE | 1 << PICK
_GUESSING: Final = 1 << HAND | 1 << GRAVEYARD


@final
class Rows:
    """A row for each seat of several games: what it knows (see `features`) and which actions it may choose (see `actions`).

    The row of a seat is ``game * seats + seat``. `observations` has the bits of 32-bit floats, `masks` a byte for each action.
    What is written stays there until the row is written again; then only what has changed since is.
    """

    __slots__ = (
        "_bits", "_changed", "_guessed", "_kept", "_legal", "_legal_counts", "_size", "_written", "actions", "features", "masks",
        "observations", "seats",
    )  # fmt: skip

    def __init__(self, games: i64, seats: i64, features: Features, actions: Actions) -> None:
        self.seats: i64 = seats
        self.features: Features = features
        self.actions: Actions = actions
        rows: int = games * seats
        size: i64 = features.table_words + seats * features.seat_words
        self._size: i64 = size  # how many words a game has
        self.observations: vec[i32] = vec[i32]([0] * (rows * int(features.size)))
        self.masks: vec[u8] = vec[u8]([0] * (rows * int(actions.size)))
        self._kept: vec[i64] = vec[i64]([0] * int(games * size))  # of each game: its words
        self._written: vec[i64] = vec[i64]([0] * (rows * int(size)))  # of each row: the words that it shows
        # Of each row: the words of the table, and of each seat, that may be other than those that it shows, as bit sets.
        self._changed: vec[i64] = vec[i64]([0] * (rows * int(seats + 1)))
        self._guessed: vec[i64] = vec[i64]([0] * rows)  # of each row: the seats of whose hands it shows several guesses, as bits
        self._legal: vec[i16] = vec[i16]([0] * (rows * int(actions.size)))  # of each row: the legal actions
        self._legal_counts: vec[i64] = vec[i64]([0] * rows)
        words: i64 = len(features.forms)
        self._bits: vec[i32] = vec[i32]([_UNKNOWN] * (int(words) * _SMALL))  # of each word: small numbers as 32-bit floats
        for word in range(words):
            if features.forms[word] >= NUMBER and word != features.table_words + LEAD:
                for value in range(i64(_SMALL)):
                    self._bits[word * _SMALL + value] = float32(features.number(word, value))

    def observe(self, game: i64, episode: Episode, viewer: i64) -> None:
        """Write what a seat knows into its row."""
        self.gather(game, episode)
        self.show(game, episode, viewer)

    def gather(self, game: i64, episode: Episode) -> None:
        """Look at the table of a game: find out what has changed there."""
        features = self.features
        features.gather(episode.table)
        first = game * self._size
        self._note_changes(game, 0, 0, first, features.table_words)
        for seat in range(self.seats):
            word = features.table_words + seat * features.seat_words
            self._note_changes(game, seat + 1, word, first + word, features.seat_words)

    def _note_changes(self, game: i64, block: i64, word: i64, place: i64, count: i64) -> None:
        """Note for all rows of a game which words of a block have changed."""
        words = self.features.words
        kept = self._kept
        found: i64 = 0
        for index in range(count):
            value = words[word + index]
            if value != kept[place + index]:
                kept[place + index] = value
                found |= bit(index)
        if found:
            changed = self._changed
            blocks = self.seats + 1
            row = game * self.seats * blocks + block
            for _ in range(self.seats):
                changed[row] |= found
                row += blocks

    def show(self, game: i64, episode: Episode, viewer: i64) -> None:
        """Write what a seat knows into its row. The game has just been looked at by `gather`."""
        features = self.features
        changed = self._changed
        row = game * self.seats + viewer
        start = row * features.size
        kept = game * self._size
        written = row * self._size
        block = row * (self.seats + 1)
        if changed[block]:
            self._write(changed[block], 0, SHOWN, BAG, BAG, kept, written, start)
            changed[block] = 0
        kept += features.table_words
        written += features.table_words
        start += features.table_size
        seat = viewer
        plain = self._guessed[row] == 0 and episode.known and not features.picks
        for _ in range(self.seats):
            mine = seat * features.seat_words
            place = block + 1 + seat
            if not plain:
                self._show_seat(row, episode, viewer, seat, kept + mine, written + mine, start)
            elif changed[place]:
                self._write_seat(changed[place], kept + mine, written + mine, start)
                changed[place] = 0
            start += features.seat_size
            seat += 1
            if seat == self.seats:
                seat = 0

    def _show_seat(self, row: i64, episode: Episode, viewer: i64, seat: i64, kept: i64, written: i64, start: i64) -> None:
        """Write the block of a seat where somebody has picked, or where there are, or were, several guesses."""
        words = self._kept
        me = episode.table.players[seat]
        place = row * (self.seats + 1) + 1 + seat
        changed = self._changed[place]
        later: i64 = 0  # what will be other than what is shown
        tie = words[kept + TIE]
        pick = words[kept + PICK]
        if me.pick:
            words[kept + TIE] = tie | PICKED
            if seat == viewer:
                words[kept + PICK] = pick | bit(me.pick)
            later = _PICKING
        if self._guessed[row] >> seat & 1:
            self._forget_guesses(written, start)
            self._guessed[row] &= ~bit(seat)
            changed |= _GUESSING
        if seat == viewer or episode.certain(me):
            self._write_seat(changed | later, kept, written, start)
        else:
            words[kept + HAND] = 0
            words[kept + GRAVEYARD] = 0
            self._write_seat(changed | later | _GUESSING, kept, written, start)
            words[kept + HAND] = me.hand
            words[kept + GRAVEYARD] = me.graveyard
            self._write_guesses(start, episode.guesses(me))
            self._guessed[row] |= bit(seat)
            later |= _GUESSING
        words[kept + TIE] = tie
        words[kept + PICK] = pick
        self._changed[place] = later

    def _forget_guesses(self, written: i64, start: i64) -> None:
        """Make a hand and a graveyard all zeros."""
        features = self.features
        self._written[written + HAND] = 0
        self._written[written + GRAVEYARD] = 0
        for card in range(features.cards):
            self.observations[start + features.hand + card] = 0
            self.observations[start + features.graveyard + card] = 0

    def _write_guesses(self, start: i64, guesses: list[Guess]) -> None:
        """Write a hand and a graveyard of which there are several guesses."""
        features = self.features
        features.write_guesses(guesses)
        for index in range(features.count):
            self.observations[start + features.indices[index]] = float32(features.values[index])

    def _write_seat(self, changed: i64, kept: i64, written: i64, start: i64) -> None:
        """Write some words of a seat."""
        self._write(changed, self.features.table_words, STANDING, PURSE, OWNED, kept, written, start)

    def _write(self, changed: i64, word: i64, places: i64, numbers: i64, heaps: i64, kept: i64, written: i64, block: i64) -> None:
        """Write some words of a block, given as a bit set.

        The words are ones up to `places`, places up to `numbers`, numbers up to `heaps`, and heaps. They are kept from `kept` on,
        and as written from `written` on; the first is `word` in `Features.forms`. Their features start at `block`.
        """
        features = self.features
        observations = self.observations
        bits = self._bits
        one: i32 = ONE
        none: i32 = 0
        while changed:
            index = nth(changed, 0)
            changed &= changed - 1
            value = self._kept[kept + index]
            before = self._written[written + index]
            self._written[written + index] = value
            start = block + features.starts[word + index]
            if index < places:
                gone = before & ~value
                while gone:
                    observations[start + nth(gone, 0)] = none
                    gone &= gone - 1
                come = value & ~before
                while come:
                    observations[start + nth(come, 0)] = one
                    come &= come - 1
            elif index < numbers:
                if before:
                    observations[start + before] = none
                if value:
                    observations[start + value] = one
            elif index < heaps:
                number = bits[(word + index) * _SMALL + value] if 0 <= value < _SMALL else none + _UNKNOWN
                if number == _UNKNOWN:
                    number = float32(features.number(word + index, value))
                observations[start] = number
            else:
                small = (word + index) * _SMALL
                other = value ^ before
                while other:
                    if other & 15:
                        observations[start] = bits[small + (value & 15)]
                    other >>= 4
                    value >>= 4
                    start += 1

    def allow(self, row: i64, episode: Episode, seat: i64) -> None:
        """Write which actions a seat may choose."""
        if not episode.asks(seat):
            self.allow_nothing(row)
            return
        self._forbid_all(row)
        table = episode.table
        me = table.players[seat]
        if table.questions == 0:
            self._allow_all(row, table, seat, CARD, me.hand, 0)
            return
        form = table.asker().form()
        if form in (SEAT_CARD, SEAT_LOOT):
            for whose in table.players:
                self._allow_all(row, table, seat, form, table.options(me, whose), of_seat(whose.seat, 0))
        else:
            self._allow_all(row, table, seat, form, table.options(me, me), 0)

    def allow_nothing(self, row: i64) -> None:
        """Write that a seat has nothing to decide."""
        self._forbid_all(row)
        start = row * self.actions.size
        self.masks[start + NOTHING] = 1
        self._legal[start] = NOTHING
        self._legal_counts[row] = 1

    def _forbid_all(self, row: i64) -> None:
        masks = self.masks
        legal = self._legal
        start = row * self.actions.size
        for index in range(start, start + self._legal_counts[row]):
            masks[start + i64(legal[index])] = 0
        self._legal_counts[row] = 0

    def _allow_all(self, row: i64, table: Table, seat: i64, form: i64, options: i64, seat_bits: i64) -> None:
        """Allow a bit set of answers of a form, see `asker`."""
        actions = self.actions
        masks = self.masks
        legal = self._legal
        start = row * actions.size
        free = start + self._legal_counts[row]
        if form == CARD:
            first = actions.first(CARD) - 1
            while options and options & -options < _AFTER_CARDS:
                action = first + nth(options, 0)
                options &= options - 1
                masks[start + action] = 1
                legal[free] = i16(action)
                free += 1
        seats: i64 = len(table.players)
        while options:
            action = actions.number(form, nth(options, 0) | seat_bits, seat, seats)
            options &= options - 1
            if masks[start + action] == 0:  # several answers may be one action: the passes of different seats
                masks[start + action] = 1
                legal[free] = i16(action)
                free += 1
        self._legal_counts[row] = free - start

    def legal(self, row: i64) -> list[int]:
        """The actions that the mask of a row allows, in ascending order."""
        start = row * self.actions.size
        return sorted([int(self._legal[start + index]) for index in range(self._legal_counts[row])])

    def lowest(self, row: i64) -> i64:
        """The first action that the mask of a row allows."""
        start = row * self.actions.size
        action: i64 = 0
        while self.masks[start + action] == 0:
            action += 1
        return action

    def any_legal(self, row: i64, luck: i64) -> i64:
        """One of the actions that the mask of a row allows; `luck` is a random number of 32 bits."""
        return i64(self._legal[row * self.actions.size + (luck * self._legal_counts[row] >> 32)])


def float32(value: float) -> i32:
    """The bits of a number as a float of 32 bits."""
    if value == 0.0:
        return 0
    bits: i64 = 0
    if value < 0.0:
        bits = -0x80000000
        value = -value
    exponent: i64 = 127
    while value >= 2.0:
        value *= 0.5
        exponent += 1
    while value < 1.0:
        value *= 2.0
        exponent -= 1
    return i32(bits + (exponent << 23) + i64((value - 1.0) * 8388608.0 + 0.5))
