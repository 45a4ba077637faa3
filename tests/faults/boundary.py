"""What the frames of a server may hold, by the protocol. Anything else in them is a leak."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from tests.server.harness import Json

_FRAMES = {
    "welcome": "seat host number patience sent_away", "news": "entries table view mine clock", "history": "entries",
    "presence": "seats watchers away host", "hint": "turn title text alike options", "done": "id number",
    "refused": "id error", "pong": "",
}  # fmt: skip
_TABLE = """id edition options players status public created clock host commitment seed scores winners rematch hints lesson day
    ended ending problem seats"""
_SEAT = "seat kind name colour level bot"
_CARDS = ("picked", "moved")
"""Events that may be about a card which only one seat knows."""


def leaks(frame: Json, seat: int | None, secrets: Iterable[str]) -> Iterator[str]:
    """What somebody on a seat, or with `None` a spectator, must not be sent. `secrets` are those of other seats."""
    text = json.dumps(frame)
    yield from (f"a secret of another seat, in {text[:200]}" for secret in secrets if secret in text)
    yield from _surplus(frame, f"type {_FRAMES[frame['type']]}" if frame["type"] in _FRAMES else "", f"a frame {frame['type']!r}")
    if table := frame.get("table"):
        yield from _surplus(table, _TABLE, "a table")
        yield from (leak for each in table["seats"] for leak in _surplus(each, _SEAT, "a seat"))
        if table["seed"] is not None and table["scores"] is None:
            yield "the seed before the end"
    if seat is None and frame.get("mine") is not None:
        yield f"somebody's own cards: {frame['mine']}"
    for entry in frame.get("entries", ()):
        for event in entry.get("events", ()):
            hidden = event["event"] == "picked" or event.get("unseen")
            if event["event"] in _CARDS and hidden and event["seat"] != seat and "card" in event:
                yield f"a card that only seat {event['seat']} knows, in entry {entry['number']}"


def _surplus(sent: Json, known: str, what: str) -> Iterator[str]:
    if surplus := sent.keys() - set(known.split()):
        yield f"{what} with {', '.join(sorted(surplus))}"
