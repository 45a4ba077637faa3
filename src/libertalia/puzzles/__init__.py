"""Positions from bots' games in which one answer is clearly the best, and it is not the obvious one. See docs/puzzles.md."""

from libertalia.puzzles.mining import Criterion, editions_with_puzzles, holds, mine, rechecked
from libertalia.puzzles.puzzle import Puzzle, PuzzleOption, read, shipped, written
from libertalia.puzzles.telling import why

__all__ = [
    "Criterion",
    "Puzzle",
    "PuzzleOption",
    "editions_with_puzzles",
    "holds",
    "mine",
    "read",
    "rechecked",
    "shipped",
    "why",
    "written",
]
