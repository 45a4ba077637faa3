"""What each answer of a seat would lead to, told by worlds that are played to the end of the game."""

from __future__ import annotations

from math import sqrt
from typing import Final, final

from mypy_extensions import i64

from libertalia.game.memory import Guess
from libertalia.game.sight import Sight
from libertalia.rules.bits import nth, seat_of
from libertalia.rules.chance import scramble, step
from libertalia.rules.course import advance, begin_voyage, play
from libertalia.rules.happening import Happening
from libertalia.rules.phases import OVER
from libertalia.rules.sense import sensible_action
from libertalia.rules.table import Table
from libertalia.search.learners import Learners
from libertalia.search.searches import AnswerSearch, PickSearch

_LAST_LUCK: Final = 0xFFFFFFFF


@final
class Tally:
    """What came of one thing that was tried in many worlds: of each seat its wins and its margins, added up.

    A shared win counts as a part of one. A margin is the seat's final score minus the best of the others.
    """

    __slots__ = ("margins", "wins", "worlds")

    def __init__(self, seats: i64) -> None:
        self.worlds: i64 = 0
        self.wins: list[float] = [0.0 for _ in range(seats)]
        self.margins: list[float] = [0.0 for _ in range(seats)]

    def add(self, wins: list[float], margins: list[float]) -> None:
        self.worlds += 1
        for seat in range(len(wins)):
            self.wins[seat] += wins[seat]
            self.margins[seat] += margins[seat]

    def chances(self) -> list[float]:
        """The share of worlds that each seat wins."""
        return [won / float(self.worlds) for won in self.wins]

    def mean_margins(self) -> list[float]:
        return [margin / float(self.worlds) for margin in self.margins]


@final
class _Products:
    """Sums of products of every two options: from them follows how sure the difference between two options is."""

    __slots__ = ("_size", "_sums", "_totals", "_worlds")

    def __init__(self, size: i64) -> None:
        self._size: i64 = size
        self._worlds: float = 0.0
        self._totals: list[float] = [0.0 for _ in range(size)]
        self._sums: list[float] = [0.0 for _ in range(size * size)]

    def add(self, values: list[float]) -> None:
        """The results of all options in one world."""
        self._worlds += 1.0
        size = self._size
        one: i64 = 0
        while one < size:
            value = values[one]
            self._totals[one] += value
            two: i64 = 0
            while two <= one:
                self._sums[one * size + two] += value * values[two]
                two += 1
            one += 1

    def error(self, one: i64) -> float:
        """The standard error of the mean of an option."""
        mean = self._totals[one] / self._worlds
        return sqrt(max(0.0, self._sums[one * self._size + one] / self._worlds - mean * mean) / self._worlds)

    def error_between(self, one: i64, two: i64) -> float:
        """The standard error of the difference between two options, which were tried in the same worlds."""
        if one < two:
            one, two = two, one
        size = self._size
        squares = self._sums[one * size + one] + self._sums[two * size + two] - 2.0 * self._sums[one * size + two]
        mean = (self._totals[one] - self._totals[two]) / self._worlds
        return sqrt(max(0.0, squares / self._worlds - mean * mean) / self._worlds)


