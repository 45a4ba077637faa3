"""Writes the types of what the server says, and is told, for the page: ``python web/scripts/message_types.py``.

The server's own definitions are the source: `libertalia.tables.messages`, `bodies` and `entries`, and the events of
`libertalia.game.events`. With ``--check`` nothing is written; it fails where the page's types are not the server's.
"""

from __future__ import annotations

import sys
import types
from dataclasses import fields
from pathlib import Path
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
from pydantic import BaseModel

from libertalia.bots import LEVELS
from libertalia.game import events
from libertalia.rules.asker import slug_of
from libertalia.server.web import bodies
from libertalia.tables import entries
from libertalia.tables import messages as m

TARGET: Final = Path(__file__).parents[1] / "src" / "lib" / "messages.ts"
LONGEST: Final = 130

STANDING: Final[tuple[type, ...]] = (
    m.ClockRules, m.SeatInfo, m.Problem, m.TableInfo, m.SeatPublic, m.PublicView, m.Decision, m.Mine, m.Clock, m.Error,
    m.Patience, m.ClockWish, m.HintOption,
)  # fmt: skip
FROM_SERVER: Final[tuple[type[msgspec.Struct], ...]] = (
    m.Welcome, m.News, m.History, m.Presence, m.Pong, m.Done, m.RefusedMessage, m.HintMessage,
)  # fmt: skip
INQUIRIES: Final[tuple[type[msgspec.Struct], ...]] = get_args(m.AnyInquiry)
FROM_CLIENT: Final[tuple[type[msgspec.Struct], ...]] = get_args(m.AnyCommand)
BODIES: Final[tuple[type, ...]] = (bodies.ClockSettings, bodies.NewPlayer, bodies.Sitting, bodies.NewTable, bodies.Taken)

WORDS: Final = {
    "edition": "Edition", "options": "Options", "level": "Level", "colour": "Colour", "hour": "Hour", "source": "Zone",
    "target": "Zone", "zone": "Zone", "entries": "Entry[]", "bots": "Level[]", "extras": "Extras",
}  # fmt: skip
"""What the server leaves open and the page knows better; `types.ts` says what these are."""

NUMBERS: Final = {
    ("ReputationMoved", "source"), ("ReputationMoved", "target"), ("Decision", "options"), ("HintMessage", "options"),
}  # fmt: skip
"""Where the same word means something else."""

ALIASES: Final = {"Colour": m.Colour, "Level": m.Level, "Status": m.Status}

OFFERED: Final = {"Level": tuple(level.name for level in LEVELS)}
"""What the page offers, where the server takes more."""

LEFT_OUT: Final = {"News"}
"""What leaves out what it does not have, rather than saying that it is null."""


def written(hint: Any) -> str:
    """A type of Python in TypeScript."""
    for name, alias in ALIASES.items():
        if hint == alias:
            return name
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return written(arguments[0])
    if origin is Literal:
        return " | ".join(f"'{value}'" for value in arguments)
    if origin in (Union, types.UnionType):
        return " | ".join(dict.fromkeys(written(part) for part in arguments if part is not msgspec.Raw))
    if origin is tuple and len(arguments) > 1 and arguments[1] is not Ellipsis:
        return f"[{', '.join(written(part) for part in arguments)}]"
    if origin in (list, tuple):
        inner = written(arguments[0])
        return f"({inner})[]" if "|" in inner and not inner.startswith("[") else f"{inner}[]"
    if origin is dict:
        return f"Record<string, {written(arguments[1])}>"
    if hint is m.Error:
        return "Failure"
    plain = {int: "number", float: "number", str: "string", bool: "boolean", type(None): "null", Any: "unknown"}
    return plain[hint] if hint in plain else str(hint.__name__)


def word(owner: type, name: str, hint: Any) -> str:
    """The type of a field, by the page's own word for it where there is one."""
    if name in WORDS and (owner.__name__, name) not in NUMBERS:
        return WORDS[name] + (" | null" if type(None) in get_args(hint) else "")
    return written(hint)


def optional(owner: type, name: str) -> bool:
    """Whether a field may be left out."""
    if issubclass(owner, BaseModel):
        return not owner.model_fields[name].is_required()
    if issubclass(owner, msgspec.Struct):
        return any(field.name == name and not field.required for field in msgspec.structs.fields(owner))
    return False


