"""Puzzles for the page, read and made off the event loop."""

from __future__ import annotations

import asyncio
from typing import Any

from libertalia.features import puzzles
from libertalia.server.clock import now
from libertalia.server.tables.registry import Place, Tables


async def listed_puzzles(edition: str) -> list[dict[str, Any]]:
    """The puzzles of an edition, from the easiest to the hardest."""
    return await asyncio.to_thread(puzzles.listed, edition)


async def puzzle_body(edition: str, puzzle: str, language: str) -> dict[str, Any]:
    """A puzzle as its solver sees it, with the solution and the reasons in a language."""
    found = await asyncio.to_thread(puzzles.find_puzzle, edition, puzzle)
    return await asyncio.to_thread(puzzles.puzzle_body, found, language, now())


async def play_puzzle(tables: Tables, edition: str, puzzle: str, person: str) -> Place:
    """Make a table where the game goes on from a puzzle, and start it."""
    found = await asyncio.to_thread(puzzles.find_puzzle, edition, puzzle)
    return await tables.create_started(puzzles.table_of(found, person, now()))
