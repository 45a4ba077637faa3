"""The state of a table: plain data that is cheap to copy, how to look at it, and the chance that it owns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64, mypyc_attr

from libertalia.rules.bits import bit, kind_at, nth, size, tokens
from libertalia.rules.chance import Seed, step
from libertalia.rules.happening import ACTS, CAME_TO_NOTHING, Happening
from libertalia.rules.phases import SUNRISE
from libertalia.rules.player import Player

if TYPE_CHECKING:
    from libertalia.rules.edition import Edition


@mypyc_attr(acyclic=True)
class TableData:
    """Everything that lies on a table. `Table` says what can be done with it."""

    __slots__ = (
        "acting", "bag", "cause", "cause_seat", "day", "days", "deck", "doomed_by", "draws", "dusk_ahead", "edition",
        "edition_scratch", "edition_state", "happenings", "last_voyage", "leftovers", "lineup", "neutral", "phase", "picking",
        "players", "progress", "questions", "seed", "today", "turns_ahead", "voyage",
    )  # fmt: skip

    def __init__(self, edition: Edition, players: list[Player], days: list[i64]) -> None:
        self.edition: Edition = edition
        self.players: list[Player] = players
        self.days: list[i64] = days  # the loot of each day, or what was left of it; never changed in place: clones share it
        self.seed: Seed | None = None  # None: chance comes from the quick generator
        self.draws: i64 = 0  # how many draws were made; or the state of the quick generator
        self.voyage: i64 = 1
        self.last_voyage: i64 = len(edition.voyages)  # the game ends after it; a search may end it earlier
        self.day: i64 = 1
        self.phase: i64 = SUNRISE
        self.picking: i64 = 0  # the seats that have yet to pick, as a bit set
        self.questions: i64 = 0
        self.lineup: i64 = 0  # the codes of those who stand in it, four bits each, the rightmost lowest
        self.acting: i64 = 0  # the code of the character whose turn it is, while it stands in the lineup; 0 for none
        self.turns_ahead: i64 = 0  # by day: how many characters, counted from the right, have yet to act
        self.dusk_ahead: bool = False  # at dusk: whether the ability of the acting character is still to come
        self.progress: i64 = 0  # at night and at rest: how far it has come; the edition says what the number means
        self.doomed_by: i64 = 0  # the number of what sends the acting character to the graveyard after dusk; 0 for nothing
        self.deck: i64 = 0
        self.bag: i64 = 0
        self.today: i64 = 0
        self.leftovers: i64 = 0  # the days gone by on which something was left, as a bit set
        self.neutral: i64 = 0  # the rank of the neutral character in the lineup; 0 for none
        self.edition_state: i64 = 0  # what the edition must remember for the whole game; `Edition.extras` reads it
        self.edition_scratch: i64 = 0  # what the edition must remember for a moment
        self.happenings: list[Happening] | None = None
        self.cause: i64 = 0  # the number of the asker whose ability is at work; `cause_seat` is the seat that it works for
        self.cause_seat: i64 = 0

    def copy_to(self, twin: TableData) -> None:
        """Give another table of the same game this state. The list of days is shared, and nobody listens to the twin."""
        twin.seed = self.seed
        twin.draws = self.draws
        twin.voyage = self.voyage
        twin.last_voyage = self.last_voyage
        twin.day = self.day
        twin.phase = self.phase
        twin.picking = self.picking
        twin.questions = self.questions
        twin.lineup = self.lineup
        twin.acting = self.acting
        twin.turns_ahead = self.turns_ahead
        twin.dusk_ahead = self.dusk_ahead
        twin.progress = self.progress
        twin.doomed_by = self.doomed_by
        twin.deck = self.deck
        twin.bag = self.bag
        twin.today = self.today
        twin.leftovers = self.leftovers
        twin.neutral = self.neutral
        twin.edition_state = self.edition_state
        twin.edition_scratch = self.edition_scratch

    # ---- what happened --------------------------------------------------------------------------------------------------

    def note(self, what: i64, seat: i64, a: i64 = 0, b: i64 = 0, c: i64 = 0, d: i64 = 0) -> None:
        """Write down what happened, if somebody listens."""
        if self.happenings is not None:
            self.happenings.append(Happening(what, seat, self.cause, self.cause_seat, a, b, c, d))

    def acts(self, me: Player, number: i64) -> None:
        """An ability begins: it is the cause of what happens next."""
        self.cause = number
        self.cause_seat = me.seat
        if self.happenings is not None:
            self.note(ACTS, me.seat, number)

    def tell_if_nothing_came(self, me: Player) -> None:
        """After an ability: if it changed nothing and asks nothing, say so to those who listen."""
        happenings = self.happenings
        if happenings is not None and self.questions == 0 and happenings and happenings[-1].what == ACTS:
            self.note(CAME_TO_NOTHING, me.seat, me.doubloons)

    # ---- looking --------------------------------------------------------------------------------------------------------

    def loot_on(self, day: i64) -> i64:
        """What lies on a day of this voyage, or was left lying there."""
        if day == self.day:
            return self.today
        if day < self.day and not self.leftovers >> day & 1:
            return 0
        return self.days[day - 1]

    def crews_with(self, rank: i64) -> i64:
        """How many crews hold the character."""
        count: i64 = 0
        for player in self.players:
            count += player.crew >> rank & 1
        return count

    def left_of(self, me: Player) -> Player:
        seat = me.seat + 1
        return self.players[0 if seat == len(self.players) else seat]

    def beside(self, me: Player, other: Player) -> bool:
        """Whether two players are neighbours."""
        apart = me.seat - other.seat
        if apart < 0:
            apart = -apart
        return apart == 1 or apart == len(self.players) - 1

    # ---- chance ---------------------------------------------------------------------------------------------------------

    def random(self, below: i64, heap: i64 = 0, cards: i64 = 0, more: i64 = 0) -> i64:
        """A number from 0 to ``below`` - 1. See `Seed.draw`."""
        if self.seed is None:
            self.draws = step(self.draws)
            return self.draws * below >> 32
        self.draws += 1
        return self.seed.draw(self.draws - 1, below, heap, cards, more)

    def draw_token(self, more: i64 = 0) -> i64:
        """Take a random token out of the bag; returns its kind. ``more`` tokens are taken right after it."""
        kind = kind_at(self.bag, self.random(tokens(self.bag), self.bag, 0, more))
        self.bag -= 1 << kind
        return kind

    def draw_cards(self, count: i64) -> i64:
        """Take random cards out of the deck, or all there are."""
        drawn: i64 = 0
        left = size(self.deck)
        if count > left:
            count = left
        while count > 0:
            count -= 1
            card: i64 = bit(nth(self.deck, self.random(left, 0, self.deck, count)))
            self.deck -= card
            drawn |= card
            left -= 1
        return drawn
