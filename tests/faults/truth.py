"""What people may be sent of a table, by its log, the rules of the game and the protocol. Nothing here is code of the server."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from libertalia.game.events import Event
from libertalia.game.game import Game
from tests.server.evidence import Stored, replaying
from tests.server.harness import Json

_SAID = {
    "joined": ("name", "colour"), "changed": ("name", "colour"), "bot": ("level", "name", "colour"),
    "started": ("commitment", "rules"), "played": ("turn", "bot"), "unpicked": ("turn",), "take-back": ("turn",),
    "hint": ("turn",), "chat": ("text",), "away": ("reason",), "end-wish": ("yes", "ended"), "rematch": ("table",),
}  # fmt: skip
"""What is said of each kind of entry besides its number, kind, time and seat. Everything else that is stored is a secret."""
_EVENTFUL = ("started", "played", "unpicked")
_STAGE = ("status", "commitment", "seed", "scores", "winners")


@dataclass
class Moment:
    """A table after an entry."""

    table: str
    entry: Stored
    started: Stored | None
    game: Game | None
    """It goes on with the next moment."""
    events: list[Event]
    turns: Counter[int | None]

    def told(self, seat: int | None) -> Json:
        """The entry as a seat, or with `None` a spectator, is told of it."""
        entry = self.entry
        told: Json = {"number": entry.number, "kind": entry.kind, "at": entry.at}
        if entry.seat is not None:
            told["seat"] = entry.seat
        told |= {name: entry.data[name] for name in _SAID.get(entry.kind, ()) if entry.data.get(name) is not None}
        if entry.kind in _EVENTFUL:
            told["events"] = json.loads(json.dumps([_seen(event, seat) for event in self.events]))
        return told

    def shown(self, what: str, seat: int | None) -> Json | None:
        """What somebody on a seat is shown of the table: `view`, `mine`, or the `stage` of the game."""
        if what == "stage":
            return self._stage()
        if self.game is None:
            return None
        return _view(self.game) if what == "view" else self._mine(self.game, seat)

    def _mine(self, game: Game, seat: int | None) -> Json | None:
        if seat is None:
            return None
        own = game.own(seat)
        asked = next(({"kind": each.kind, "options": each.options} for each in game.decisions if each.seat == seat), None)
        cards = {"hand": own.hand, "graveyard": own.graveyard, "pick": own.pick}
        return {"turn": self.turns[seat], **cards, "decision": asked}

    def _stage(self) -> Json:
        if self.started is None or self.game is None:
            return dict.fromkeys(_STAGE) | {"status": "open"}
        seed, over = self.started.data["seed"], self.game.over
        commitment = hashlib.sha256(f"libertalia {self.table} {seed}".encode()).hexdigest()
        end = (seed, self.game.scores, self.game.winners) if over else (None, None, None)
        return dict(zip(_STAGE, ("over" if over else "playing", commitment, *end), strict=True))


def moments(table: str, log: list[Stored]) -> Iterator[Moment]:
    """A table after each of its entries."""
    happened = 0
    turns: Counter[int | None] = Counter()
    started = None
    for entry, game in replaying(log):
        if entry.kind == "started":
            started = entry
        turns[entry.seat] += entry.kind in ("played", "unpicked", "take-back")
        events = game.events_from(happened) if game is not None else []
        happened += len(events)
        yield Moment(table, entry, started, game, events, turns)


def stage_of(table: Json) -> Json:
    """How far the game has come, by what was sent of its table."""
    return {name: table[name] for name in _STAGE}


def own_of(mine: Json) -> Json:
    """What somebody was sent of their own cards. Whether they may take loot back is not a secret, and slow to find out."""
    return {name: value for name, value in mine.items() if name != "take_back"}


def digest(shown: Json | None) -> str:
    """A few letters that stand for what was shown, of which an hour would fill the memory."""
    return hashlib.blake2b(json.dumps(shown, sort_keys=True).encode(), digest_size=9).hexdigest()


def _seen(event: Event, seat: int | None) -> Json:
    """An event without the card, unless everyone may know it, or this seat alone."""
    hidden = ("card",) if event.audience not in (None, seat) else ()
    return _without(hidden, event.data())


def _view(game: Game) -> Json:
    """The table as everyone sees it."""
    view = _without(("viewer", "decision"), game.view(None, events=False).data())
    return view | {"seats": [_without(("pick",), seat) for seat in view["seats"]]}


def _without(names: Iterable[str], data: Json) -> Json:
    return {name: value for name, value in data.items() if name not in names}
