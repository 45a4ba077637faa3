"""Bots by name, and bots from files."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path
from typing import Final

from libertalia.bots.bot import Bot, RandomBot
from libertalia.bots.greedy import GreedyBot
from libertalia.game.errors import LibertaliaError

BOTS: Final[dict[str, type[Bot]]] = {"random": RandomBot, "greedy": GreedyBot}


def bot_seed(seed: int, seat: int) -> int:
    """A seed for the bot of a seat. It tells nothing about the seed of the game."""
    return int.from_bytes(blake2b(f"bot {seed} {seat}".encode(), digest_size=16).digest(), "big")


class UnknownBot(LibertaliaError):
    """No such bot."""

    key = "bot"


def bot_named(name: str) -> Callable[[int], Bot]:
    """The class of a bot by its name: one of `BOTS`, or a class of your own as `file.py:Class`. It takes a seed.

    >>> bot_named("random")(7)
    <libertalia.bots.bot.RandomBot object at ...>
    """
    if name in BOTS:
        return BOTS[name]
    path, colon, class_name = name.rpartition(":")
    if not colon:
        raise UnknownBot(f"There is no bot {name!r}; there is {', '.join(BOTS)}, or a class of your own as file.py:Class.")
    return _from_file(Path(path), class_name)


def _from_file(path: Path, class_name: str) -> type[Bot]:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if not path.is_file() or spec is None or spec.loader is None:
        raise UnknownBot(f"There is no Python file {str(path)!r} to take the bot {class_name} from.")
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    sys.path.insert(0, str(path.parent))  # it may import modules next to it
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        raise UnknownBot(f"{path} can't be loaded: {type(error).__name__}: {error}") from error
    found = getattr(module, class_name, None)
    if not (isinstance(found, type) and issubclass(found, Bot)):
        raise UnknownBot(f"{path} has no class {class_name} that is a libertalia.bots.Bot.")
    return found
