"""The table: everything that lies on it, and what characters and tokens do with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from mypy_extensions import i64, mypyc_attr

from libertalia.rules.asker import PASS, PICK, SEAT_CARD, SEAT_LOOT, TAKE, Asker
from libertalia.rules.bits import bit, kinds, nth, number_of, of_seat, ranks, seat_of, size, tokens
from libertalia.rules.chance import Seed, step
from libertalia.rules.happening import (
    ACTS,
    CREW,
    DREW,
    GAINED,
    GRAVEYARD,
    HAND,
    HANDED_OVER,
    LINEUP,
    LOST,
    MOVED,
    PAID,
    REMOVED,
    RETURNED,
    SWAPPED,
    TOOK,
    Happening,
)
from libertalia.rules.player import SECOND, Player

if TYPE_CHECKING:
    from libertalia.rules.edition import Edition

# The phases of a day.
SUNRISE: Final = 0
DAY: Final = 1
DUSK: Final = 2
NIGHT: Final = 3
REST: Final = 4  # the end of a voyage: an hour to be told of, but nothing is decided then
OVER: Final = 5

# A character in the lineup goes by a code: its owner's seat + 1, and SECOND if it is the second one of that owner.
NEUTRAL: Final = 7  # nobody's

# A question is the number of an asker, of the seat asked (see `bits`). Questions are stacked in one integer, the open one lowest.
QUESTION_BITS: Final = 9
QUESTION: Final = 511


@final
@mypyc_attr(acyclic=True)
class Table:
    """Plain data, and cheap to clone. `course` moves it on; nothing here decides what comes next."""

    __slots__ = (
        "acting", "bag", "cause", "cause_seat", "day", "days", "deck", "doomed_by", "draws", "dusk_ahead", "edition",
        "edition_scratch", "edition_state", "last_voyage", "leftovers", "lineup", "log", "neutral", "phase", "picking",
        "players", "progress", "questions", "seed", "today", "turns_ahead", "voyage",
    )  # fmt: skip

    def __init__(self, edition: Edition, players: list[Player], days: list[i64]) -> None:
        self.edition: Edition = edition
        self.players: list[Player] = players
        self.days: list[i64] = days  # as laid out, or as left over; never changed in place, for clones share it
        self.seed: Seed | None = None  # None: chance comes from the quick generator
        self.draws: i64 = 0  # how many draws were made; or the state of the quick generator
        self.voyage: i64 = 1
        self.last_voyage: i64 = len(edition.voyages)  # the game ends with it; who only thinks may look less far
        self.day: i64 = 1
        self.phase: i64 = SUNRISE
        self.picking: i64 = 0  # the seats that have yet to pick, as a bit set
        self.questions: i64 = 0
        self.lineup: i64 = 0  # the codes of those who stand in it, four bits each, the rightmost lowest
        self.acting: i64 = 0  # the code of the character whose turn it is, while it stands in the lineup; 0 for none
        self.turns_ahead: i64 = 0  # by day: how many characters, from the right, have their turn ahead
        self.dusk_ahead: bool = False  # at dusk: whether the acting character's own ability comes after its loot
        self.progress: i64 = 0  # at night and at rest: how far the hour has come, in the edition's own terms
        self.doomed_by: i64 = 0  # the number of what keeps the acting character from coming home; 0 for nothing
        self.deck: i64 = 0
        self.bag: i64 = 0
        self.today: i64 = 0
        self.leftovers: i64 = 0  # the days gone by on which something was left, as a bit set
        self.neutral: i64 = 0  # the rank of the character in the lineup that is nobody's; 0 for none
        self.edition_state: i64 = 0  # what an edition keeps besides, for good: `Edition.extras` reads it
        self.edition_scratch: i64 = 0  # what an edition must remember for a moment
        self.log: list[Happening] | None = None
        self.cause: i64 = 0  # the number of the asker whose ability is at work, and the seat that it works for
        self.cause_seat: i64 = 0

    def clone(self) -> Table:
        """A table of its own, with the same chance ahead. Nobody listens to it yet."""
        twin = Table(self.edition, [player.clone() for player in self.players], self.days)
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
        return twin

    def note(self, what: i64, seat: i64, a: i64 = 0, b: i64 = 0, c: i64 = 0, d: i64 = 0) -> None:
        """Write down what happened, where somebody listens."""
        if self.log is not None:
            self.log.append(Happening(what, seat, self.cause, self.cause_seat, a, b, c, d))

    def acts(self, me: Player, number: i64) -> None:
        """An ability begins: it is the cause of what comes."""
        self.cause = number
        self.cause_seat = me.seat
        if self.log is not None:
            self.note(ACTS, me.seat, number)

    # ---- who decides what -----------------------------------------------------------------------------------------------

    def asked(self) -> i64:
        """The seat that decides now; at sunrise the first of those that have yet to pick. -1 when the game is over."""
        if self.questions:
            return seat_of(self.questions)
        return nth(self.picking, 0) if self.picking else -1

    def asking(self) -> i64:
        """The number of the asker of the open question; 0 where none is open, as at sunrise."""
        return number_of(self.questions)

    def asker(self) -> Asker:
        """Who asks."""
        return self.edition.askers[self.asking() or PICK]

    def options(self, me: Player, whose: Player) -> i64:
        """What a player who has a decision may answer, as a bit set; of several players' cards, those that are `whose`."""
        if self.questions == 0:
            return me.hand
        number = self.asking()
        if number == TAKE:
            return kinds(self.today)
        return self.edition.askers[number].options(self, me, whose)

    def across(self) -> bool:
        """Whether the open question is about the cards of several players."""
        number = self.asking()
        return number != 0 and number != TAKE and self.edition.askers[number].form() in (SEAT_CARD, SEAT_LOOT)

    def legal_actions(self) -> list[int]:
        """What the seat that decides now may answer, as numbers in ascending order."""
        return self.answers(self.asked())

    def answers(self, seat: i64) -> list[int]:
        """What a seat that has a decision may answer, as numbers in ascending order."""
        me = self.players[seat]
        if not self.across():
            return ranks(self.options(me, me))
        found: list[int] = []
        for whose in self.players:
            for rank in ranks(self.options(me, whose)):
                found.append(of_seat(whose.seat, rank))
        return found

    def allows(self, seat: i64, answer: i64) -> bool:
        """Whether a seat that has a decision may answer this."""
        me = self.players[seat]
        whose = me
        if self.across():
            if answer >= of_seat(len(self.players), 0):
                return False
            whose = self.players[seat_of(answer)]
            answer = number_of(answer)
        return 0 <= answer <= PASS and self.options(me, whose) >> answer & 1 == 1

    # ---- asking ---------------------------------------------------------------------------------------------------------

    def ask(self, me: Player, number: i64) -> None:
        """Put a question on top of the others."""
        self.questions = self.questions << QUESTION_BITS | of_seat(me.seat, number)

    def ask_take(self, me: Player) -> None:
        if self.today:
            self.ask(me, TAKE)

    def ask_of_any(self, me: Player, number: i64) -> None:
        """Ask about what several players have, if any of them has something to choose."""
        asker = self.edition.askers[number]
        for whose in self.players:
            if asker.options(self, me, whose):
                self.ask(me, number)
                return

    def after(self, me: Player, number: i64) -> None:
        """Once what has just been asked is answered, the asker of this number goes on; at once if nothing was asked."""
        if self.questions == 0:
            self.edition.askers[number].lapse(self, me)
            return
        older = self.questions >> QUESTION_BITS << QUESTION_BITS | of_seat(me.seat, number)
        self.questions = older << QUESTION_BITS | self.questions & QUESTION

    # ---- the lineup -----------------------------------------------------------------------------------------------------

    def rank_at(self, code: i64) -> i64:
        """The rank of a character in the lineup."""
        if code == NEUTRAL:
            return self.neutral
        return self.players[(code & 7) - 1].rank_of(code)

    def owner(self, code: i64) -> Player:
        """Whose character it is; not to be asked of the neutral one."""
        return self.players[(code & 7) - 1]

    def board(self, me: Player, rank: i64) -> None:
        """From the hand into the lineup, to its place by rank; it has its turn ahead."""
        me.hand &= ~bit(rank)
        code = me.seat + 1
        if me.standing:
            me.second = rank
            code |= SECOND
        else:
            me.standing = rank
        self.line_up(code, rank)
        if self.log is not None:
            self.note(MOVED, me.seat, rank, HAND, LINEUP, self.place(code))

    def line_up(self, code: i64, rank: i64) -> None:
        """Find a character's place by rank."""
        higher: i64 = 0
        while self.lineup >> higher:
            other = self.lineup >> higher & 15
            theirs = self.rank_at(other)
            if theirs < rank or (theirs == rank and not self.edition.yields(self, code, other, rank)):
                break
            higher += 4
        left = self.lineup >> higher
        self.lineup = (left << 4 | code) << higher | self.lineup & bit(higher) - 1
        self.turns_ahead += 1

    def place(self, code: i64) -> i64:
        """Where a character stands in the lineup: how many are to its left."""
        rest = self.lineup
        while rest & 15 != code:
            rest >>= 4
        place: i64 = 0
        while rest > 15:
            rest >>= 4
            place += 1
        return place

    def leave(self, code: i64, zone: i64) -> None:
        """Out of the lineup, home to the crew or into the graveyard."""
        me = self.players[(code & 7) - 1]
        rank = me.standing
        if code & SECOND:
            rank = me.second
            me.second = 0
        else:
            me.standing = 0
        self.step_out(code)
        if zone == CREW:
            me.crew |= bit(rank)
        else:
            me.graveyard |= bit(rank)
        if self.log is not None:
            self.note(MOVED, me.seat, rank, LINEUP, zone)

    def code_of(self, me: Player, rank: i64) -> i64:
        """The code of a character if it stands in the lineup; otherwise 0."""
        if rank == me.standing:
            return me.seat + 1
        return me.seat + 1 | SECOND if rank == me.second else 0

    def rightmost(self) -> i64:
        """The code of the highest character in the lineup; 0 where nobody stands there."""
        return self.lineup & 15

    def acted(self) -> i64:
        """By day: those of the lineup who have begun their turn, the last one lowest."""
        return self.lineup >> 4 * self.turns_ahead

    def leftmost(self) -> i64:
        """The code of the lowest character in the lineup."""
        rest = self.lineup
        while rest > 15:
            rest >>= 4
        return rest

    def send_off(self, me: Player, rank: i64) -> None:
        """Into the graveyard, from wherever the character acts: the lineup or the crew."""
        code = self.code_of(me, rank)
        if code:
            self.leave(code, GRAVEYARD)
        elif me.crew >> rank & 1:
            self.discard(me, rank)

    def step_out(self, code: i64) -> None:
        """Close the ranks of the lineup behind a character."""
        higher: i64 = 0
        while self.lineup >> higher & 15 != code:
            higher += 4
        if self.phase == DAY and higher < 4 * self.turns_ahead:
            self.turns_ahead -= 1
        self.lineup = self.lineup >> higher + 4 << higher | self.lineup & bit(higher) - 1
        if code == self.acting:
            self.acting = 0

    # ---- characters at home ---------------------------------------------------------------------------------------------

    def discard(self, me: Player, rank: i64) -> None:
        """From the crew into the graveyard."""
        me.crew &= ~bit(rank)
        me.graveyard |= bit(rank)
        if self.log is not None:
            self.note(MOVED, me.seat, rank, CREW, GRAVEYARD)

    def recall(self, me: Player, rank: i64) -> None:
        """From the crew back into the hand."""
        me.crew &= ~bit(rank)
        me.hand |= bit(rank)
        if self.log is not None:
            self.note(MOVED, me.seat, rank, CREW, HAND)

    def revive(self, me: Player, rank: i64) -> None:
        """From the graveyard back into the hand; the others don't see which."""
        me.graveyard &= ~bit(rank)
        me.hand |= bit(rank)
        if self.log is not None:
            self.note(MOVED, me.seat, rank, GRAVEYARD, HAND)

    def enlist(self, me: Player, rank: i64, zone: i64) -> None:
        """From the hand or the graveyard straight into the crew."""
        if zone == HAND:
            me.hand &= ~bit(rank)
        else:
            me.graveyard &= ~bit(rank)
        me.crew |= bit(rank)
        if self.log is not None:
            self.note(MOVED, me.seat, rank, zone, CREW)

    def crews_with(self, rank: i64) -> i64:
        """How many crews hold the character."""
        count: i64 = 0
        for player in self.players:
            count += player.crew >> rank & 1
        return count

    # ---- doubloons ------------------------------------------------------------------------------------------------------

    def gain(self, me: Player, amount: i64) -> None:
        me.doubloons += amount
        if self.log is not None and amount:
            self.note(GAINED, me.seat, amount)

    def lose(self, me: Player, amount: i64) -> None:
        """Lose doubloons, or all there are."""
        if amount > me.doubloons:
            amount = me.doubloons
        me.doubloons -= amount
        if self.log is not None and amount:
            self.note(LOST, me.seat, amount)

    def pay(self, payer: Player, payee: Player, amount: i64) -> None:
        """Hand doubloons over, or all there are."""
        if amount > payer.doubloons:
            amount = payer.doubloons
        payer.doubloons -= amount
        payee.doubloons += amount
        if self.log is not None and amount:
            self.note(PAID, payer.seat, amount, payee.seat)

    # ---- loot -----------------------------------------------------------------------------------------------------------

    def take(self, me: Player, kind: i64) -> None:
        """Take a token out of the loot of the day, with what it brings about."""
        self.today -= 1 << kind
        me.loot += 1 << kind
        if self.log is not None:
            self.note(TOOK, me.seat, kind)
        self.edition.took(self, me, kind)

    def draw(self, me: Player) -> i64:
        """Take a token out of the bag; returns its kind."""
        kind = self.draw_token()
        me.loot += 1 << kind
        if self.log is not None:
            self.note(DREW, me.seat, kind)
        return kind

    def put_back(self, me: Player, heap: i64) -> None:
        """Return tokens of a player to the bag."""
        me.loot -= heap
        self.bag += heap
        if self.log is not None and heap:
            self.note(RETURNED, me.seat, heap)

    def remove(self, seat: i64, kind: i64) -> None:
        """Put a token of the day into the bag, without effect."""
        self.today -= 1 << kind
        self.bag += 1 << kind
        if self.log is not None:
            self.note(REMOVED, seat, kind)

    def swap(self, me: Player, today: i64, tomorrow: i64) -> None:
        """Exchange a token of today for one of tomorrow."""
        self.today += (1 << tomorrow) - (1 << today)
        self.days = self.days.copy()
        self.days[self.day] += (1 << today) - (1 << tomorrow)
        self.note(SWAPPED, me.seat, today, tomorrow)

    def hand_over(self, me: Player, other: Player, heap: i64) -> None:
        """Give tokens to another player."""
        me.loot -= heap
        other.loot += heap
        if self.log is not None and heap:
            self.note(HANDED_OVER, me.seat, heap, other.seat)

    def loot_on(self, day: i64) -> i64:
        """What lies on a day of this voyage, or was left lying there."""
        if day == self.day:
            return self.today
        if day < self.day and not self.leftovers >> day & 1:
            return 0
        return self.days[day - 1]

    # ---- neighbours -----------------------------------------------------------------------------------------------------

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

    def random(self, below: i64) -> i64:
        """A number from 0 to ``below`` - 1."""
        if self.seed is None:
            self.draws = step(self.draws)
            return self.draws * below >> 32
        self.draws += 1
        return self.seed.draw(self.draws - 1, below)

    def draw_token(self) -> i64:
        """Take a random token out of the bag; returns its kind."""
        index = self.random(tokens(self.bag))
        kind: i64 = 0
        while index >= self.bag >> kind & 15:
            index -= self.bag >> kind & 15
            kind += 4
        self.bag -= 1 << kind
        return kind

    def draw_cards(self, count: i64) -> i64:
        """Take random cards out of the deck, or all there are."""
        drawn: i64 = 0
        left = size(self.deck)
        while count > 0 and left > 0:
            card: i64 = bit(nth(self.deck, self.random(left)))
            self.deck -= card
            drawn |= card
            count -= 1
            left -= 1
        return drawn
