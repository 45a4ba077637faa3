"""The table: who must decide what, and what characters and tokens do."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64, mypyc_attr

from libertalia.rules import lineup, questions
from libertalia.rules.asker import PASS, PICK, SEAT_CARD, SEAT_LOOT, TAKE, Asker
from libertalia.rules.bits import bit, kinds, nth, number_of, of_seat, ranks, seat_of
from libertalia.rules.happening import (
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
)
from libertalia.rules.lineup import NEUTRAL, SECOND
from libertalia.rules.phases import DAY
from libertalia.rules.player import Player
from libertalia.rules.state import TableData


@final
@mypyc_attr(acyclic=True)
class Table(TableData):
    """A table, and what decisions and abilities do with it. What comes next is not decided here but in `course`."""

    __slots__ = ()

    def clone(self) -> Table:
        """A table of its own, with the same chance ahead."""
        twin = Table(self.edition, [player.clone() for player in self.players], self.days)
        self.copy_to(twin)
        return twin

    def overwrite(self, twin: Table) -> None:
        """Make another table of the same game what a clone would be. It is quicker than to make a clone."""
        for player in self.players:
            player.copy_to(twin.players[player.seat])
        self.copy_to(twin)
        twin.days = self.days
        twin.happenings = None
        twin.cause = 0
        twin.cause_seat = 0

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
        """The asker of the open question."""
        number = self.asking()
        if number == 0:
            number = PICK
        return self.edition.askers[number]

    def options(self, me: Player, whose: Player) -> i64:
        """The legal answers of a player who must decide, as a bit set. If answers name a seat too, those that name `whose`."""
        if self.questions == 0:
            return me.hand
        number = self.asking()
        if number == TAKE:
            return kinds(self.today)
        return self.edition.askers[number].options(self, me, whose)

    def across(self) -> bool:
        """Whether the answers to the open question name a seat as well."""
        number = self.asking()
        return number != 0 and number != TAKE and self.edition.askers[number].form() in (SEAT_CARD, SEAT_LOOT)

    def legal_actions(self) -> list[int]:
        """The legal answers of the seat that decides now, as numbers in ascending order."""
        return self.answers(self.asked())

    def answers(self, seat: i64) -> list[int]:
        """The legal answers of a seat that must decide, as numbers in ascending order."""
        me = self.players[seat]
        if not self.across():
            return ranks(self.options(me, me))
        found: list[int] = []
        for whose in self.players:
            for rank in ranks(self.options(me, whose)):
                found.append(of_seat(whose.seat, rank))
        return found

    def allows(self, seat: i64, answer: i64) -> bool:
        """Whether an answer of a seat that must decide is legal."""
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
        """Ask a question. It is answered before those that wait already."""
        self.questions = questions.asked(self.questions, me.seat, number)

    def ask_take(self, me: Player) -> None:
        if self.today:
            self.ask(me, TAKE)

    def ask_of_any(self, me: Player, number: i64) -> None:
        """Ask about several players' things, if there is anything to choose."""
        asker = self.edition.askers[number]
        for whose in self.players:
            if asker.options(self, me, whose):
                self.ask(me, number)
                return

    def after(self, me: Player, number: i64) -> None:
        """Let an asker go on, by its `lapse`, after the open question is answered; at once if none is open."""
        if self.questions == 0:
            self.edition.askers[number].lapse(self, me)
            return
        self.questions = questions.asked_next(self.questions, me.seat, number)

    # ---- the lineup -----------------------------------------------------------------------------------------------------

    def rank_at(self, code: i64) -> i64:
        """The rank of a character in the lineup."""
        if code == NEUTRAL:
            return self.neutral
        return self.players[lineup.seat_of_code(code)].rank_of(code)

    def owner(self, code: i64) -> Player:
        """The player whose character it is; the neutral one has none."""
        return self.players[lineup.seat_of_code(code)]

    def code_of(self, me: Player, rank: i64) -> i64:
        """The code of a player's character in the lineup; 0 if it is not there."""
        code = lineup.code_of_seat(me.seat)
        if rank == me.standing:
            return code
        return code | SECOND if rank == me.second else 0

    def rightmost(self) -> i64:
        """The code of the highest character in the lineup; 0 for an empty lineup."""
        return lineup.rightmost(self.lineup)

    def leftmost(self) -> i64:
        """The code of the lowest character in the lineup; 0 for an empty lineup."""
        return lineup.leftmost(self.lineup)

    def place(self, code: i64) -> i64:
        """The place of a character in the lineup: how many stand to its left."""
        return lineup.to_the_left(self.lineup, code)

    def acted(self) -> i64:
        """By day: the part of the lineup that has had its turn, with the last to act rightmost."""
        return self.lineup >> 4 * self.turns_ahead

    def board(self, me: Player, rank: i64) -> None:
        """Move a card from the hand into the lineup, to its place by rank. Its turn is still to come."""
        me.hand &= ~bit(rank)
        code = lineup.code_of_seat(me.seat)
        if me.standing:
            me.second = rank
            code |= SECOND
        else:
            me.standing = rank
        self.line_up(code, rank)
        if self.happenings is not None:
            self.note(MOVED, me.seat, rank, HAND, LINEUP, self.place(code))

    def line_up(self, code: i64, rank: i64) -> None:
        """Insert a character into the lineup at its place by rank."""
        right: i64 = 0
        while self.lineup >> 4 * right:
            other = self.lineup >> 4 * right & 15
            theirs = self.rank_at(other)
            if theirs < rank or (theirs == rank and not self.edition.yields(self, code, other, rank)):
                break
            right += 1
        self.lineup = lineup.inserted(self.lineup, code, right)
        self.turns_ahead += 1

    def step_out(self, code: i64) -> None:
        """Remove a character from the lineup."""
        right = lineup.to_the_right(self.lineup, code)
        if self.phase == DAY and right < self.turns_ahead:
            self.turns_ahead -= 1
        self.lineup = lineup.removed(self.lineup, right)
        if code == self.acting:
            self.acting = 0

    def leave(self, code: i64, zone: i64) -> None:
        """Move a card from the lineup into its owner's crew or graveyard."""
        me = self.players[lineup.seat_of_code(code)]
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
        if self.happenings is not None:
            self.note(MOVED, me.seat, rank, LINEUP, zone)

    def send_off(self, me: Player, rank: i64) -> None:
        """Move a card into the graveyard from where it is: the lineup or the crew."""
        code = self.code_of(me, rank)
        if code:
            self.leave(code, GRAVEYARD)
        elif me.crew >> rank & 1:
            self.discard(me, rank)

    # ---- characters at home ---------------------------------------------------------------------------------------------

    def discard(self, me: Player, rank: i64) -> None:
        """From the crew into the graveyard."""
        me.crew &= ~bit(rank)
        me.graveyard |= bit(rank)
        if self.happenings is not None:
            self.note(MOVED, me.seat, rank, CREW, GRAVEYARD)

    def recall(self, me: Player, rank: i64) -> None:
        """From the crew back into the hand."""
        me.crew &= ~bit(rank)
        me.hand |= bit(rank)
        if self.happenings is not None:
            self.note(MOVED, me.seat, rank, CREW, HAND)

    def revive(self, me: Player, rank: i64) -> None:
        """From the graveyard back into the hand. The other players don't see which card."""
        me.graveyard &= ~bit(rank)
        me.hand |= bit(rank)
        if self.happenings is not None:
            self.note(MOVED, me.seat, rank, GRAVEYARD, HAND)

    def enlist(self, me: Player, rank: i64, zone: i64) -> None:
        """From the hand or the graveyard straight into the crew."""
        if zone == HAND:
            me.hand &= ~bit(rank)
        else:
            me.graveyard &= ~bit(rank)
        me.crew |= bit(rank)
        if self.happenings is not None:
            self.note(MOVED, me.seat, rank, zone, CREW)

    # ---- doubloons ------------------------------------------------------------------------------------------------------

    def gain(self, me: Player, amount: i64) -> None:
        me.doubloons += amount
        if self.happenings is not None and amount:
            self.note(GAINED, me.seat, amount)

    def lose(self, me: Player, amount: i64) -> None:
        """Lose doubloons, or all there are."""
        if amount > me.doubloons:
            amount = me.doubloons
        me.doubloons -= amount
        if self.happenings is not None and amount:
            self.note(LOST, me.seat, amount)

    def pay(self, payer: Player, payee: Player, amount: i64) -> None:
        """Hand doubloons over, or all there are."""
        if amount > payer.doubloons:
            amount = payer.doubloons
        payer.doubloons -= amount
        payee.doubloons += amount
        if self.happenings is not None and amount:
            self.note(PAID, payer.seat, amount, payee.seat)

    # ---- loot -----------------------------------------------------------------------------------------------------------

    def take(self, me: Player, kind: i64) -> None:
        """Take a token from the loot of the day, with its effect."""
        self.today -= 1 << kind
        me.loot += 1 << kind
        if self.happenings is not None:
            self.note(TOOK, me.seat, kind)
        self.edition.took(self, me, kind)

    def draw(self, me: Player) -> i64:
        """Take a token out of the bag; returns its kind."""
        kind = self.draw_token()
        me.loot += 1 << kind
        if self.happenings is not None:
            self.note(DREW, me.seat, kind)
        return kind

    def put_back(self, me: Player, heap: i64) -> None:
        """Return tokens of a player to the bag."""
        me.loot -= heap
        self.bag += heap
        if self.happenings is not None and heap:
            self.note(RETURNED, me.seat, heap)

    def remove(self, seat: i64, kind: i64) -> None:
        """Put a token of the day into the bag, without effect."""
        self.today -= 1 << kind
        self.bag += 1 << kind
        if self.happenings is not None:
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
        if self.happenings is not None and heap:
            self.note(HANDED_OVER, me.seat, heap, other.seat)
