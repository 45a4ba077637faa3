"""A puzzle: a position as one seat sees it, what each of its answers is worth, and why."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

from libertalia.game.answers import Decision
from libertalia.game.game import Game
from libertalia.game.view import View
from libertalia.review import Reason

_SEED: Final = 1
"""Of the games that puzzles are looked at in: nothing is drawn before the answer."""


@dataclass(frozen=True, slots=True)
class PuzzleOption:
    """What came of an answer at the large budget. The true value is within plus or minus the error 19 times in 20."""

    answer: str
    chance: float
    chance_error: float
    margin: float
    margin_error: float
    loss: float
    loss_error: float
    reasons: tuple[Reason, ...]
    """What happens in more worlds, or in fewer, than with the best answer; of the best answer: than with the obvious one."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position with one best answer.

    What is hidden from the seat was drawn at random, so that nothing of the real game can be read from it.
    """

    position: Mapping[str, Any]
    seat: int
    kind: str
    obvious: str
    """What a player who looks no further than the next sunrise would answer."""
    worlds: int
    """In how many worlds the answers were tried."""
    options: tuple[PuzzleOption, ...]
    """The best first."""
    others: Mapping[int, Mapping[str, float]]
    """At sunrise: how often each other seat is expected to pick each card."""
    solved: Mapping[str, int]
    """How many of `tries` each level of bots has solved."""
    tries: int
    rating: int = 0

    @property
    def id(self) -> str:
        """A name that stays the same when puzzles are added. It is made from the position."""
        text = json.dumps([self.position, self.seat], sort_keys=True)
        return blake2b(text.encode(), digest_size=5).hexdigest()

    @property
    def edition(self) -> str:
        return str(self.position["edition"])

    @property
    def players(self) -> int:
        return len(self.position["seats"])

    @property
    def best(self) -> PuzzleOption:
        return self.options[0]

    def option(self, answer: str) -> PuzzleOption:
        return next(option for option in self.options if option.answer == answer)

    def game(self) -> Game:
        """A game that goes on from here."""
        return Game.at(self.position, seed=_SEED)

    def view(self) -> View:
        """What the solver sees."""
        return self.game().view(self.seat)

    def decision(self) -> Decision:
        """What the solver is asked."""
        decision = self.view().decision
        assert decision is not None
        return decision

    def data(self) -> dict[str, Any]:
        """All of it as plain JSON data."""
        return asdict(self)

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Puzzle:
        """A puzzle from its plain data."""
        given = dict(data)
        options = ({**option, "reasons": tuple(Reason(**reason) for reason in option["reasons"])} for option in data["options"])
        given["options"] = tuple(PuzzleOption(**option) for option in options)
        given["others"] = {int(seat): picks for seat, picks in data["others"].items()}
        return cls(**given)

    def rated(self, rating: int) -> Puzzle:
        return replace(self, rating=rating)


def written(puzzles: Iterable[Puzzle], path: Path) -> None:
    """Store puzzles in a file: JSON, compressed. The same puzzles make the same file."""
    text = json.dumps([puzzle.data() for puzzle in puzzles], separators=(",", ":"))
    path.write_bytes(gzip.compress(text.encode(), 9, mtime=0))


def read(path: Path) -> tuple[Puzzle, ...]:
    """The puzzles of a file."""
    return tuple(Puzzle.of(data) for data in json.loads(gzip.decompress(path.read_bytes())))


@cache
def shipped(edition: str) -> tuple[Puzzle, ...]:
    """The puzzles that come with the package, from the easiest to the hardest; none for an edition without any."""
    path = Path(__file__).parent / "sets" / f"{edition}.json.gz"
    return read(path) if path.is_file() else ()
