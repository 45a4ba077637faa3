"""A game as a tree with explicit chance: every draw of a token or of a card is a node of its own.

The engine draws in the middle of a move. So a move that needs a draw is played again, from the table before it, as soon as the
draw is known; where several draws follow each other, as in a deal, as soon as all of them are known. Where chance chooses the
sides of the tokens, it does so before the deal, one kind after the other.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, final

from mypy_extensions import i64

from libertalia.game.sight import Sight
from libertalia.rules.asker import CARD, PASS, SEAT_CARD, SEAT_LOOT
from libertalia.rules.bits import bit, count_of, kind_at, nth
from libertalia.rules.chance import Draw, Outcomes
from libertalia.rules.course import start_game
from libertalia.rules.edition import Edition
from libertalia.rules.phases import OVER
from libertalia.rules.player import Player
from libertalia.rules.table import Table
from libertalia.search.actions import NOTHING, PASSES, Actions
from libertalia.search.episode import Episode

CHANCE: Final = -1
SUNRISE: Final = -2
"""All seats that have cards pick at the same time."""
ENDED: Final = -4

MOST_OUTCOMES: Final = 64
"""No draw has more."""

_EVEN: Final = [[(draw, 1.0 / below) for draw in range(below)] for below in range(MOST_OUTCOMES + 1)]
"""The outcomes that are all equally likely, with their probabilities, by how many there are."""

UNSEEN: Final = -1
"""In a history as another seat knows it: the action that took a card back unseen."""


@final
class Sides:
    """The sides of the tokens that chance has chosen so far, by name, and how to make the edition of them."""

    __slots__ = ("_chosen", "_edition", "names")

    def __init__(self, names: list[str], chosen: list[str], edition: Callable[[list[str]], Edition | None]) -> None:
        self.names: list[str] = names
        self._chosen: list[str] = chosen
        self._edition: Callable[[list[str]], Edition | None] = edition

    def __reduce__(self) -> tuple[object, ...]:
        return Sides, (self.names, self._chosen, self._edition)

    def and_then(self, side: i64) -> Sides:
        """With one more."""
        return Sides(self.names, [*self._chosen, self.names[side]], self._edition)

    def edition(self) -> Edition | None:
        """The edition with these sides; `None` as long as some are missing."""
        return self._edition(self._chosen)


@final
class Node:
    """A moment of a game: chance draws, all seats pick, one seat decides, or the game is over.

    `history` has what happened so far, as pairs of who it was (a seat, or `CHANCE`) and a number: an action or a draw.

    >>> from libertalia.game.setup import edition_of
    >>> edition = edition_of("original", {})
    >>> node = before_the_deal(Actions(edition), edition, 2)
    >>> node.turn() == CHANCE, len(node.draws())
    (True, 6)
    >>> while node.turn() == CHANCE:
    ...     _ = node.draw(node.draws()[0][0])
    >>> node.turn() == SUNRISE
    True
    >>> len(node.legal(0)), len(node.history)
    (9, 23)
    """

    __slots__ = (
        "_chance", "_edition", "_first", "_moves", "_needed", "_seats", "_shared", "_sides", "_spare", "actions",
        "episode", "history", "secrets",
    )  # fmt: skip

    def __init__(self, actions: Actions, edition: Edition, seats: i64, episode: Episode) -> None:
        """A moment at which no draw is needed. For the start of a game see `before_the_deal`."""
        self.actions: Actions = actions
        self._edition: Edition = edition
        self._seats: i64 = seats
        self.episode: Episode = episode
        """The game after the last move that needs no more draws; before the deal an empty table."""
        self._shared: bool = False  # whether another node may have this episode too
        self._spare: Episode | None = None  # an earlier one that nobody else has: the next move is tried on it
        self._moves: list[tuple[int, int]] = []  # seats and actions since then
        self._first: i64 = 0  # where they stand in the history
        self._chance: Outcomes = Outcomes([])  # all draws of the game
        self._needed: Draw | None = None  # what must be drawn to go on
        self._sides: Sides | None = None  # which sides of the tokens chance has chosen, as long as it has not chosen all
        self.history: list[tuple[int, int]] = []
        self.secrets: list[int] = []
        """The places in the history of the actions that only their seat knows."""

    def clone(self) -> Node:
        twin = Node(self.actions, self._edition, self._seats, self.episode)
        self._shared = True
        twin._shared = True
        twin._moves = self._moves
        twin._first = self._first
        twin._chance.drawn = self._chance.drawn.copy()
        twin._needed = None if self._needed is None else self._needed.copy()
        twin._sides = self._sides
        twin.history = self.history.copy()
        twin.secrets = self.secrets.copy()
        return twin

    def __deepcopy__(self, memo: object) -> Node:
        return self.clone()

    def __reduce__(self) -> tuple[object, ...]:
        needed = self._needed
        draw = None if needed is None else (needed.below, needed.heap, needed.cards, needed.more)
        found = (self.episode, self._moves, self._first, self._chance.drawn, draw, self._sides, self.history, self.secrets)
        return _restored, found

    def go_on(self) -> None:
        """Try to play the moves; what is still to be drawn is found on the way."""
        chance = self._chance
        chance.begin()
        hidden: i64 = 0  # the moves that took a card back unseen, as a bit set
        before = self.episode
        spare = self._spare
        if not self._moves:  # the deal
            episode = Episode(start_game(self._edition, self._seats, chance, 0, None))
        else:
            if spare is None:
                episode = before.clone()
            else:
                before.overwrite(spare)
                episode = spare
            episode.table.seed = chance
            for index, (seat, action) in enumerate(self._moves):
                form = self.actions.form(episode.table)
                if episode.play(seat, self.actions.answer(form, action, seat, self._seats)):
                    hidden |= 1 << index
        self._needed = chance.needed
        if self._needed is not None:
            return
        self.episode = episode
        self._spare = before if self._moves and not self._shared else None
        self._shared = False
        if hidden:
            self.secrets.extend([int(self._first) + index for index in range(len(self._moves)) if hidden >> index & 1])
        self._moves = []

    def turn(self) -> i64:
        """Whose turn it is: a seat, `CHANCE`, `SUNRISE` or `ENDED`."""
        episode = self.episode
        if self._needed is not None:
            return CHANCE
        table = episode.table
        if table.phase == OVER:
            return ENDED
        return table.asked() if table.questions else SUNRISE

    def draws(self) -> list[tuple[int, float]]:
        """What chance may draw, with probabilities. Equal tokens are one draw."""
        needed = self._needed
        if needed is None:
            return []
        if not needed.heap:
            return _EVEN[needed.below].copy()
        below = float(needed.below)
        found: list[tuple[int, float]] = []
        first: i64 = 0
        for index in range(len(self._edition.kinds)):
            count = count_of(needed.heap, 4 * index)
            if count:
                found.append((first, float(count) / below))
                first += count
        return found

    def draw_text(self, draw: i64) -> str:
        """What a draw means: a token, a card, a side of a kind of token, or a number."""
        needed = self._needed
        if self._sides is not None:
            return self._sides.names[draw]
        if needed is None:
            return str(draw)
        if needed.cards:
            return self._edition.slugs[nth(needed.cards, draw)]
        if needed.heap:
            return self._edition.kinds[kind_at(needed.heap, draw) >> 2]
        return str(draw)

    def step(self, number: int) -> i64:
        """Let chance draw this, or play this action of the seat that is asked. Returns whose turn it is then."""
        return self.answer(number) if self._needed is None else self.draw(number)

    def draw(self, draw: int) -> i64:
        """Let chance draw this. Returns whose turn it is then."""
        self.history.append((CHANCE, draw))
        sides = self._sides
        needed = self._needed
        if sides is None:
            self._chance.drawn.append(draw)
            if needed is not None and needed.more:
                needed.go_on(draw)
                return CHANCE
            self.go_on()
            return self.turn()
        sides = sides.and_then(draw)
        edition = sides.edition()
        if edition is None:
            self._sides = sides
            return CHANCE
        self._sides = None
        self._edition = edition
        self.go_on()
        return self.turn()

    def legal(self, seat: i64) -> list[int]:
        """The actions that a seat may choose now, in ascending order; at sunrise `NOTHING` for a seat without a pick."""
        episode = self.episode
        if self._needed is not None or episode.table.phase == OVER:
            return []
        table = episode.table
        if not episode.asks(seat):
            return [NOTHING] if table.questions == 0 else []
        actions = self.actions
        if table.questions == 0:  # the cards of a hand are in ascending order
            found: list[int] = []
            first = actions.first(CARD) - 1
            hand = table.players[seat].hand
            while hand:
                found.append(first + nth(hand, 0))
                hand &= hand - 1
            return found
        form = actions.form(table)
        if form in (SEAT_CARD, SEAT_LOOT):  # the passes of several seats are one action
            return sorted({int(actions.number(form, answer, seat, self._seats)) for answer in table.answers(seat)})
        me = table.players[seat]
        options = table.options(me, me)
        numbers: list[int] = []
        if options >> PASS & 1:  # the last answer, but the first action
            options -= bit(PASS)
            numbers.append(PASSES)
        before: i64 = 0
        ascending = True
        while options:
            number = actions.number(form, nth(options, 0), seat, self._seats)
            numbers.append(int(number))
            ascending = ascending and number > before
            before = number
            options &= options - 1
        if not ascending:
            numbers.sort()
        return numbers

    def play_all(self, actions: list[int]) -> i64:
        """Play a sunrise: the actions of all seats, of which those count that pick. Returns whose turn it is then."""
        picking = self.episode.table.picking
        return self.play([(seat, action) for seat, action in enumerate(actions) if picking >> seat & 1])

    def answer(self, action: int) -> i64:
        """Play the action of the seat that is asked. Returns whose turn it is then."""
        return self.play([(self.episode.table.asked(), action)])

    def play(self, moves: list[tuple[int, int]]) -> i64:
        """Play the actions of the seats that decide: at sunrise all that pick, otherwise one. Returns whose turn is next."""
        self._moves = moves
        self._first = len(self.history)
        if len(moves) == 1:
            self.history.append(moves[0])
        else:
            self.history.extend(moves)
        self.go_on()
        return self.turn()

    def known_history(self, seat: i64) -> list[tuple[int, int]]:
        """The history as a seat knows it: all of it, except which cards others took back unseen."""
        known = self.history.copy()
        for place in self.secrets:
            who = known[place][0]
            if who != seat:
                known[place] = (who, UNSEEN)
        for place in range(self._first, self._first + len(self._moves)):  # they wait for a draw, and are not revealed yet
            who = known[place][0]
            if who != seat:
                known[place] = (who, UNSEEN)
        return known

    def information(self, seat: i64) -> str:
        """Everything that a seat has seen and done, in order: two moments are alike to it if and only if this is equal."""
        known = self.known_history(seat)
        words = [f"{number}" if who == CHANCE else f"{who}={number if number != UNSEEN else '?'}" for who, number in known]
        return f"{seat} of {self._seats}: {' '.join(words)}"

    def sight(self, seat: i64) -> Sight:
        """What a seat may know of the table. Before the deal there is nothing to look at."""
        return self.episode.sight(seat)


def _restored(
    episode: Episode,
    moves: list[tuple[int, int]],
    first: int,
    drawn: list[int],
    draw: tuple[int, int, int, int] | None,
    sides: Sides | None,
    history: list[tuple[int, int]],
    secrets: list[int],
) -> Node:
    """A node that was pickled."""
    edition = episode.table.edition
    node = Node(Actions(edition), edition, len(episode.table.players), episode)
    node._moves = moves
    node._first = first
    node._chance.drawn = drawn
    if draw is not None:
        node._needed = Draw(draw[0], draw[1], draw[2], draw[3])
    node._sides = sides
    node.history = history
    node.secrets = secrets
    return node


def before_the_deal(actions: Actions, edition: Edition, seats: i64, sides: Sides | None = None) -> Node:
    """The start of a game: chance will draw colours, loot and cards; before that the sides of the tokens, if they are given."""
    table = Table(edition, [Player(seat, seat) for seat in range(seats)], [])
    table.deck = edition.full_deck
    table.bag = edition.full_bag
    node = Node(actions, edition, seats, Episode(table))
    if sides is None:
        node.go_on()
    else:
        node._sides = sides
        node._needed = Draw(len(sides.names))
    return node