def tag(message: type[msgspec.Struct]) -> tuple[str, str]:
    """The field by which a message is known."""
    return "type", str(message.__struct_config__.tag)


def words(name: str, values: tuple[str, ...]) -> str:
    """A list of words that the page may go through, and their type."""
    plural = {"Colour": "COLOURS", "Level": "LEVELS", "Status": "STATUSES"}[name]
    return f"export const {plural} = [{', '.join(map(repr, values))}] as const\nexport type {name} = (typeof {plural})[number]\n"


def interface(owner: type, known_by: tuple[str, str] | None = None, skip: frozenset[str] = frozenset()) -> str:
    """A class as an interface, with what tells it from others."""
    lines = [f"  {known_by[0]}: '{known_by[1]}'"] if known_by else []
    for name, hint in get_type_hints(owner, include_extras=True).items():
        if name in skip:
            continue
        told = word(owner, name, hint)
        if owner.__name__ in LEFT_OUT:
            told = told.replace(" | null", "")
        lines.append(f"  {name}{'?' if optional(owner, name) else ''}: {told}")
    body = "\n".join(lines)
    return f"export interface {written(owner)} {{\n{body}\n}}\n"


def event(owner: type[events.Event]) -> str:
    """An event as data: what is null in Python is left out."""
    parts = [f"event: '{slug_of(owner)}'"]
    hints = get_type_hints(owner)
    for field in fields(owner):
        if field.name in ("cause", "cause_seat"):
            continue
        hint = hints[field.name]
        empty = type(None) in get_args(hint) or field.name == "unseen"
        parts.append(f"{field.name}{'?' if empty else ''}: {word(owner, field.name, hint).replace(' | null', '')}")
    return case(parts)


def case(parts: list[str]) -> str:
    """One case of a union; a long one has a line for each of its fields."""
    line = f"  | {{ {'; '.join(parts)} }}"
    return line if len(line) <= LONGEST else "  | {\n" + "".join(f"      {part}\n" for part in parts) + "    }"


def entry(fact: type[entries.Fact]) -> str:
    """An entry of a table as everyone is told it: what is null in Python is left out."""
    parts = [f"kind: '{entries.kind_of(fact)}'"]
    for name, hint in entries.told_fields(fact).items():
        parts.append(f"{name}{'?' if type(None) in get_args(hint) else ''}: {word(fact, name, hint).replace(' | null', '')}")
    if fact.in_game and fact.eventful:
        parts.append("events: GameEvent[]")
    return case(parts)


def text() -> str:
    happenings = [event(kind) for kind in vars(events).values() if isinstance(kind, type) and kind.__base__ is events.Event]
    sections = [
        "/** Generated by scripts/message_types.py from the server's own definitions. Change those, not this. */\n",
        "import type { Edition, Entry, Extras, GameEvent, Hour, Options, Zone } from './types'\n",
        *(words(name, OFFERED.get(name) or get_args(alias)) for name, alias in ALIASES.items()),
        *(interface(kind) for kind in STANDING),
        *(interface(kind, tag(kind)) for kind in FROM_SERVER),
        f"export type ServerMessage = {' | '.join(kind.__name__ for kind in FROM_SERVER)}\n",
        interface(m.Hello, tag(m.Hello)),
        *(interface(kind, tag(kind), frozenset({"id"})) for kind in FROM_CLIENT),
        *(interface(kind, tag(kind)) for kind in INQUIRIES),
        f"export type Inquiry = {' | '.join(kind.__name__ for kind in INQUIRIES)}\n",
        "/** A command, before it has an id. */",
        "export type Command =\n" + "\n".join(f"  | {kind.__name__}" for kind in FROM_CLIENT) + "\n",
        *(interface(kind, skip=frozenset({"model_config"})) for kind in BODIES),
        interface(events.Known),
        "export type Happening =\n" + "\n".join(happenings) + "\n",
        "export type Told =\n" + "\n".join(map(entry, entries.FACTS)),
    ]
    return "\n".join(sections) + "\n"


def main() -> None:
    if "--check" not in sys.argv:
        TARGET.write_text(text(), encoding="utf-8")
    elif TARGET.read_text(encoding="utf-8") != text():
        sys.exit(f"{TARGET.name} is not what the server says; run python web/scripts/message_types.py")


if __name__ == "__main__":
    main()
