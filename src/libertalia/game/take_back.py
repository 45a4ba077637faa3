"""Taking moves back in a game against bots: what is fair, and how it is written down.

At a table with other people less can be taken back, see `Game.take_back`: what others have answered since stays.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from libertalia.game.errors import IllegalMove, InvalidRecord, brief
from libertalia.game.record import Record, moves_of
from libertalia.game.tracked_table import TAKE_BACK, UNPICK


@dataclass(frozen=True, slots=True)
class TakeBack:
    """After the first `kept` moves of a game, these `moves` were made and taken back."""

    kept: int
    moves: tuple[tuple[int, str], ...]

    def data(self) -> dict[str, object]:
        return {"kept": self.kept, "moves": [list(move) for move in self.moves]}

    @classmethod
    def of(cls, data: object) -> TakeBack:
        """A take-back from plain data."""
        if not isinstance(data, dict) or set(data) != {"kept", "moves"} or type(data["kept"]) is not int or data["kept"] < 0:
            raise InvalidRecord(f"A take-back has the number of moves kept and the moves taken back, not {brief(data)}.")
        return cls(data["kept"], moves_of(data["moves"]))


def last_choice(record: Record, seat: int) -> int:
    """How many moves come before the last one that a seat chose among several answers, while it can be taken back.

    A move can be taken back while nothing hidden was shown since (`Game.shown`). `IllegalMove` says why it can't.

    >>> from libertalia import Game
    >>> game = Game.new("original", players=2, seed=7)
    >>> game.play(0, "brute")
    >>> last_choice(game.record(), 0)
    0
    >>> game.play(1, "bosun")
    >>> last_choice(game.record(), 0)
    Traceback (most recent call last):
    ...
    libertalia.game.errors.IllegalMove: Nothing can be taken back: something hidden was shown since your last choice.
    """
    choices: list[tuple[int, tuple[int, ...]]] = []  # for each: the number of moves before it, and what was shown then
    steps = record.steps()
    game = next(steps)
    for number, (mover, answer) in enumerate(record.moves):
        if mover == seat and answer in (UNPICK, TAKE_BACK):
            choices.pop()
        elif mover == seat and any(d.seat == seat and len(d.options) > 1 for d in game.decisions):
            choices.append((number, game.shown))
        game = next(steps)
    if not choices or game.over:
        raise IllegalMove("There is no choice of yours to take back.", "illegal.nothing-to-take-back")
    chosen, shown = choices[-1]
    if game.shown != shown:
        raise IllegalMove(
            "Nothing can be taken back: something hidden was shown since your last choice.", "illegal.hidden-was-shown"
        )
    return chosen


def was_fair(record: Record, taken_back: tuple[TakeBack, ...], seat: int) -> bool:
    """Whether a seat took only moves back that could be: the moves of the record are those that were left in the end."""
    moves = record.moves
    for one in reversed(taken_back):
        if one.kept > len(moves):
            return False
        moves = (*moves[: one.kept], *one.moves)
        try:
            if last_choice(replace(record, moves=moves), seat) != one.kept:
                return False
        except IllegalMove:
            return False
    return True
