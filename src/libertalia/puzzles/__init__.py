"""Positions from bots' games in which one answer is clearly the best, and it is not the obvious one. See docs/puzzles.md.

How they are found is in `libertalia.puzzles.mining`, which needs the lab; who only solves them needs no more than this.
"""

from libertalia.puzzles.puzzle import Puzzle, PuzzleOption, read, shipped, written
from libertalia.puzzles.telling import why

__all__ = ["Puzzle", "PuzzleOption", "read", "shipped", "why", "written"]
