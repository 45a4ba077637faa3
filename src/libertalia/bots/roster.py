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
from libertalia.bots.levels import LEVELS
from libertalia.bots.search import LearnedBot, SearchBot
from libertalia.bots.sensible import SensibleBot
from libertalia.game.errors import LibertaliaError

_THINKERS: Final[dict[str, type[Bot]]] = {
    "random": RandomBot,
    "sensible": SensibleBot,
    "greedy": GreedyBot,
    "learned": LearnedBot,
    "search": SearchBot,
}

BOTS: Final = (*[level.name for level in LEVELS], *_THINKERS)
"""The names of all bots: the levels from the weakest to the strongest, then the thinkers that they are made of."""


def bot_seed(seed: int, seat: int) -> int:
    """A seed for the bot of a seat. It tells nothing about the seed of the game."""
    return int.from_bytes(blake2b(f"bot {seed} {seat}".encode(), digest_size=16).digest(), "big")


class UnknownBot(LibertaliaError):
    """No such bot."""

    key = "bot"


def bot_named(name: str) -> Callable[[int], Bot]:
    """The maker of a bot by its name: one of `BOTS`, or a class of your own as `file.py:Class`. Levels have no parameters.

    >>> bot_named("random")(7)
    <libertalia.bots.bot.RandomBot object at ...>
    >>> bot_named("search(n=50)")(7).n
    50
    >>> bot_named("skerry")(7).mix
    2
    """
    for level in LEVELS:
        if name == level.name:
            return bot_named(level.bot)
    named, parameters = _parameters(name)
    if named in _THINKERS:
        found = _THINKERS[named]
    else:
        path, colon, class_name = named.rpartition(":")
        if not colon:
            known = ", ".join(BOTS)
            message = f"There is no bot {name!r}; there is {known}, or a class of your own as file.py:Class."
            raise UnknownBot(message, "bot.unknown", given=repr(name), known=known)
        found = _from_file(Path(path), class_name)
    if not parameters:
        return found
    try:
        inspect.signature(found).bind(0, **parameters)
    except TypeError as error:
        message = f"The bot {named!r} doesn't take the parameters of {name!r}: {error}."
        raise UnknownBot(message, "bot.no-parameters", bot=repr(named), given=repr(name), reason=error) from None
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
    message = f"The parameters of a bot are written like search(n=1000), not {name!r}."
    raise UnknownBot(message, "bot.parameters", given=repr(name))


def _from_file(path: Path, class_name: str) -> type[Bot]:
    if not path.is_file():
        message = f"There is no Python file {str(path)!r} to take the bot {class_name} from."
        raise UnknownBot(message, "bot.file", path=repr(str(path)), bot=class_name)
    found = getattr(_loaded(path.resolve(), path.stat().st_mtime_ns), class_name, None)
    if not (isinstance(found, type) and issubclass(found, Bot)):
        message = f"{path} has no class {class_name} that is a libertalia.bots.Bot."
        raise UnknownBot(message, "bot.class", path=path, bot=class_name)
    return found


@cache  # however many bots it is for, a file is run once, unless it was changed
def _loaded(path: Path, changed: int) -> ModuleType:  # noqa: ARG001
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise UnknownBot(f"{path} is not a Python file to take a bot from.")
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    sys.path.insert(0, str(path.parent))  # it may import modules next to it
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        reason = f"{type(error).__name__}: {error}"
        raise UnknownBot(f"{path} can't be loaded: {reason}", "bot.broken-file", path=path, reason=reason) from error
    return module
