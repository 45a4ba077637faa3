"""Observations and masks as rows of numbers, in blocks of memory that NumPy reads without a copy."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i32, i64, u8

from libertalia.rules.asker import CARD, DOUBLOONS, SEAT_CARD, SEAT_LOOT
from libertalia.rules.bits import lowest, of_seat
from libertalia.rules.table import Table
from libertalia.search.actions import NOTHING, Actions
from libertalia.search.episode import Episode
from libertalia.search.features import Features, shared_graveyard, shared_hand
from libertalia.search.floats import float32
from libertalia.search.packed import Packed, seat_parts, table_parts
from libertalia.search.row_writer import RowWriter

_CARDS: Final = (1 << DOUBLOONS) - 1


@final
class Rows:
    """A row for each seat of several games: what it knows (see `features`) and which actions it may choose (see `actions`).

    The row of a seat is ``game * seats + seat``. `observations` has the bits of 32-bit floats, `masks` a byte for each action.
    What is written stays there until the row is written again; then only what has changed since is.
    """

    __slots__ = (
        "_guesses", "_legal", "_legal_counts", "_unsure", "_writer", "actions", "features", "masks", "observations", "packed",
        "seats",
    )  # fmt: skip

    def __init__(self, games: i64, seats: i64, features: Features, actions: Actions) -> None:
        self.seats: i64 = seats
        self.features: Features = features
        self.actions: Actions = actions
        self.packed: Packed = Packed(features, seats)
        rows: int = games * seats
        self.observations: vec[i32] = vec[i32]([0] * (rows * int(features.size)))
        self.masks: vec[u8] = vec[u8]([0] * (rows * int(actions.size)))
        self._guesses: vec[u8] = vec[u8]([0] * rows)  # 1 for rows that show guesses
        self._unsure: vec[i64] = vec[i64]([0] * (rows * int(seats)))  # of each row and seat: the cards that it shows guesses of
        self._legal: vec[i16] = vec[i16]([0] * (rows * int(actions.size)))  # of each row: the legal actions
        self._legal_counts: vec[i64] = vec[i64]([0] * rows)
        sizes = (int(features.size), int(features.table_size), int(features.seat_size))
        parts = table_parts(features), seat_parts(features, seats)
        self._writer: RowWriter = RowWriter(self.packed.now, self.observations, seats, sizes, *parts)

    def observe(self, row: i64, episode: Episode, viewer: i64) -> None:
        """Write what a seat knows into its row."""
        self.packed.gather(episode.table)
        self.show(row, episode, viewer)

    def show(self, row: i64, episode: Episode, viewer: i64) -> None:
        """Write what a seat knows into its row. The cells of the table have just been gathered."""
        if self._guesses[row]:
            self._forget_guesses(row, viewer)
        if not episode.known or self.packed.picks:
            self._hide(episode, viewer)
        self._writer.write(row)
        if not episode.known:
            self._write_guesses(row, episode, viewer)

    def _hide(self, episode: Episode, viewer: i64) -> None:
        """Make the cells what a seat may know: of the others' hands what is certain, and of the picks its own."""
        packed = self.packed
        for me in episode.table.players:
            if me.seat == viewer or episode.certain(me):
                packed.show_hand(me.seat, me.hand, me.graveyard)
            else:
                guesses = episode.guesses(me)
                packed.show_hand(me.seat, shared_hand(guesses), shared_graveyard(guesses))
            if me.pick:
                packed.show_picked(me.seat, me.pick if me.seat == viewer else 0)

    def _write_guesses(self, row: i64, episode: Episode, viewer: i64) -> None:
        """Write the cards of which it is not certain where they are."""
        features = self.features
        for me in episode.table.players:
            if me.seat == viewer or episode.certain(me):
                continue
            self._guesses[row] = 1
            self._unsure[row * self.seats + me.seat] = features.write_guesses(episode.guesses(me))
            start = row * features.size + self._block(viewer, me.seat)
            for index in range(features.count):
                self.observations[start + features.indices[index]] = float32(features.values[index])

    def _forget_guesses(self, row: i64, viewer: i64) -> None:
        """Write zeros where guesses are shown."""
        features = self.features
        unsure = self._unsure
        self._guesses[row] = 0
        for seat in range(self.seats):
            cards = unsure[row * self.seats + seat]
            unsure[row * self.seats + seat] = 0
            start = row * features.size + self._block(viewer, seat) - 1
            while cards:
                card = lowest(cards)
                cards &= cards - 1
                self.observations[start + features.hand + card] = 0
                self.observations[start + features.graveyard + card] = 0

    def _block(self, viewer: i64, seat: i64) -> i64:
        """Where the block of a seat starts in the row of a viewer."""
        features = self.features
        apart = seat - viewer if seat >= viewer else seat - viewer + self.seats
        return features.table_size + apart * features.seat_size

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
                action = first + lowest(cards)
                cards &= cards - 1
                masks[start + action] = 1
                legal[free] = i16(action)
                free += 1
        seats: i64 = len(table.players)
        while options:
            action = actions.number(form, lowest(options) | seat_bits, seat, seats)
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

    def first(self, row: i64) -> i64:
        """The first action that the mask of a row allows."""
        start = row * self.actions.size
        action: i64 = 0
        while self.masks[start + action] == 0:
            action += 1
        return action

    def any_legal(self, row: i64, luck: i64) -> i64:
        """One of the actions that the mask of a row allows; `luck` is a random number of 32 bits."""
        return i64(self._legal[row * self.actions.size + (luck * self._legal_counts[row] >> 32)])
