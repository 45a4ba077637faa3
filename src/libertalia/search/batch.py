"""Many games at once, stepped inside the compiled engine; what comes out is written into blocks of memory that NumPy reads."""

from __future__ import annotations

from collections.abc import Callable
from typing import final

from librt.strings import read_i64_le
from librt.vecs import vec
from mypy_extensions import i64, u8

from libertalia.rules.bits import bit
from libertalia.rules.chance import scramble, step
from libertalia.rules.phases import OVER
from libertalia.rules.table import Table
from libertalia.search.actions import NOTHING, Actions
from libertalia.search.episode import Episode
from libertalia.search.features import Features
from libertalia.search.rows import Rows


@final
class Batch:
    """Games with the same number of seats. Row ``game * seats + seat`` of each block belongs to that seat of that game.

    A step is a round of decisions: at sunrise all seats pick, otherwise one seat answers. A game that is over is followed by the
    next one in the same step. The game in place g has the numbers first + g, first + g + games, … as its seeds.
    """

    __slots__ = (
        "_deal", "_next", "_paid", "_reward", "_worth", "all_seats", "chosen", "deciding", "episodes", "games", "illegal", "over",
        "rewards", "rows", "scores", "seats",
    )  # fmt: skip

    def __init__(
        self,
        deal: Callable[[int], Table],
        games: i64,
        seats: i64,
        features: Features,
        actions: Actions,
        reward: i64,
        all_seats: bool,
    ) -> None:
        self._deal: Callable[[int], Table] = deal
        self._next: list[int] = []  # of each place: the seed of its next game
        self._reward: i64 = reward
        self.games: i64 = games
        self.seats: i64 = seats
        self.all_seats: bool = all_seats
        self.episodes: list[Episode] = []
        count: int = games * seats
        self.rows: Rows = Rows(games, seats, features, actions)
        self.chosen: vec[i64] = vec[i64]([0] * count)
        """The actions to play in the next step."""
        self.rewards: vec[float] = vec[float]([0.0] * count)
        self.over: vec[u8] = vec[u8]([0] * count)
        """1 for the seats of games that ended in the last step."""
        self.deciding: vec[u8] = vec[u8]([0] * count)
        self.illegal: vec[u8] = vec[u8]([0] * count)
        """1 for the seats whose last action was not legal; the first legal one was played instead."""
        self.scores: vec[i64] = vec[i64]([0] * count)
        """The final scores of the last game that ended."""
        self._worth: vec[float] = vec[float]([0.0] * count)
        self._paid: vec[u8] = vec[u8]([0] * int(games))  # 1 for games whose seats were rewarded in the last step

    def reset(self, first: int) -> None:
        """Deal new games; `first` is the seed of the first one."""
        places: int = self.games
        self.episodes = []
        self._next = []
        for place in range(places):
            self.episodes.append(Episode(self._deal(first + place)))
            self._next.append(first + place + places)
        for row in range(self.games * self.seats):
            self.rewards[row] = 0.0
            self.over[row] = 0
            self.illegal[row] = 0
            self.scores[row] = 0
            self._worth[row] = 0.0
        for place in range(self.games):
            self._paid[place] = 0
            for row in range(place * self.seats, (place + 1) * self.seats):
                self.rows.allow_nothing(row)
                self.deciding[row] = 0
            self._write(place)

    def choose(self, actions: bytes) -> None:
        """Choose an action for every row; each is a number of 64 bits, the lowest byte first."""
        for row in range(self.games * self.seats):
            self.chosen[row] = read_i64_le(actions, 8 * row)

    def step(self) -> None:
        """Play the chosen actions of all seats that must decide."""
        seats = self.seats
        for place in range(self.games):
            base = place * seats
            episode = self.episodes[place]
            table = episode.table
            voyage = table.voyage
            if table.questions:
                self._play(episode, table.asked(), base)
            else:
                picking = table.picking
                for seat in range(seats):
                    if picking >> seat & 1:
                        self._play(episode, seat, base)
            if self._paid[place]:
                for row in range(base, base + seats):
                    self.rewards[row] = 0.0
                    self.over[row] = 0
                self._paid[place] = 0
            if table.phase == OVER:
                self._pay(episode, base)
                for row in range(base, base + seats):
                    self.over[row] = 1
                self._paid[place] = 1
                self._replace(place)
            elif table.voyage != voyage:
                self._pay(episode, base)
                self._paid[place] = 1
            self._write(place)

    def choose_at_random(self, luck: i64) -> i64:
        """Choose any legal action for every seat; the same luck chooses alike. Returns how many seats must decide."""
        luck = scramble(luck)
        rows = self.rows
        chosen = self.chosen
        deciding = self.deciding
        count: i64 = 0
        for row in range(self.games * self.seats):
            if deciding[row]:
                luck = step(luck)
                chosen[row] = rows.any_legal(row, luck)
                count += 1
            else:
                chosen[row] = NOTHING
        return count

    def _play(self, episode: Episode, seat: i64, base: i64) -> None:
        row = base + seat
        rows = self.rows
        actions = rows.actions
        action = self.chosen[row]
        if 0 <= action < actions.size and rows.masks[row * actions.size + action]:
            self.illegal[row] = 0
        else:
            self.illegal[row] = 1
            action = rows.first(row)
        episode.play(seat, actions.answer(actions.form(episode.table), action, seat, self.seats))

    def _pay(self, episode: Episode, base: i64) -> None:
        """Reward each seat with what it has gained since the last voyage."""
        for seat in range(self.seats):
            row = base + seat
            worth = episode.worth(self._reward, seat)
            self.rewards[row] = worth - self._worth[row]
            self._worth[row] = worth

    def _replace(self, place: i64) -> None:
        """Begin the next game in the place of one that is over."""
        seed: int = self._next[place]
        games: int = self.games
        base = place * self.seats
        players = self.episodes[place].table.players
        for seat in range(self.seats):
            self.scores[base + seat] = players[seat].score
            self._worth[base + seat] = 0.0
        self.episodes[place] = Episode(self._deal(seed))
        self._next[place] = seed + games

    def _write(self, place: i64) -> None:
        """Write the rows of a game: the observations of seats that must decide, or of all seats, and all masks."""
        episode = self.episodes[place]
        table = episode.table
        rows = self.rows
        deciding = self.deciding
        base = place * self.seats
        rows.packed.gather(table)
        asked = bit(table.asked()) if table.questions else table.picking
        for seat in range(self.seats):
            row = base + seat
            if asked >> seat & 1:
                rows.show(row, episode, seat)
                rows.allow(row, episode, seat)
                deciding[row] = 1
                continue
            if self.all_seats:
                rows.show(row, episode, seat)
            if deciding[row]:
                rows.allow_nothing(row)
                deciding[row] = 0
