"""Puzzles for the page. They come with the package; the server only makes tables for them."""

from __future__ import annotations

import asyncio
from dataclasses import asdict
from functools import cache
from typing import Any, Final

from libertalia.puzzles import Puzzle, shipped, why
from libertalia.review import Teller
from libertalia.server.clock import now
from libertalia.server.tables.registry import Place, Tables
from libertalia.tables import boundary
from libertalia.tables import messages as m
from libertalia.tables.laying import puzzle_table
from libertalia.tables.refusals import NotFound
from libertalia.tables.state import TableState
from libertalia.words import words

_SOLVER: Final = "Odile"
"""The name of the solver where nobody has given one."""


async def listed_puzzles(edition: str) -> list[Puzzle]:
    """The puzzles of an edition, from the easiest to the hardest."""
    return list((await asyncio.to_thread(_by_id, edition)).values())


async def find_puzzle(edition: str, puzzle: str) -> Puzzle:
    found = (await asyncio.to_thread(_by_id, edition)).get(puzzle)
    if found is None:
        raise NotFound("There is no such puzzle.", "puzzle.unknown")
    return found


async def puzzle_body(edition: str, puzzle: str, language: str) -> dict[str, Any]:
    """A puzzle as its solver sees it, with the solution and the reasons in a language."""
    return await asyncio.to_thread(_body, await find_puzzle(edition, puzzle), language)


async def play_puzzle(tables: Tables, edition: str, puzzle: str, person: str) -> Place:
    """Make a table where the game goes on from a puzzle, and start it."""
    return await tables.create_started(_table(await find_puzzle(edition, puzzle), person))


def _table(puzzle: Puzzle, person: str) -> TableState:
    return puzzle_table(puzzle.position, puzzle.seat, puzzle.players, puzzle.id, person, now())


@cache
def _by_id(edition: str) -> dict[str, Puzzle]:
    return {puzzle.id: puzzle for puzzle in shipped(edition)}


def _body(puzzle: Puzzle, language: str) -> dict[str, Any]:
    game = puzzle.game()
    table = _table(puzzle, _SOLVER)
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
        "table": boundary.info(table, now()),
        "view": boundary.public(game),
        "mine": m.Mine(0, me.hand, me.graveyard, me.pick, m.Question(decision.kind, decision.options)),
        "options": options,
        "others": puzzle.others,
        "solved": puzzle.solved,
        "tries": puzzle.tries,
    }
