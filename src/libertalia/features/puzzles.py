"""Puzzles, which come with the package: as their solver sees them, and tables for them."""

from __future__ import annotations

from dataclasses import asdict
from functools import cache
from typing import Any, Final

from libertalia.puzzles import Puzzle, shipped, why
from libertalia.review import Teller
from libertalia.tables import boundary
from libertalia.tables import messages as m
from libertalia.tables.laying import puzzle_table
from libertalia.tables.refusals import NotFound
from libertalia.tables.state import TableState
from libertalia.words import words

_SOLVER: Final = "Odile"
"""The name of the solver where nobody has given one."""


@cache
def puzzles_of(edition: str) -> dict[str, Puzzle]:
    """The puzzles of an edition by id, from the easiest to the hardest."""
    return {puzzle.id: puzzle for puzzle in shipped(edition)}


def listed(edition: str) -> list[dict[str, Any]]:
    """The puzzles of an edition, from the easiest to the hardest, for a list."""
    found = puzzles_of(edition).values()
    return [{"id": one.id, "rating": one.rating, "kind": one.kind, "players": one.players} for one in found]


def find_puzzle(edition: str, puzzle: str) -> Puzzle:
    found = puzzles_of(edition).get(puzzle)
    if found is None:
        raise NotFound("There is no such puzzle.", "puzzle.unknown")
    return found


def table_of(puzzle: Puzzle, person: str, at: int) -> TableState:
    """A table where the game goes on from a puzzle."""
    return puzzle_table(puzzle.position, puzzle.seat, puzzle.players, puzzle.id, person, at)


def puzzle_body(puzzle: Puzzle, language: str, at: int) -> dict[str, Any]:
    """A puzzle as its solver sees it, with the solution and the reasons in a language."""
    game = puzzle.game()
    table = table_of(puzzle, _SOLVER, at)
    me, decision = game.own(puzzle.seat), puzzle.decision()
    teller = Teller(words(language), puzzle.edition, [seat.name or "" for seat in table.seats], puzzle.seat)
    options = []
    for option in puzzle.options:
        plain = asdict(option) | {"why": why(puzzle, option.answer, teller)}
        del plain["reasons"]
        options.append(plain)
    return {
        "id": puzzle.id,
        "rating": puzzle.rating,
        "seat": puzzle.seat,
        "kind": puzzle.kind,
        "obvious": puzzle.obvious,
        "worlds": puzzle.worlds,
        "table": boundary.info(table, at),
        "view": boundary.public(game),
        "mine": m.Mine(0, me.hand, me.graveyard, me.pick, m.Decision(decision.kind, decision.options)),
        "options": options,
        "others": puzzle.others,
        "solved": puzzle.solved,
        "tries": puzzle.tries,
    }
