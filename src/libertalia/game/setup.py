"""Editions and options by name."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from libertalia.game.errors import InvalidSetup, brief
from libertalia.rules.edition import Edition
from libertalia.rules.editions import EDITIONS, OPTIONS


def edition_of(name: object, options: object) -> Edition:
    """The rules of an edition under the given options; the same object for the same words."""
    if not isinstance(name, str) or name not in EDITIONS:
        raise InvalidSetup(f"There is no edition {brief(name)}; there is {', '.join(EDITIONS)}.")
    if not isinstance(options, Mapping):
        raise InvalidSetup(f"Options are an object, not {brief(options)}.")
    known = OPTIONS[name]
    for option, value in options.items():
        if option not in known:
            raise InvalidSetup(f"The {name} edition has no option {brief(option)}; it has {', '.join(known)}.")
        if not isinstance(value, str) or value not in known[option]:
            raise InvalidSetup(f"{option} is one of {', '.join(known[option])}, not {brief(value)}.")
    return _edition(name, tuple(sorted(options.items())))


@cache
def _edition(name: str, options: tuple[tuple[str, str], ...]) -> Edition:
    return EDITIONS[name](**dict(options))
