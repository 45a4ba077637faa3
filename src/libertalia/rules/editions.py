"""The registry of editions. An edition is registered by importing its class and naming it here."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Final

from libertalia.rules.edition import Edition
from libertalia.rules.galecrest.edition import Galecrest
from libertalia.rules.original.edition import Original

EDITIONS: Final[dict[str, type[Edition]]] = {"original": Original, "galecrest": Galecrest}

RULES_VERSION: Final = 3
"""Counts up when the same seed and moves no longer give the same game."""

KNOWN_RULES: Final = (1, 2, 3)
"""The versions that can be played: a game goes on by the rules that it was dealt by. The policy is in docs/architecture.md."""


def folder_of(name: str) -> Path:
    """The folder of an edition, where its catalogues lie."""
    package = EDITIONS[name].__module__.rpartition(".")[0]
    return Path(str(files(package)))
