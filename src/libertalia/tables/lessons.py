"""Lessons: short games against bots that pick by a script. The engine is the real one, and the person may play any card.

A lesson is the end of a voyage, so that it is over after a few days. The page has a coach who says what there is to see.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from libertalia.bots import bot_named
from libertalia.game.answers import Decision
from libertalia.game.game import Game
from libertalia.game.record import Record
from libertalia.game.view import View
from libertalia.rules.phases import SUNRISE

COLOURS: Final = ("yellow", "blue", "green")
"""The colours of the person and of the two bots."""
COMPANIONS: Final = ("Joris", "Katell")
_LAST_VOYAGE: Final = 3
"""The number of the last voyage of a game."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A table of three that is laid for somebody who learns."""

    edition: str
    start: Mapping[str, Any]
    """The position that it begins with."""
    picks: tuple[Mapping[int, str], Mapping[int, str]]
    """What each of the two bots picks, by day."""


def _position(edition: str, day: int, loot: list[list[str]], seats: list[dict[str, Any]], **extras: Any) -> dict[str, Any]:
    laid = [{"colour": colour, "doubloons": 10, **seat} for colour, seat in zip(COLOURS, seats, strict=True)]
    return {"edition": edition, "voyage": _LAST_VOYAGE, "day": day, "loot": [*[[]] * (day - 1), *loot], "seats": laid, **extras}


def _first(edition: str, high: str, loot: list[list[str]], **extras: Any) -> Lesson:
    """Two days: everyone holds the same five cards, the highest of them `high`."""
    hand = ["barkeep", "carpenter", "brute", "cook", high]
    start = _position(edition, 5, loot, [{"hand": hand} for _ in COLOURS], **extras)
    return Lesson(edition, start, ({5: "barkeep", 6: "cook"}, {5: "carpenter", 6: high}))


def _second(edition: str, high: str, loot: list[list[str]], **extras: Any) -> Lesson:
    """Four days: a tie, a card for many nights, a card from the graveyard, and a Brute that can be foreseen."""
    mine = {"hand": ["barkeep", "cook", "surgeon", "treasurer", "first-mate", high], "graveyard": ["merchant"]}
    theirs = [
        {"hand": ["brute", "cook", "treasurer", "gambler", high]},
        {"hand": ["barkeep", "bosun", "cook", "treasurer", "quartermaster"]},
    ]
    picks = ({3: high, 4: "cook", 5: "treasurer", 6: "brute"}, {3: "barkeep", 4: "treasurer", 5: "bosun", 6: "quartermaster"})
    return Lesson(edition, _position(edition, 3, loot, [mine, *theirs], **extras), picks)


_TRACK: Final = [None, None, *COLOURS, None]
_OLD_LOOT: Final = [["chest", "treasure-map", "cursed-relic"], ["goods", "goods", "jewel"]]
_NEW_LOOT: Final = [["chest", "map", "relic"], ["amulet", "barrel", "map"]]

LESSONS: Final[Mapping[str, Lesson]] = {
    "original-1": _first("original", "captain", _OLD_LOOT),
    "original-2": _second("original", "captain", [["goods", "jewel", "jewel"], ["chest", "goods", "treasure-map"], *_OLD_LOOT]),
    "galecrest-1": _first("galecrest", "infantry", _NEW_LOOT, reputation=_TRACK),
    "galecrest-2": _second(
        "galecrest", "infantry", [["barrel", "chest", "map"], ["amulet", "barrel", "map"], *_NEW_LOOT], reputation=_TRACK
    ),
}
"""By name: the edition, and the number of the lesson."""


def scripted_answer(name: str, view: View, decision: Decision) -> str:
    """What a bot of a lesson answers: the card of its script or, where the script says nothing, something sensible."""
    if decision.kind == "pick":
        wanted = LESSONS[name].picks[decision.seat - 1].get(view.day)
        if wanted in decision.options:
            return wanted
    return bot_named("sensible")(decision.seat).answer(view, decision)


def morning(record: Record, day: int) -> Game | None:
    """The game of a lesson as it stood at the sunrise of a day; `None` if that day was not reached."""
    for game in record.settled().steps():
        if game.table.day == day and game.table.phase == SUNRISE:
            return game
    return None
