"""What a seat may know of a table, as a flat vector of numbers: one fixed description for each edition.

The vector has a block for the table, then one block for each of six seats: the viewer's own first, the others clockwise. The
blocks of seats that don't exist are all zeros. Each block begins with the features that matter at sunrise, before anyone has
picked; the others are zero then. `Features.fields` lists them all; the pages in docs/envs have the tables.

Most features are 0. So for nets a block is written down as pairs of index and value; `rows` writes only what has changed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from librt.vecs import vec
from mypy_extensions import i64

from libertalia.game.memory import Guess
from libertalia.rules.bits import bit, nth
from libertalia.rules.edition import Edition
from libertalia.rules.lineup import code_of_seat
from libertalia.rules.phases import OVER, SUNRISE
from libertalia.rules.player import Player
from libertalia.rules.table import Table

if TYPE_CHECKING:
    from libertalia.game.sight import Sight

SEATS: Final = 6
"""How many blocks of seats a vector has."""

_MOST: Final = 512
"""More pairs than a block can have."""

PICKED: Final = 1 << SEATS
"""The bit of the marks of a seat that says that it has picked. Those below are what breaks ties, those above the card picked."""

# What a number is multiplied by to be a feature.
TENTH: Final = 0.1
SCORE_UNIT: Final = 0.02
LEAD_UNIT: Final = 0.05
SIXTH: Final = 1.0 / 6.0


@final
class Field:
    """Some features in a row that belong together."""

    __slots__ = ("block", "meaning", "name", "size", "start")

    def __init__(self, block: str, name: str, start: i64, size: i64, meaning: str) -> None:
        self.block: str = block
        """`table` or `seat`."""
        self.name: str = name
        self.start: i64 = start
        """Where it starts in its block."""
        self.size: i64 = size
        self.meaning: str = meaning


@final
class Features:
    """Describes tables of one edition, with any options.

    `indices` and `values` have what was written down last, `count` pairs. A field whose name is an attribute starts there.

    >>> from libertalia import Game
    >>> game = Game.new("original", players=3, seed=7)
    >>> features = Features(game.table.edition)
    >>> vector = features.vector(game.view(1).sight)
    >>> len(vector) == features.size == features.table_size + 6 * features.seat_size
    True
    >>> hand = next(field for field in features.fields if field.name == "hand")
    >>> start = features.table_size + hand.start
    >>> sum(vector[start : start + hand.size])
    9.0
    """

    __slots__ = (
        "_chosen", "_chosen_by", "_edition", "acting", "asker", "bag", "cards", "count", "crew", "day", "days", "decides", "deck",
        "doubloons", "earned", "fields", "graveyard", "hand", "indices", "kinds", "lead", "loot", "neutral", "options", "owned",
        "phase", "place", "players", "score", "seat_size", "seat_sunrise", "second", "shown", "size", "standing", "table_size",
        "table_sunrise", "tie", "values", "voyage",
    )  # fmt: skip

    def __init__(self, edition: Edition) -> None:
        cards = len(edition.cast) - 1
        kinds = len(edition.kinds)
        days = max(edition.voyages)
        self.cards: i64 = cards
        self.kinds: i64 = kinds
        self.days: i64 = days
        self.decides: i64 = bit(SEATS + cards + 1)
        """The bit of the marks of a seat that says that it is asked in the middle of a day."""
        self.indices: vec[i64] = vec[i64]([0] * _MOST)
        self.values: vec[float] = vec[float]([0.0] * _MOST)
        self.count: i64 = 0
        self.fields: list[Field] = []
        self._edition: Edition = edition
        self._chosen: i64 = _chosen(edition)
        self._chosen_by: dict[Edition, int] = {edition: int(self._chosen)}
        # What is set before the first call of a method is read without a check.
        self.table_size: i64 = 0
        self.seat_size: i64 = 0
        self.players: i64 = 0
        self.voyage: i64 = 0
        self.day: i64 = 0
        self.loot: i64 = 0
        self.bag: i64 = 0
        self.deck: i64 = 0
        self.options: i64 = 0
        self.shown: i64 = 0
        self.phase: i64 = 0
        self.asker: i64 = 0
        self.neutral: i64 = 0
        self.hand: i64 = 0
        self.crew: i64 = 0
        self.graveyard: i64 = 0
        self.owned: i64 = 0
        self.doubloons: i64 = 0
        self.score: i64 = 0
        self.lead: i64 = 0
        self.tie: i64 = 0
        self.standing: i64 = 0
        self.second: i64 = 0
        self.place: i64 = 0
        self.acting: i64 = 0
        self.earned: i64 = 0
        self.size: i64 = 0
        # The table at sunrise.
        self.players = self._field("table", "players", SEATS, "how many seats there are: a 1 in the place of the number")
        self.voyage = self._field("table", "voyage", len(edition.voyages), "a 1 in the place of the voyage")
        self.day = self._field("table", "day", days, "a 1 in the place of the day")
        self.loot = self._field("table", "loot", days * kinds, "the loot of today, tomorrow, …: the count of each kind")
        self.bag = self._field("table", "bag", kinds, "a tenth of the count of each kind in the bag")
        self.deck = self._field("table", "deck", cards, "1 for each card that may still be dealt")
        self.options = self._field("table", "options", _option_count(edition), "1 for each option that was chosen")
        self.shown = self._field("table", "shown", cards, "solo: a 1 in the place of the card on top of the deck")
        self.table_sunrise: i64 = self.table_size
        """How many features of the table matter at sunrise."""
        self.phase = self._field("table", "phase", OVER + 1, "a 1 in the place of the hour; none at sunrise")
        self.asker = self._field("table", "asker", 64, "a 1 in the place of what asks; none at sunrise")
        self.neutral = self._field("table", "neutral", cards, "a 1 in the place of the rank of the neutral character")
        # A seat at sunrise.
        self.hand = self._field("seat", "hand", cards, "the probability that each card is in the hand; the own hand is known")
        self.crew = self._field("seat", "crew", cards, "1 for each card in the crew")
        self.graveyard = self._field("seat", "graveyard", cards, "the probability that each card is in the graveyard")
        self.owned = self._field("seat", "owned", kinds, "the count of each kind of token that the player has")
        self.doubloons = self._field("seat", "doubloons", 1, "a tenth of the doubloons")
        self.score = self._field("seat", "score", 1, "a fiftieth of the score")
        self.lead = self._field("seat", "lead", 1, "a twentieth of the score above the mean of the others")
        self.tie = self._field("seat", "tie", SEATS, "a 1 in the place of what breaks ties: colour, or space of reputation")
        self.seat_sunrise: i64 = self.seat_size
        """How many features of a seat matter at sunrise."""
        self._field("seat", "picked", 1, "1 for a seat that has picked")
        self._field("seat", "pick", cards, "the viewer only: a 1 in the place of the card picked")
        self._field("seat", "deciding", 1, "1 for a seat that is asked in the middle of a day")
        self.standing = self._field("seat", "standing", cards, "a 1 in the place of the character in the lineup")
        self.second = self._field("seat", "second", cards, "a 1 in the place of the second character in the lineup")
        self.place = self._field("seat", "place", 1, "a sixth of the place of the first one in the lineup, from the left, from 1")
        self.acting = self._field("seat", "acting", 1, "1 for a seat whose character acts")
        self.earned = self._field("seat", "earned", 1, "at the end of a voyage: a tenth of what the characters earned")
        self.size = self.table_size + SEATS * self.seat_size

    def _field(self, block: str, name: str, size: i64, meaning: str) -> i64:
        start = self.table_size if block == "table" else self.seat_size
        self.fields.append(Field(block, name, start, size, meaning))
        if block == "table":
            self.table_size += size
        else:
            self.seat_size += size
        return start

    # ---- sets of features ---------------------------------------------------------------------------------------------------

    def calendar(self, table: Table) -> i64:
        """How many seats there are, the voyage and the day, as a set of features from `players` on."""
        found = bit(len(table.players) - 1) | bit(self.voyage + table.voyage - 1)
        return found | bit(self.day + table.day - 1) if table.day <= len(table.days) else found

    def chosen(self, edition: Edition) -> i64:
        """The options of this edition, as a set of features from `options` on."""
        if edition is not self._edition:
            self._edition = edition
            if edition not in self._chosen_by:
                self._chosen_by[edition] = int(_chosen(edition))
            self._chosen = self._chosen_by[edition]
        return self._chosen

    # ---- writing pairs ------------------------------------------------------------------------------------------------------

    def _put(self, index: i64, value: float) -> None:
        self.indices[self.count] = index
        self.values[self.count] = value
        self.count += 1

    def _put_set(self, start: i64, features: i64) -> None:
        """Bit i is feature i."""
        while features:
            self._put(start + nth(features, 0), 1.0)
            features &= features - 1

    def _put_one(self, start: i64, place: i64) -> None:
        """A 1 in a place; none if it is 0."""
        if place:
            self._put(start + place, 1.0)

    def _put_number(self, index: i64, number: i64, unit: float) -> None:
        if number:
            self._put(index, unit * float(number))

    def _put_heap(self, start: i64, heap: i64, unit: float) -> None:
        """The count of each kind of token."""
        while heap:
            self._put_number(start, heap & 15, unit)
            heap >>= 4
            start += 1

    def write_table(self, table: Table) -> None:
        """Write down the block of the table."""
        self.count = 0
        self._put_set(self.players, self.calendar(table))
        self._put_set(self.deck - 1, table.deck)  # there is no card of rank 0
        self._put_set(self.options, self.chosen(table.edition))
        self._put_one(self.shown - 1, table.edition.shown_card(table))
        self._put_one(self.phase, table.phase)
        self._put_one(self.asker, table.asking())
        self._put_one(self.neutral - 1, table.neutral)
        self._put_heap(self.bag, table.bag, TENTH)
        days: i64 = len(table.days)
        if table.day <= days:
            self._put_heap(self.loot, table.today, 1.0)
            for day in range(table.day, days):
                self._put_heap(self.loot + (day + 1 - table.day) * self.kinds, table.days[day], 1.0)

    def write_seat(self, table: Table, me: Player) -> None:
        """Write down the block of a seat whose hand is known, as it is in a world; its pick is not."""
        self.count = 0
        self._put_seat(table, me, me.hand, me.graveyard, 0)

    def _put_seat(self, table: Table, me: Player, hand: i64, graveyard: i64, marks: i64) -> None:
        """Write down the block of a seat that has these cards for certain; `marks` tell of its pick."""
        self._put_set(self.hand - 1, hand)
        self._put_set(self.crew - 1, me.crew)
        self._put_set(self.graveyard - 1, graveyard)
        marks |= bit(table.edition.tie_place(table, me))
        if table.questions and table.asked() == me.seat:
            marks |= self.decides
        self._put_set(self.tie, marks)
        day = table.phase != SUNRISE
        if day:
            self._put_one(self.standing - 1, me.standing)
            self._put_one(self.second - 1, me.second)
        self._put_number(self.doubloons, me.doubloons, TENTH)
        if table.voyage > 1:
            self._put_number(self.score, me.score, SCORE_UNIT)
            ahead = self.lead_feature(me.score, total_score(table), len(table.players))
            if ahead != 0.0:
                self._put(self.lead, ahead)
        if day:
            if me.standing:
                self._put_number(self.place, table.place(code_of_seat(me.seat)) + 1, SIXTH)
            if table.acting & 7 == code_of_seat(me.seat):
                self._put(self.acting, 1.0)
            self._put_number(self.earned, me.earned, TENTH)
        self._put_heap(self.owned, me.loot, 1.0)

    def lead_feature(self, score: i64, total: i64, seats: i64) -> float:
        """The feature `lead` of a seat with this score, where all seats have that much together."""
        return LEAD_UNIT * float(score * seats - total) / float(seats - 1)

    def write_guesses(self, guesses: list[Guess]) -> i64:
        """Write down the probabilities of the cards on which guesses don't agree. Returns these cards."""
        self.count = 0
        some: i64 = 0
        for guess in guesses:
            some |= guess.hand | guess.graveyard
        unsure = some & ~shared_hand(guesses) & ~shared_graveyard(guesses)
        each = 1.0 / float(len(guesses))
        left = unsure
        while left:
            card = nth(left, 0)
            left &= left - 1
            held: i64 = 0
            buried: i64 = 0
            for guess in guesses:
                held += guess.hand >> card & 1
                buried += guess.graveyard >> card & 1
            if held:
                self._put(self.hand - 1 + card, each * float(held))
            if buried:
                self._put(self.graveyard - 1 + card, each * float(buried))
        return unsure

    def vector(self, sight: Sight) -> list[float]:
        """The whole description of what the viewer of a sight knows. A spectator sees the seats from seat 0 on."""
        table = sight.table
        found = [0.0] * self.size
        self.write_table(table)
        self._spread(found, 0)
        seats = len(table.players)
        for index in range(seats):
            me = table.players[(max(0, sight.viewer) + index) % seats]
            own = me.seat == sight.viewer
            marks: i64 = 0
            if sight.picked >> me.seat & 1:
                marks = PICKED | bit(SEATS + me.pick) if own else PICKED
            if own:
                self.count = 0
                self._put_seat(table, me, me.hand, me.graveyard, marks)
            else:
                guesses = sight.guesses[me.seat]
                self.write_guesses(guesses)
                self._put_seat(table, me, shared_hand(guesses), shared_graveyard(guesses), marks)
            self._spread(found, self.table_size + index * self.seat_size)
        return found

    def _spread(self, found: list[float], start: i64) -> None:
        for index in range(self.count):
            found[start + self.indices[index]] = self.values[index]


