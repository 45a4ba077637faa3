"""What one viewer knows of a table, in the engine's numbers. Views are made from it, and possible worlds are drawn from it.

It is an allow-list: every field is copied because it is public, or because it is the viewer's own. For the hands and graveyards
of others it holds the guesses, which everyone can work out; of their picks it only knows that they were made. Of earlier sunrises
it has what everyone has seen.
"""

from __future__ import annotations

import random
from typing import Any, Final, final

from mypy_extensions import i64

from libertalia.game.memory import Guess, Memory, Morning
from libertalia.rules.bits import ranks
from libertalia.rules.chance import scramble, step
from libertalia.rules.edition import Edition
from libertalia.rules.player import Player
from libertalia.rules.table import Table

SPECTATOR: Final = -1
"""The viewer who has no seat."""

_TABLE: Final = (
    "acting", "bag", "day", "days", "deck", "doomed_by", "dusk_ahead", "edition_scratch", "edition_state", "leftovers", "lineup",
    "neutral", "phase", "picking", "progress", "questions", "today", "turns_ahead", "voyage",
)  # fmt: skip
_PLAYER: Final = (
    "seat", "colour", "hand", "pick", "standing", "second", "crew", "graveyard", "doubloons", "loot", "score", "voyage_scores",
    "earned",
)  # fmt: skip


@final
class Sight:
    """`table` is what the viewer sees, with a first guess where something is hidden; `guesses` has all the others."""

    __slots__ = ("guesses", "mornings", "picked", "table", "viewer")

    def __init__(
        self, viewer: i64, table: Table, guesses: list[list[Guess]], picked: i64, mornings: list[Morning] | None = None
    ) -> None:
        self.viewer: i64 = viewer
        self.table: Table = table
        self.guesses: list[list[Guess]] = guesses  # of each seat, the viewer's own too: what the others know of it
        self.picked: i64 = picked  # the seats that have picked, as a bit set
        self.mornings: list[Morning] = [] if mornings is None else mornings  # the last sunrises

    def world(self, luck: i64) -> Table:
        """A whole table that agrees with what is known. What is hidden is drawn, each possibility with the same probability.

        Chance is drawn again. At sunrise all other seats have yet to pick, even those that have picked already.
        """
        table = self.table.clone()
        table.picking |= self.picked & ~self._own()
        luck = scramble(luck)
        for player in table.players:
            guesses = self.guesses[player.seat]
            if len(guesses) > 1 and player.seat != self.viewer:
                luck = step(luck)
                _suppose(player, guesses[luck * len(guesses) >> 32])
        table.draws = step(luck)
        return table

    def imagine(self, rng: random.Random, picks: bool = True) -> Table:
        """As `world`, drawn by Python's generator; with picks for those who have picked. Its chance is still to be given."""
        table = self.table.clone()
        if not picks:
            table.picking |= self.picked & ~self._own()
        for player in table.players:
            if player.seat != self.viewer:
                guess: Guess = rng.choice(self.guesses[player.seat])
                _suppose(player, guess)
                if picks and self.picked >> player.seat & 1:
                    player.pick = rng.choice(ranks(player.hand))
        return table

    def _own(self) -> i64:
        """The viewer's seat as a bit set."""
        return 1 << self.viewer if self.viewer >= 0 else 0

    def numbers(self) -> tuple[object, ...]:
        """All of it as plain data, for another process."""
        guesses = [[[guess.hand, guess.graveyard] for guess in each] for each in self.guesses]
        mornings = [[*_taken_apart(morning.table), morning.picks] for morning in self.mornings]
        return self.viewer, *_taken_apart(self.table), guesses, self.picked, mornings


def _suppose(player: Player, guess: Guess) -> None:
    player.hand = guess.hand
    player.graveyard = guess.graveyard


def from_numbers(
    edition: Edition,
    viewer: int,
    public: list[object],
    seats: list[list[int]],
    guesses: list[list[list[int]]],
    picked: int,
    mornings: list[list[Any]],
) -> Sight:
    """The sight of the given `numbers`."""
    return Sight(
        viewer,
        _put_together(edition, public, seats),
        [[Guess(hand, graveyard) for hand, graveyard in each] for each in guesses],
        picked,
        [Morning(_put_together(edition, then, all_then), picks) for then, all_then, picks in mornings],
    )


def _taken_apart(table: Table) -> tuple[list[object], list[list[int]]]:
    """What is seen of a table, as plain numbers: what all have in common, and each seat's own."""
    return [getattr(table, name) for name in _TABLE], [[getattr(player, name) for name in _PLAYER] for player in table.players]


def _put_together(edition: Edition, public: list[object], seats: list[list[int]]) -> Table:
    players = []
    for numbers in seats:
        player = Player(numbers[0], numbers[1])
        for name, number in zip(_PLAYER, numbers):
            setattr(player, name, number)
        players.append(player)
    table = Table(edition, players, [])
    for name, value in zip(_TABLE, public):
        setattr(table, name, value)
    return table


def sight_of(table: Table, memory: Memory, viewer: i64) -> Sight:
    """What a seat, or a spectator, may know of a table."""
    players: list[Player] = []
    picked: i64 = 0
    for player in table.players:
        hand = player.hand
        graveyard = player.graveyard
        pick = player.pick
        if pick:
            picked |= 1 << player.seat
        if player.seat != viewer:
            guess = memory.guesses[player.seat][0]
            hand = guess.hand
            graveyard = guess.graveyard
            pick = 0
        players.append(
            Player(
                player.seat,
                player.colour,
                hand=hand,
                pick=pick,
                standing=player.standing,
                second=player.second,
                crew=player.crew,
                graveyard=graveyard,
                doubloons=player.doubloons,
                loot=player.loot,
                score=player.score,
                voyage_scores=player.voyage_scores,
                earned=player.earned,
            )
        )
    seen = Table(table.edition, players, table.days)
    seen.voyage = table.voyage
    seen.day = table.day
    seen.phase = table.phase
    seen.picking = table.picking
    seen.questions = table.questions
    seen.lineup = table.lineup
    seen.acting = table.acting
    seen.turns_ahead = table.turns_ahead
    seen.dusk_ahead = table.dusk_ahead
    seen.progress = table.progress
    seen.doomed_by = table.doomed_by
    seen.deck = table.deck
    seen.bag = table.bag
    seen.today = table.today
    seen.leftovers = table.leftovers
    seen.neutral = table.neutral
    seen.edition_state = table.edition_state
    seen.edition_scratch = table.edition_scratch
    return Sight(viewer, seen, memory.guesses.copy(), picked, memory.mornings)