@final
class Forecast:
    """What each answer of the seat that is asked would lead to, as far as that seat can know.

    First the search learns how all seats would play (`study`). Then the answers are tried in worlds that agree with what the seat
    knows (`weigh`): in each world all answers meet the same picks of the others and the same chance. The others pick as often as
    the search found it good. The voyage is played on as it was learnt; in later voyages all seats pick any card, and other
    questions get sensible answers.

    >>> from libertalia import Game
    >>> forecast = Forecast(Game.new("original", players=3, seed=7).view(0).sight, luck=1)
    >>> forecast.study(100)
    >>> forecast.weigh(50)
    >>> len(forecast.tallies) == len(forecast.answers) == 9
    True
    >>> round(sum(forecast.tallies[0].chances()), 6)
    1.0
    """

    __slots__ = ("_answer_search", "_luck", "_margins", "_pick_search", "_sight", "_wins", "answers", "tallies")

    def __init__(self, sight: Sight, luck: i64) -> None:
        self._sight: Sight = sight
        self._luck: i64 = scramble(luck + 2)
        self._pick_search: PickSearch | None = None
        self._answer_search: AnswerSearch | None = None
        if sight.table.questions:
            self._answer_search = AnswerSearch(sight, luck)
        else:
            self._pick_search = PickSearch(sight, luck)
        self.answers: list[int] = sight.table.answers(sight.viewer)
        self.tallies: list[Tally] = [Tally(len(sight.table.players)) for _ in self.answers]
        self._wins: _Products = _Products(len(self.answers))
        self._margins: _Products = _Products(len(self.answers))

    def study(self, simulations: i64) -> None:
        """Let the search learn."""
        if self._pick_search is not None:
            self._pick_search.run(simulations)
        elif self._answer_search is not None:
            self._answer_search.run(simulations)

    def tried(self) -> list[tuple[int, float, float]]:
        """What the search found: of each answer its number, how often it was tried, and the mean lead that it has led to."""
        if self._pick_search is not None:
            return self._pick_search.tried()
        assert self._answer_search is not None
        return self._answer_search.tried()

    def picks_of(self, seat: i64) -> list[tuple[int, float]]:
        """At sunrise: how often a seat picks each card that it may hold, by what the search has learnt."""
        table = self._sight.table
        if not (table.picking | self._sight.picked) >> seat & 1:
            return []
        hand = table.players[seat].hand
        if seat != self._sight.viewer:
            for guess in self._sight.guesses[seat]:
                hand |= guess.hand
        visits: list[tuple[int, float]] = []
        total = 0.0
        while hand:
            rank = nth(hand, 0)
            hand &= hand - 1
            tried = self._learners().arm(seat, table.day, rank).visits
            visits.append((int(rank), tried))
            total += tried
        return [(rank, tried / total if total > 0.0 else 1.0 / float(len(visits))) for rank, tried in visits]

    def weigh(self, worlds: i64) -> None:
        """Try all answers in this number of further worlds."""
        viewer = self._sight.viewer
        while worlds > 0:
            worlds -= 1
            table = self._drawn()
            picks = self._others_pick(table)
            luck = self._next()
            wins: list[float] = []
            margins: list[float] = []
            for index, answer in enumerate(self.answers):
                twin = table.clone()
                self._play(twin, answer, picks)
                won, ahead = self._finish(twin, luck)
                self.tallies[index].add(won, ahead)
                wins.append(won[viewer])
                margins.append(ahead[viewer])
            self._wins.add(wins)
            self._margins.add(margins)

    def given(self, picks: list[int], worlds: i64) -> Tally:
        """What comes of the picks that were really made; 0 stands for a seat that had none."""
        tally = Tally(len(picks))
        sight = _knowing(self._sight, picks)
        while worlds > 0:
            worlds -= 1
            table = sight.world(self._next())
            for seat, rank in enumerate(picks):
                if rank:
                    play(table, seat, rank)
            wins, margins = self._finish(table, self._next())
            tally.add(wins, margins)
        return tally

    def stories(self, answer: i64, worlds: i64, luck: i64) -> list[list[Happening]]:
        """What happens after an answer up to the end of the voyage, once for each world. The same luck gives the same worlds."""
        found: list[list[Happening]] = []
        before = self._luck
        self._luck = scramble(luck)
        while worlds > 0:
            worlds -= 1
            table = self._drawn()
            picks = self._others_pick(table)
            happenings: list[Happening] = []
            table.happenings = happenings
            table.last_voyage = table.voyage
            self._learners().restart(self._next())
            self._play(table, answer, picks)
            self._learners().play_on(table)
            found.append(happenings)
        self._luck = before
        return found

    def chance_error(self, index: i64) -> float:
        """The standard error of the viewer's chance to win by an answer."""
        return self._wins.error(index)

    def margin_error(self, index: i64) -> float:
        """The standard error of the viewer's margin by an answer."""
        return self._margins.error(index)

    def error_between(self, one: i64, two: i64) -> float:
        """The standard error of the difference between the viewer's chances by two answers."""
        return self._wins.error_between(one, two)

    # ---- worlds ---------------------------------------------------------------------------------------------------------------

    def _next(self) -> i64:
        self._luck = step(self._luck)
        return self._luck

    def _learners(self) -> Learners:
        if self._pick_search is not None:
            return self._pick_search.learners
        assert self._answer_search is not None
        return self._answer_search.learners

    def _drawn(self) -> Table:
        return self._sight.world(self._next())

    def _others_pick(self, table: Table) -> list[int]:
        """At sunrise: a card for every other seat that has one to pick, drawn by what the search has learnt; 0 for the rest."""
        picks: list[int] = []
        for player in table.players:
            picking = not table.questions and table.picking >> player.seat & 1 and player.seat != self._sight.viewer
            picks.append(int(self._drawn_pick(player.seat, table.day, player.hand)) if picking else 0)
        return picks

    def _drawn_pick(self, seat: i64, day: i64, hand: i64) -> i64:
        learners = self._learners()
        total = 0.0
        rest = hand
        while rest:
            total += learners.arm(seat, day, nth(rest, 0)).visits
            rest &= rest - 1
        at = total * float(self._next()) / float(_LAST_LUCK)
        rest = hand
        while rest & (rest - 1):
            at -= learners.arm(seat, day, nth(rest, 0)).visits
            if at < 0.0:
                break
            rest &= rest - 1
        return nth(rest, 0)

    def _play(self, table: Table, answer: i64, picks: list[int]) -> None:
        play(table, self._sight.viewer, answer)
        for seat, rank in enumerate(picks):
            if rank:
                play(table, seat, rank)

    def _finish(self, table: Table, luck: i64) -> tuple[list[float], list[float]]:
        """Play a table to the end of the game; returns each seat's share of the win, and its margin."""
        learners = self._learners()
        learners.restart(luck)
        last = table.last_voyage
        if table.phase != OVER and table.voyage == self._sight.table.voyage:
            table.last_voyage = table.voyage
            learners.play_on(table)
            table.last_voyage = last
            if table.voyage < last:
                table.voyage += 1
                begin_voyage(table)
                advance(table)
        luck = scramble(luck + 1)
        while table.phase != OVER:
            luck = step(luck)
            me = table.players[seat_of(table.questions) if table.questions else nth(table.picking, 0)]
            play(table, me.seat, sensible_action(table, me, luck))
        return _result(table)


def _knowing(sight: Sight, picks: list[int]) -> Sight:
    """What a seat knows, and after the picks were shown: nobody held a hand without the card that they played."""
    table = sight.table.clone()
    guesses: list[list[Guess]] = []
    for player in table.players:
        rank = picks[player.seat]
        possible = sight.guesses[player.seat]
        if rank and player.seat != sight.viewer:
            possible = [guess for guess in possible if guess.hand >> rank & 1]
            player.hand = possible[0].hand
            player.graveyard = possible[0].graveyard
        guesses.append(possible)
    return Sight(sight.viewer, table, guesses, sight.picked)


def _result(table: Table) -> tuple[list[float], list[float]]:
    winners = table.edition.winners(table)
    share = 1.0 / float(len(winners))
    wins: list[float] = []
    margins: list[float] = []
    for player in table.players:
        wins.append(share if player.seat in winners else 0.0)
        best: i64 = -1000
        for other in table.players:
            if other.seat != player.seat and other.score > best:
                best = other.score
        margins.append(float(player.score - best))
    return wins, margins
