"""What a seat may know of a table, as a flat vector of numbers: one fixed description for each edition.

The vector has a block for the table, then one block for each of six seats: the viewer's own first, the others clockwise. The
blocks of seats that don't exist are all zeros. Each block begins with the features that matter at sunrise, before anyone has
picked; the others are zero then. `Features.fields` lists them all; the pages in docs/envs have the tables.

Most features are 0, and most of the others are what the table holds in integers anyway: sets of cards and heaps of tokens. So
a block is first gathered into a few *words*, integers of which each stands for several features in a row. They are quick to
compare: `rows` writes only what has changed. For nets they are written down as pairs of index and value.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from libertalia.game.memory import Guess
from libertalia.rules.bits import bit, nth
from libertalia.rules.edition import Edition
from libertalia.rules.lineup import code_of_seat
from libertalia.rules.phases import OVER
from libertalia.rules.player import Player
from libertalia.rules.table import Table

if TYPE_CHECKING:
    from libertalia.game.sight import Sight

SEATS: Final = 6
"""How many blocks of seats a vector has."""

_MOST: Final = 512
"""More pairs than a block can have."""

# The forms of words. In a block, words of the same form stand together, in this order.
ONES: Final = 0
"""Bit i is feature i."""
PLACE: Final = 1
"""Feature i is 1 if the word is i; none if it is 0."""
NUMBER: Final = 2
"""A feature of its own."""
HEAP: Final = 3
"""A heap of tokens: the count of each kind is a feature."""

# The words of the table.
CALENDAR: Final = 0
DECK: Final = 1
OPTIONS: Final = 2
SHOWN: Final = 3
PHASE: Final = 4
ASKER: Final = 5
NEUTRAL: Final = 6
BAG: Final = 7
LOOT: Final = 8  # a word for each day

# The words of a seat.
HAND: Final = 0
CREW: Final = 1
GRAVEYARD: Final = 2
MARKS: Final = 3
STANDING: Final = 4
SECOND: Final = 5
PURSE: Final = 6
SCORE: Final = 7
LEAD: Final = 8
PLACE_IN_LINE: Final = 9
ACTING: Final = 10
EARNED: Final = 11
OWNED: Final = 12

PICKED: Final = 1 << SEATS
"""The bit of the word `MARKS` that says that a seat has picked. Those below are what breaks ties, those above the card picked."""


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

    `words` has what was gathered last: `table_words` of the table, then `seat_words` of each seat, from seat 0 on. `indices` and
    `values` have what was written down last, `count` pairs.

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
        "_boards", "_chosen", "_day", "_edition", "_others", "_voyage", "cards", "count", "fields", "forms", "graveyard", "hand",
        "indices", "picks", "seat_size", "seat_sunrise", "seat_words", "size", "starts", "table_size", "table_sunrise",
        "table_words", "units", "values", "words",
    )  # fmt: skip

    def __init__(self, edition: Edition) -> None:
        cards = len(edition.cast) - 1
        kinds = len(edition.kinds)
        days = max(edition.voyages)
        self.cards: i64 = cards
        self.indices: vec[i64] = vec[i64]([0] * _MOST)
        self.values: vec[float] = vec[float]([0.0] * _MOST)
        self.count: i64 = 0
        self.fields: list[Field] = []
        # What is set before the first call of a method is read without a check.
        self.table_words: i64 = 0
        self.seat_words: i64 = 0
        self.size: i64 = 0
        self.hand: i64 = 0
        """Where the hand starts in the block of a seat."""
        self.graveyard: i64 = 0
        self.words: vec[i64] = vec[i64]()
        self._edition: Edition = edition
        self._chosen: i64 = _chosen(edition)
        self._boards: dict[Edition, int] = {edition: int(self._chosen)}
        self._others: float = 1.0  # how many seats there are besides one's own
        self.picks: bool = False
        """Whether somebody had picked when the words were gathered."""
        self.table_size: i64 = 0
        self.seat_size: i64 = 0
        self.forms: vec[i64] = vec[i64]()
        """What each word is: `ONES`, `HEAP`, `PLACE` or `NUMBER`; first those of the table, then those of a seat."""
        self.starts: vec[i64] = vec[i64]()
        """Where its features start in the block."""
        self.units: vec[float] = vec[float]()
        """What a number or a count is multiplied by."""
        # The table at sunrise.
        players = self._field("table", "players", SEATS, "how many seats there are: a 1 in the place of the number")
        self._voyage: i64 = self._field("table", "voyage", len(edition.voyages), "a 1 in the place of the voyage")
        self._day: i64 = self._field("table", "day", days, "a 1 in the place of the day")
        loot = self._field("table", "loot", days * kinds, "the loot of today, tomorrow, …: the count of each kind")
        bag = self._field("table", "bag", kinds, "a tenth of the count of each kind in the bag")
        deck = self._field("table", "deck", cards, "1 for each card that may still be dealt")
        options = self._field("table", "options", _option_count(edition), "1 for each option that was chosen")
        shown = self._field("table", "shown", cards, "solo: a 1 in the place of the card on top of the deck")
        self.table_sunrise: i64 = self.table_size
        """How many features of the table matter at sunrise."""
        phase = self._field("table", "phase", OVER + 1, "a 1 in the place of the hour; none at sunrise")
        asker = self._field("table", "asker", 64, "a 1 in the place of what asks; none at sunrise")
        neutral = self._field("table", "neutral", cards, "a 1 in the place of the rank of the neutral character")
        # A seat at sunrise.
        hand = self._field("seat", "hand", cards, "the probability that each card is in the hand; the own hand is known")
        crew = self._field("seat", "crew", cards, "1 for each card in the crew")
        graveyard = self._field("seat", "graveyard", cards, "the probability that each card is in the graveyard")
        owned = self._field("seat", "owned", kinds, "the count of each kind of token that the player has")
        doubloons = self._field("seat", "doubloons", 1, "a tenth of the doubloons")
        score = self._field("seat", "score", 1, "a fiftieth of the score")
        lead = self._field("seat", "lead", 1, "a twentieth of the score above the mean of the others")
        tie = self._field("seat", "tie", SEATS, "a 1 in the place of what breaks ties: colour, or space of reputation")
        self.seat_sunrise: i64 = self.seat_size
        """How many features of a seat matter at sunrise."""
        self._field("seat", "picked", 1, "1 for a seat that has picked")
        self._field("seat", "pick", cards, "the viewer only: a 1 in the place of the card picked")
        self._field("seat", "deciding", 1, "1 for a seat that is asked in the middle of a day")
        standing = self._field("seat", "standing", cards, "a 1 in the place of the character in the lineup")
        second = self._field("seat", "second", cards, "a 1 in the place of the second character in the lineup")
        place = self._field("seat", "place", 1, "a sixth of the place of the first one in the lineup, from the left, from 1")
        acting = self._field("seat", "acting", 1, "1 for a seat whose character acts")
        earned = self._field("seat", "earned", 1, "at the end of a voyage: a tenth of what the characters earned")
        self.size = self.table_size + SEATS * self.seat_size
        self.hand = hand
        self.graveyard = graveyard
        # The words, in the order of the constants above. A set of cards has no card of rank 0.
        self._word(ONES, players)  # and the voyage, and the day
        self._word(ONES, deck - 1)
        self._word(ONES, options)
        self._word(PLACE, shown - 1)
        self._word(PLACE, phase)
        self._word(PLACE, asker)
        self._word(PLACE, neutral - 1)
        self._word(HEAP, bag, 0.1)
        for day in range(days):
            self._word(HEAP, loot + day * kinds)
        self.table_words = len(self.forms)
        self._word(ONES, hand - 1)
        self._word(ONES, crew - 1)
        self._word(ONES, graveyard - 1)
        self._word(ONES, tie)  # and whether it has picked, and the pick, and whether it decides
        self._word(PLACE, standing - 1)
        self._word(PLACE, second - 1)
        self._word(NUMBER, doubloons, 0.1)
        self._word(NUMBER, score, 0.02)
        self._word(NUMBER, lead, 0.05)
        self._word(NUMBER, place, 1.0 / 6.0)
        self._word(NUMBER, acting)
        self._word(NUMBER, earned, 0.1)
        self._word(HEAP, owned)
        self.seat_words = len(self.forms) - self.table_words
        self.words = vec[i64]([0] * (self.table_words + SEATS * self.seat_words))

    def _field(self, block: str, name: str, size: i64, meaning: str) -> i64:
        start = self.table_size if block == "table" else self.seat_size
        self.fields.append(Field(block, name, start, size, meaning))
        if block == "table":
            self.table_size += size
        else:
            self.seat_size += size
        return start

    def _word(self, form: i64, start: i64, unit: float = 1.0) -> None:
        self.forms = append(self.forms, form)
        self.starts = append(self.starts, start)
        self.units = append(self.units, unit)

    # ---- gathering words ----------------------------------------------------------------------------------------------------

    def gather(self, table: Table) -> None:
        """Gather the words of the table and of all seats, as they are: what a viewer may not know is left out later."""
        self.gather_table(table)
        total = total_score(table) if table.voyage > 1 else i64(0)
        asked: i64 = table.asked() if table.questions else -1
        picks: i64 = 0
        for me in table.players:
            self._gather_seat(table, me, total, asked)
            picks |= me.pick
        self.picks = picks != 0

    def gather_table(self, table: Table) -> None:
        """Gather the words of the table."""
        words = self.words
        edition = table.edition
        if edition is not self._edition:  # the same edition with other options
            self._edition = edition
            if edition not in self._boards:
                self._boards[edition] = int(_chosen(edition))
            self._chosen = self._boards[edition]
        days: i64 = len(table.days)
        today = table.day
        ones: i64 = bit(len(table.players) - 1) | bit(self._voyage + table.voyage - 1)
        if today <= days:
            ones |= bit(self._day + today - 1)
        words[CALENDAR] = ones
        words[BAG] = table.bag
        words[DECK] = table.deck
        words[OPTIONS] = self._chosen
        words[SHOWN] = edition.shown_card(table)
        words[PHASE] = table.phase
        words[ASKER] = table.asking()
        words[NEUTRAL] = table.neutral
        ahead: i64 = LOOT
        if today <= days:
            words[ahead] = table.today
            ahead += 1
            loot = table.days
            for day in range(today, days):
                words[ahead] = loot[day]
                ahead += 1
        for index in range(ahead, self.table_words):
            words[index] = 0

    def _gather_seat(self, table: Table, me: Player, total: i64, asked: i64) -> None:
        """Gather the words of a seat, with the hand as it is and without the pick.

        `total` is the score of all seats, which the first voyage does not read; `asked` is who is asked in the middle of a day.
        """
        words = self.words
        first = self.table_words + me.seat * self.seat_words
        words[first + HAND] = me.hand
        words[first + CREW] = me.crew
        words[first + GRAVEYARD] = me.graveyard
        words[first + PURSE] = me.doubloons
        words[first + OWNED] = me.loot
        if table.voyage > 1:
            seats: i64 = len(table.players)
            self._others = float(seats - 1)
            words[first + SCORE] = me.score
            words[first + LEAD] = me.score * seats - total
        else:
            words[first + SCORE] = 0
            words[first + LEAD] = 0
        marks = bit(table.edition.tie_place(table, me))
        if asked == me.seat:
            marks |= bit(SEATS + self.cards + 1)
        words[first + MARKS] = marks
        if table.phase == 0:
            words[first + STANDING] = 0
            words[first + SECOND] = 0
            words[first + PLACE_IN_LINE] = 0
            words[first + ACTING] = 0
            words[first + EARNED] = 0
            return
        words[first + STANDING] = me.standing
        words[first + SECOND] = me.second
        words[first + PLACE_IN_LINE] = table.place(code_of_seat(me.seat)) + 1 if me.standing else 0
        words[first + ACTING] = 1 if table.acting & 7 == code_of_seat(me.seat) else 0
        words[first + EARNED] = me.earned

    def number(self, word: i64, value: i64) -> float:
        """The feature of a word of the form `NUMBER`, or the count of a kind in one of the form `HEAP`."""
        found = self.units[word] * float(value)
        return found / self._others if word == self.table_words + LEAD else found

    # ---- writing pairs ------------------------------------------------------------------------------------------------------

    def _put(self, index: i64, value: float) -> None:
        self.indices[self.count] = index
        self.values[self.count] = value
        self.count += 1

    def _put_words(self, first: i64, word: i64, count: i64) -> None:
        """Write words down that were gathered from place `first` on; `word` is the first of them in `forms`."""
        for index in range(count):
            value = self.words[first + index]
            if value == 0:
                continue
            form = self.forms[word + index]
            start = self.starts[word + index]
            if form == ONES:
                while value:
                    self._put(start + nth(value, 0), 1.0)
                    value &= value - 1
            elif form == PLACE:
                self._put(start + value, 1.0)
            elif form == NUMBER:
                self._put(start, self.number(word + index, value))
            else:
                kind: i64 = 0
                while value:
                    if value & 15:
                        self._put(start + kind, self.number(word + index, value & 15))
                    value >>= 4
                    kind += 1

    def write_table(self, table: Table) -> None:
        """Write down the block of the table."""
        self.count = 0
        self.gather_table(table)
        self._put_words(0, 0, self.table_words)

    def write_seat(self, table: Table, me: Player) -> None:
        """Write down the block of a seat whose hand is known, as it is in a world; its pick is not."""
        self.count = 0
        self._gather_seat(table, me, total_score(table), table.asked() if table.questions else -1)
        self._put_words(self.table_words + me.seat * self.seat_words, self.table_words, self.seat_words)

    def gather_guesses(self, seat: i64, guesses: list[Guess]) -> None:
        """Let the words of a seat tell what all guesses of its hand and graveyard agree on."""
        hand: i64 = -1
        graveyard: i64 = -1
        for guess in guesses:
            hand &= guess.hand
            graveyard &= guess.graveyard
        first = self.table_words + seat * self.seat_words
        self.words[first + HAND] = hand
        self.words[first + GRAVEYARD] = graveyard

    def write_guesses(self, guesses: list[Guess]) -> i64:
        """Write down the probabilities of the cards on which guesses don't agree. Returns these cards."""
        self.count = 0
        some: i64 = 0
        hand: i64 = -1
        graveyard: i64 = -1
        for guess in guesses:
            some |= guess.hand | guess.graveyard
            hand &= guess.hand
            graveyard &= guess.graveyard
        unsure = some & ~hand & ~graveyard
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
        self.gather(table)
        seats = len(table.players)
        for index in range(seats):
            me = table.players[(max(0, sight.viewer) + index) % seats]
            block = self.table_size + index * self.seat_size
            first = self.table_words + me.seat * self.seat_words
            own = me.seat == sight.viewer
            if not own and len(sight.guesses[me.seat]) > 1:
                self.gather_guesses(me.seat, sight.guesses[me.seat])
                self.write_guesses(sight.guesses[me.seat])
                self._spread(found, block)
            if sight.picked >> me.seat & 1:
                self.words[first + MARKS] |= PICKED | bit(SEATS + me.pick) if own else PICKED
            self.count = 0
            self._put_words(first, self.table_words, self.seat_words)
            self._spread(found, block)
        return found

    def _spread(self, found: list[float], start: i64) -> None:
        for index in range(self.count):
            found[start + self.indices[index]] = self.values[index]


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
