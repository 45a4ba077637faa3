"""The decisions of a finished game, one by one."""

from __future__ import annotations

from dataclasses import dataclass

from libertalia.game.errors import LibertaliaError
from libertalia.game.game import Game
from libertalia.game.record import Record


class NotOver(LibertaliaError):
    """Only a finished game can be reviewed."""

    key = "review.not-over"


@dataclass(frozen=True, slots=True)
class Question:
    """A decision that a seat had to make."""

    number: int
    """Its place among the decisions of the game, from 0."""
    move: int
    """How many moves of `Record.settled` were made before it. At a sunrise it is the same for all seats."""
    seat: int
    kind: str
    voyage: int
    day: int
    options: tuple[str, ...]
    played: str
    picks: tuple[str | None, ...] = ()
    """At sunrise: what each seat picked."""


def questions(record: Record) -> list[Question]:
    """All picks of a finished game, and all other decisions with a choice, in the order in which they were asked.

    `NotOver` if the game is going on, or was given up.
    """
    record = record.settled()
    if not record.replay().over:
        raise NotOver("Only a game that was played to its end can be reviewed, and this one was not.", "review.not-over")
    found: list[Question] = []
    picking_until = 0
    for number, game in enumerate(record.steps()):
        if game.over or number < picking_until:
            continue
        asked = game.decisions
        if asked[0].kind == "pick":
            picking_until = number + len(asked)
            picks = dict(record.moves[number:picking_until])
            shown = tuple(picks.get(seat) for seat in range(len(game.scores)))
            for decision in asked:
                found.append(
                    _question(len(found), number, game, decision.seat, "pick", decision.options, shown[decision.seat], shown)
                )
        elif len(asked[0].options) > 1:
            played = record.moves[number][1]
            found.append(_question(len(found), number, game, asked[0].seat, asked[0].kind, asked[0].options, played, ()))
    return found


def _question(
    number: int,
    move: int,
    game: Game,
    seat: int,
    kind: str,
    options: tuple[str, ...],
    played: str | None,
    picks: tuple[str | None, ...],
) -> Question:
    assert played is not None
    table = game.table
    return Question(number, move, seat, kind, int(table.voyage), int(table.day), options, played, picks)
