"""Libertalia, Paolo Mori's game of pirates and crews: play it, host it, study it."""

from __future__ import annotations

import importlib.machinery
import os
import sys
from collections.abc import Sequence
from types import ModuleType

if os.environ.get("LIBERTALIA_INTERPRETED"):

    class _AsWritten(importlib.machinery.PathFinder):
        """Finds the engine's Python files where compiled ones lie beside them."""

        @classmethod
        def find_spec(
            cls,
            fullname: str,
            path: Sequence[str] | None = None,
            target: ModuleType | None = None,  # noqa: ARG003
        ) -> importlib.machinery.ModuleSpec | None:
            if path and fullname.startswith("libertalia."):
                python = (importlib.machinery.SourceFileLoader, importlib.machinery.SOURCE_SUFFIXES)
                for folder in path:
                    if spec := importlib.machinery.FileFinder(folder, python).find_spec(fullname):
                        return spec
            return None

    sys.meta_path.insert(0, _AsWritten)

from libertalia.game import stored_table  # noqa: F401 tells pickle how to take a table apart
from libertalia.game.answers import Decision
from libertalia.game.errors import IllegalMove, InvalidPosition, InvalidRecord, InvalidSetup, LibertaliaError
from libertalia.game.events import Event
from libertalia.game.game import Game
from libertalia.game.position import Position
from libertalia.game.record import Record
from libertalia.game.view import SeatView, View
from libertalia.rules import bits

COMPILED = not (bits.__file__ or "").endswith((".py", ".pyc"))
"""Whether the engine runs compiled."""

__all__ = [
    "COMPILED", "Decision", "Event", "Game", "IllegalMove", "InvalidPosition", "InvalidRecord", "InvalidSetup",
    "LibertaliaError", "Position", "Record", "SeatView", "View",
]  # fmt: skip
