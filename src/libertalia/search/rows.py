"""Observations and masks as rows of numbers, in blocks of memory that NumPy reads without a copy."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i32, i64, u8

from libertalia.rules.asker import CARD, DOUBLOONS, SEAT_CARD, SEAT_LOOT
from libertalia.rules.bits import bit, nth, of_seat
from libertalia.rules.table import Table
from libertalia.search.actions import NOTHING, Actions
from libertalia.search.episode import Episode
from libertalia.search.features import GRAVEYARD, HAND, LEAD, MARKS, NUMBER, ONES, PICKED, PLACE, SEATS, Features

ONE: Final = 0x3F800000
"""The bits of 1.0 as a float of 32 bits."""

_UNKNOWN: Final = -1
_SMALL: Final = 64
_CARDS: Final = (1 << DOUBLOONS) - 1


@final
class Rows:
    """A row for each seat of several games: what it knows (see `features`) and which actions it may choose (see `actions`).

    The row of a seat is ``game * seats + seat``. `observations` has the bits of 32-bit floats, `masks` a byte for each action.
    What is written stays there until the row is written again; then only what has changed since is.
    """

    __slots__ = (
        "_bits", "_changed", "_forms", "_legal", "_legal_counts", "_size", "_small", "_starts", "_unsure", "_written", "actions",
        "features", "masks", "observations", "seats",
    )  # fmt: skip

    def __init__(self, games: i64, seats: i64, features: Features, actions: Actions) -> None:
        self.seats: i64 = seats
        self.features: Features = features
        self.actions: Actions = actions
        rows: int = games * seats
        size: i64 = features.table_words + seats * features.seat_words
        self._size: i64 = size  # how many words a row shows
        self.observations: vec[i32] = vec[i32]([0] * (rows * int(features.size)))
        self.masks: vec[u8] = vec[u8]([0] * (rows * int(actions.size)))
        self._written: list[vec[i64]] = [vec[i64]([0] * int(size)) for row in range(rows)]  # of each row: the words that it shows
        self._unsure: vec[i64] = vec[i64]([0] * (rows * int(seats)))  # of each row and seat: the cards that it shows guesses of
        self._legal: vec[i16] = vec[i16]([0] * (rows * int(actions.size)))  # of each row: the legal actions
        self._legal_counts: vec[i64] = vec[i64]([0] * rows)
        self._changed: vec[i64] = vec[i64]([0] * int(size + 1))  # the words that `_compare` found
        self._forms: vec[i64] = vec[i64]([0] * int(size))  # of each word that is shown: see `Features.forms`
        self._small: vec[i64] = vec[i64]([0] * int(size))  # where its small numbers stand in `_bits`
        self._starts: vec[i64] = vec[i64]([0] * int(seats * size))  # of each viewer and word: where its features start in a row
        words: i64 = len(features.forms)
        self._bits: vec[i32] = vec[i32]([_UNKNOWN] * (int(words) * _SMALL))  # of each word: small numbers as 32-bit floats
        for word in range(words):
            if features.forms[word] >= NUMBER and word != features.table_words + LEAD:
                for value in range(i64(_SMALL)):
                    self._bits[word * _SMALL + value] = float32(features.number(word, value))
        for index in range(size):
            beyond = index - features.table_words
            seat = beyond // features.seat_words
            word = index if beyond < 0 else features.table_words + beyond % features.seat_words
            self._forms[index] = features.forms[word]
            self._small[index] = word * _SMALL
            for viewer in range(seats):
                block: i64 = 0 if beyond < 0 else self._block(viewer, seat)
                self._starts[viewer * size + index] = block + features.starts[word]

    def observe(self, row: i64, episode: Episode, viewer: i64) -> None:
        """Write what a seat knows into its row."""
        self.features.gather(episode.table)
        self.show(row, episode, viewer)

    def show(self, row: i64, episode: Episode, viewer: i64) -> None:
        """Write what a seat knows into its row. The words of the table have just been gathered."""
        self._forget_guesses(row, viewer)
        if episode.known and not self.features.picks:
            self._write(row, viewer)
            return
        self._hide(episode, viewer)
        self._write(row, viewer)
        if not episode.known:
            self._write_guesses(row, episode, viewer)

    def _hide(self, episode: Episode, viewer: i64) -> None:
        """Make the words what a seat may know: of the others' hands what is certain, and of the picks its own."""
        features = self.features
        words = features.words
        for me in episode.table.players:
            first = features.table_words + me.seat * features.seat_words
            if me.seat == viewer or episode.certain(me):
                words[first + HAND] = me.hand
                words[first + GRAVEYARD] = me.graveyard
            else:
                features.gather_guesses(me.seat, episode.guesses(me))
            if me.pick:
                words[first + MARKS] &= PICKED - 1
                words[first + MARKS] |= PICKED | bit(SEATS + me.pick) if me.seat == viewer else PICKED

    def _write_guesses(self, row: i64, episode: Episode, viewer: i64) -> None:
        """Write the cards of which it is not certain where they are."""
        features = self.features
        for me in episode.table.players:
            if me.seat == viewer or episode.certain(me):
                continue
            self._unsure[row * self.seats + me.seat] = features.write_guesses(episode.guesses(me))
            start = row * features.size + self._block(viewer, me.seat)
            for index in range(features.count):
                self.observations[start + features.indices[index]] = float32(features.values[index])

    def _forget_guesses(self, row: i64, viewer: i64) -> None:
        """Write zeros where guesses are shown."""
        features = self.features
        unsure = self._unsure
        for seat in range(self.seats):
            cards = unsure[row * self.seats + seat]
            if cards == 0:
                continue
            unsure[row * self.seats + seat] = 0
            start = row * features.size + self._block(viewer, seat) - 1
            while cards:
                card = nth(cards, 0)
                cards &= cards - 1
                self.observations[start + features.hand + card] = 0
                self.observations[start + features.graveyard + card] = 0

    def _block(self, viewer: i64, seat: i64) -> i64:
        """Where the block of a seat starts in the row of a viewer."""
        features = self.features
        apart = seat - viewer if seat >= viewer else seat - viewer + self.seats
        return features.table_size + apart * features.seat_size

    def _compare(self, written: vec[i64]) -> i64:
        """Find the words that are not what a row shows. Returns how many; `_changed` has their places."""
        changed = self._changed
        count: i64 = 0
        index: i64 = 0
        for word, before in zip(self.features.words, written):
            changed[count] = index
            count -= (word ^ before | -(word ^ before)) >> 63  # 1 more if they differ: a branch would often be guessed wrong
            index += 1  # noqa: SIM113  (enumerate is slower)
        return count

    def _write(self, row: i64, viewer: i64) -> None:
        """Write the words that are not what a row shows."""
        words = self.features.words
        written = self._written[row]
        observations = self.observations
        bits = self._bits
        one: i32 = ONE
        none: i32 = 0
        turned = viewer * self._size
        block = row * self.features.size
        for change in range(self._compare(written)):
            index = self._changed[change]
            value = words[index]
            before = written[index]
            written[index] = value
            start = block + self._starts[turned + index]
            form = self._forms[index]
            other = value ^ before
            if form == ONES:
                while other:
                    first = other & -other
                    other -= first
                    observations[start + nth(first, 0)] = one if value & first else none
            elif form == PLACE:
                if before:
                    observations[start + before] = none
                if value:
                    observations[start + value] = one
            elif form == NUMBER:
                observations[start] = self._number(index, value)
            else:
                small = self._small[index]
                while other:
                    if other & 15:
                        observations[start] = bits[small + (value & 15)]
                    other >>= 4
                    value >>= 4
                    start += 1

    def _number(self, index: i64, value: i64) -> i32:
        """The feature of a word of the form `NUMBER`."""
        small = self._small[index]
        if 0 <= value < _SMALL:
            found = self._bits[small + value]
            if found != _UNKNOWN:
                return found
        return float32(self.features.number(small // _SMALL, value))

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
        form = self.actions.form(table)
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
            cards = options & _CARDS
            options -= cards
            while cards:
                action = first + nth(cards, 0)
                cards &= cards - 1
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
