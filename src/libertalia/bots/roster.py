"""Bots by name, and bots from files."""

from __future__ import annotations

import ast
import importlib.util
import inspect
import sys
from collections.abc import Callable
from functools import cache, partial
from hashlib import blake2b
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from libertalia.bots.bot import Bot, RandomBot
from libertalia.bots.greedy import GreedyBot
from libertalia.bots.search import SearchBot
from libertalia.game.errors import LibertaliaError

BOTS: Final[dict[str, type[Bot]]] = {"random": RandomBot, "greedy": GreedyBot, "search": SearchBot}


def bot_seed(seed: int, seat: int) -> int:
    """A seed for the bot of a seat. It tells nothing about the seed of the game."""
    return int.from_bytes(blake2b(f"bot {seed} {seat}".encode(), digest_size=16).digest(), "big")


class UnknownBot(LibertaliaError):
    """No such bot."""

    key = "bot"


def bot_named(name: str) -> Callable[[int], Bot]:
    """The maker of a bot by its name: one of `BOTS`, or a class of your own as `file.py:Class`. Both may have parameters.

    >>> bot_named("random")(7)
    <libertalia.bots.bot.RandomBot object at ...>
    >>> bot_named("search(n=50)")(7).n
    50
    """
    named, parameters = _parameters(name)
    if named in BOTS:
        found = BOTS[named]
    else:
        path, colon, class_name = named.rpartition(":")
        if not colon:
            known = ", ".join(BOTS)
            raise UnknownBot(f"There is no bot {name!r}; there is {known}, or a class of your own as file.py:Class.")
        found = _from_file(Path(path), class_name)
    if not parameters:
        return found
    try:
        inspect.signature(found).bind(0, **parameters)
    except TypeError as error:
        raise UnknownBot(f"The bot {named!r} doesn't take the parameters of {name!r}: {error}.") from None
    return partial(found, **parameters)


def _parameters(name: str) -> tuple[str, dict[str, Any]]:
    """The name of a bot without its parameters, and these: `search(n=50)` is `search` with n = 50."""
    named, parenthesis, rest = name.partition("(")
    if not parenthesis:
        return name, {}
    try:
        call = ast.parse(f"bot({rest}", mode="eval").body
        if isinstance(call, ast.Call) and not call.args and all(keyword.arg for keyword in call.keywords):
            return named, {str(keyword.arg): ast.literal_eval(keyword.value) for keyword in call.keywords}
    except (SyntaxError, ValueError):
        pass
    raise UnknownBot(f"The parameters of a bot are written like search(n=1000), not {name!r}.")


def _from_file(path: Path, class_name: str) -> type[Bot]:
    if not path.is_file():
        raise UnknownBot(f"There is no Python file {str(path)!r} to take the bot {class_name} from.")
    found = getattr(_loaded(path.resolve(), path.stat().st_mtime_ns), class_name, None)
    if not (isinstance(found, type) and issubclass(found, Bot)):
        raise UnknownBot(f"{path} has no class {class_name} that is a libertalia.bots.Bot.")
    return found


@cache  # however many bots it is for, a file is run once, unless it was changed
def _loaded(path: Path, changed: int) -> ModuleType:  # noqa: ARG001
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise UnknownBot(f"{path} is no Python file to take a bot from.")
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    sys.path.insert(0, str(path.parent))  # it may import modules next to it
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        raise UnknownBot(f"{path} can't be loaded: {type(error).__name__}: {error}") from error
    return module
