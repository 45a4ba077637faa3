"""Puzzles for the page. They come with the package; the server only lays the tables."""

from __future__ import annotations

import asyncio
import secrets
from dataclasses import asdict
from functools import cache
from typing import Any, Final

from libertalia.bots import LEVELS
from libertalia.puzzles import Puzzle, shipped, why
from libertalia.review import Teller
from libertalia.server.web.bodies import PuzzleEntry, PuzzleList
from libertalia.tables import boundary
from libertalia.tables import messages as m
from libertalia.tables.drafts import draft_bot, draft_joined
from libertalia.tables.entries import BotSeated, Created, Entry, now
from libertalia.tables.refusals import NotFound
from libertalia.tables.state import TableState
from libertalia.words import words

_SOLVER: Final = "Odile"
"""What the solver is called where nobody has said a name."""


async def listed_puzzles(edition: str) -> PuzzleList:
    """The puzzles of an edition, from the easiest to the hardest."""
    found = await asyncio.to_thread(_by_id, edition)
    entries = [PuzzleEntry(id=name, rating=one.rating, kind=one.kind, players=one.players) for name, one in found.items()]
    return PuzzleList(puzzles=entries)


async def find_puzzle(edition: str, puzzle: str) -> Puzzle:
    found = (await asyncio.to_thread(_by_id, edition)).get(puzzle)
    if found is None:
        raise NotFound("There is no such puzzle.", "puzzle.unknown")
    return found


async def told_puzzle(edition: str, puzzle: str, language: str) -> dict[str, Any]:
    """A puzzle as its solver sees it, and all that is said afterwards."""
    return await asyncio.to_thread(_told, await find_puzzle(edition, puzzle), language)


def puzzle_table(puzzle: Puzzle, person: str) -> TableState:
    """A table where the game goes on from a puzzle: the person has the seat of the solver, bots have the others."""
    position = puzzle.position
    setup = Created(
        puzzle.edition,
        puzzle.players,
        dict(position["options"]),
        public=False,
        clock=None,
        host_watches=False,
        start=dict(position),
        tried=f"puzzle {puzzle.id}",
    )
    state = TableState(secrets.token_urlsafe(9), [Entry(1, now(), setup)])
    colours = [seat["colour"] for seat in position["seats"]]
    state.add(Entry(2, now(), draft_joined(state, person, colours[puzzle.seat], wanted=puzzle.seat)))
    for seat, colour in enumerate(colours):
        if seat != puzzle.seat:
            bot = draft_bot(state, seat, LEVELS[-1].name)
            state.add(Entry(state.number + 1, now(), BotSeated(seat, bot.level, bot.name, colour)))
    return state


@cache
def _by_id(edition: str) -> dict[str, Puzzle]:
    return {puzzle.id: puzzle for puzzle in shipped(edition)}


def _told(puzzle: Puzzle, language: str) -> dict[str, Any]:
    game = puzzle.game()
    table = puzzle_table(puzzle, _SOLVER)
    me, decision = game.own(puzzle.seat), puzzle.decision()
    teller = Teller(words(language), puzzle.edition, [seat.name or "" for seat in table.seats], puzzle.seat)
    options = []
    for option in puzzle.options:
        told = asdict(option) | {"why": why(puzzle, option.answer, teller)}
        del told["reasons"]
        options.append(told)
    return {
        "id": puzzle.id,
        "rating": puzzle.rating,
        "seat": puzzle.seat,
        "kind": puzzle.kind,
        "obvious": puzzle.obvious,
        "worlds": puzzle.worlds,
        "table": boundary.info(table),
        "view": boundary.public(game),
        "mine": m.Mine(0, me.hand, me.graveyard, me.pick, m.Question(decision.kind, decision.options)),
        "options": options,
        "others": puzzle.others,
        "solved": puzzle.solved,
        "tries": puzzle.tries,
    }
