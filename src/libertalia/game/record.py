"""A game is its record: edition, options, seed and moves."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from libertalia.game.errors import InvalidRecord, LibertaliaError, brief
from libertalia.game.setup import check_options, check_rules
from libertalia.game.tracked_table import TAKE_BACK, UNPICK
from libertalia.rules.editions import RULES_VERSION

if TYPE_CHECKING:
    from libertalia.game.game import Game

_FIELDS = frozenset({"edition", "options", "players", "seed", "moves", "rules", "start", "colours"})


def parsed(text: str) -> Any:
    """JSON as plain data; raises `InvalidRecord` if it is not JSON."""
    try:
        return json.loads(text)
    except (TypeError, ValueError, RecursionError) as error:
        raise InvalidRecord(f"This is not a record in JSON: {brief(str(error))}.") from None


def moves_of(data: object) -> tuple[tuple[int, str], ...]:
    """Moves from plain data: each is a seat and an answer."""
    if not isinstance(data, list | tuple):
        raise InvalidRecord(f"'moves' is a list, not {brief(data)}.")
    moves: list[tuple[int, str]] = []
    for move in data:
        if not (isinstance(move, list | tuple) and len(move) == 2 and type(move[0]) is int and isinstance(move[1], str)):
            raise InvalidRecord(f"Move {len(moves) + 1} is a seat and an answer, not {brief(move)}.")
        moves.append((move[0], move[1]))
    return tuple(moves)


@dataclass(frozen=True)
class Record:
    """What is needed to play a game again. A game that was set up by hand has a `start`, a position; `colours` are given
    if they were chosen.

    >>> from libertalia import Game, Record
    >>> game = Game.new("original", players=2, seed=7)
    >>> game.play(1, "bosun")
    >>> again = Record.loads(game.record().dumps()).replay()
    >>> again.position() == game.position()
    True
    """

    edition: str
    options: Mapping[str, Any]
    players: int
    seed: int
    moves: tuple[tuple[int, str], ...]
    rules: int = RULES_VERSION
    start: Mapping[str, Any] | None = field(default=None)
    colours: tuple[str, ...] = ()

    def data(self) -> dict[str, Any]:
        """The record as plain JSON data."""
        plain: dict[str, Any] = {
            "edition": self.edition,
            "options": dict(self.options),
            "players": self.players,
            "seed": self.seed,
            "moves": [[seat, answer] for seat, answer in self.moves],
            "rules": self.rules,
        }
        if self.start is not None:
            plain["start"] = copy.deepcopy(self.start)
        if self.colours:
            plain["colours"] = list(self.colours)
        return plain

    def dumps(self) -> str:
        """The record as a line of JSON."""
        return json.dumps(self.data())

    @classmethod
    def of(cls, data: object) -> Record:
        """A record from plain data; `InvalidRecord` says what is wrong with it."""
        if not isinstance(data, dict):
            raise InvalidRecord(f"A record is an object, not {brief(data)}.")
        if unknown := [key for key in data if key not in _FIELDS]:
            raise InvalidRecord(f"A record has no field {brief(unknown[0])}.")
        if missing := sorted(_FIELDS - {"start", "options", "colours", *data}):
            raise InvalidRecord(f"The record lacks {', '.join(missing)}.")
        for name in ("players", "seed", "rules"):
            if type(data[name]) is not int:
                raise InvalidRecord(f"{name!r} is a whole number, not {brief(data[name])}.")
        if not isinstance(data["edition"], str):
            raise InvalidRecord(f"'edition' is a word, not {brief(data['edition'])}.")
        options = data.get("options", {})
        if not isinstance(options, dict) or not all(isinstance(key, str) for key in options):
            raise InvalidRecord(f"'options' is an object, not {brief(options)}.")
        moves = moves_of(data["moves"])
        colours = data.get("colours", [])
        if not isinstance(colours, list | tuple) or not all(isinstance(colour, str) for colour in colours):
            raise InvalidRecord(f"'colours' is a list of words, not {brief(colours)}.")
        return cls(
            data["edition"],
            options,
            data["players"],
            data["seed"],
            moves,
            data["rules"],
            data.get("start"),
            tuple(colours),
        )

    @classmethod
    def loads(cls, text: str) -> Record:
        """A record from JSON text."""
        return cls.of(parsed(text))

    def steps(self) -> Iterator[Game]:
        """The game at its start and after each move. It is one game that moves on, not many."""
        from libertalia.game.game import Game

        try:
            check_rules(self.rules)
            check_options(self.edition, self.options)
            if self.start is None:
                game = Game.new(self.edition, self.players, self.seed, self.colours, self.rules, **self.options)
            else:
                game = Game.at(self.start, self.seed, self.rules)
                begun = game.record()
                given = (self.edition, self.options, self.players, self.rules, self.colours)
                if (begun.edition, begun.options, begun.players, begun.rules, ()) != given:
                    raise InvalidRecord("The record's edition, options, players, rules and colours are not those of its start.")
        except InvalidRecord:
            raise
        except LibertaliaError as error:
            raise InvalidRecord(f"The record can't be set up: {error}") from None
        yield game
        for number, (seat, answer) in enumerate(self.moves, 1):
            try:
                if answer == UNPICK:
                    game.unpick(seat)
                elif answer == TAKE_BACK:
                    game.take_back(seat)
                else:
                    game.play(seat, answer)
            except LibertaliaError as error:
                raise InvalidRecord(
                    f"Move {number} of the record, {brief(answer)} by seat {brief(seat)}, can't be: {error}"
                ) from None
            yield game

    def replay(self) -> Game:
        """The game as it was when the record was taken."""
        *_, game = self.steps()
        return game

    def at(self, move: int) -> Game:
        """The game after the first `move` moves."""
        return replace(self, moves=self.moves[:move]).replay()

    def settled(self) -> Record:
        """The same game without what was taken back.

        >>> from libertalia import Game
        >>> game = Game.new("original", players=2, seed=7)
        >>> game.play(0, "bosun")
        >>> game.unpick(0)
        >>> game.play(0, "brute")
        >>> game.record().settled().moves
        ((0, 'brute'),)
        """
        moves: list[tuple[int, str]] = []
        for seat, answer in self.moves:
            if answer == TAKE_BACK:
                moves.pop()
            elif answer == UNPICK:
                last = max(index for index, move in enumerate(moves) if move[0] == seat)
                del moves[last]
            else:
                moves.append((seat, answer))
        return replace(self, moves=tuple(moves))