def shared_hand(guesses: list[Guess]) -> i64:
    """The cards that are in the hand by every guess."""
    cards: i64 = -1
    for guess in guesses:
        cards &= guess.hand
    return cards


def shared_graveyard(guesses: list[Guess]) -> i64:
    """The cards that are in the graveyard by every guess."""
    cards: i64 = -1
    for guess in guesses:
        cards &= guess.graveyard
    return cards


def total_score(table: Table) -> i64:
    """The scores of all players together."""
    total: i64 = 0
    for player in table.players:
        total += player.score
    return total


def score_lead(table: Table, me: Player) -> float:
    """How far the score of a player is above the mean of the others'."""
    return float(me.score) - float(total_score(table) - me.score) / float(len(table.players) - 1)


def _option_count(edition: Edition) -> i64:
    """How many options there are to choose from: the values of all options, and the sides of each kind of token."""
    count: i64 = 0
    for option in edition.OPTIONS:
        count += len(edition.kinds) if option.sides else len(option.values)
    return count


def _chosen(edition: Edition) -> i64:
    """Which of these were chosen, as bits; of the sides, the second ones."""
    found: i64 = 0
    start = 0
    given = edition.options()
    for option in edition.OPTIONS:
        if option.sides:
            for index in range(len(edition.kinds)):
                if edition.sides >> 4 * index & 1:
                    found |= bit(start + index)
            start += len(edition.kinds)
            continue
        if not option.alone or option.name in given:
            value = given.get(option.name, option.default)
            for index, name in enumerate(option.values):
                if name == value:
                    found |= bit(start + index)
        start += len(option.values)
    return found
