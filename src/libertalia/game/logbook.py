"""A finished game as a server hands it out, and a check whether it is genuine."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from libertalia.game.errors import InvalidRecord, LibertaliaError, brief
from libertalia.game.record import Record, parsed


def commitment(table: str, seed: int) -> str:
    """The hash by which a server commits itself to a deal before it is dealt.

    >>> commitment("f3XkQ", 7)[:16]
    'ece56b8f34de5308'
    """
    return sha256(f"libertalia {table} {seed}".encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Logbook:
    """The record of a game, its players, its result, and the hash that the server had committed itself to."""

    record: Record
    table: str | None = None
    commitment: str | None = None
    names: tuple[str | None, ...] = ()
    scores: tuple[int, ...] | None = None
    winners: tuple[int, ...] | None = None

    def name(self, seat: int) -> str | None:
        return self.names[seat] if seat < len(self.names) else None

    @classmethod
    def loads(cls, text: str) -> Logbook:
        """A logbook from JSON text; a bare record will do."""
        data = parsed(text)
        if not isinstance(data, dict) or "record" not in data:
            return cls(Record.of(data))
        return cls(
            Record.of(data["record"]),
            _checked(data, "table", str),
            _checked(data, "commitment", str),
            tuple(_checked(data, "names", list) or ()),
            None if data.get("scores") is None else tuple(_checked(data, "scores", list)),
            None if data.get("winners") is None else tuple(_checked(data, "winners", list)),
        )


def _checked(data: dict[str, Any], name: str, kind: type) -> Any:
    value = data.get(name)
    if value is not None and not isinstance(value, kind):
        raise InvalidRecord(f"{name!r} is a {kind.__name__}, not {brief(value)}.")
    return value


@dataclass(frozen=True, slots=True)
class Finding:
    true: bool
    text: str


def verified(text: str, shown: str | None = None) -> list[Finding]:
    """Deal and play a game again from its logbook and compare. `shown` is the commitment that players saw at the start."""
    return list(_findings(Logbook.loads(text), shown))


def _findings(book: Logbook, shown: str | None) -> Iterator[Finding]:
    committed = shown or book.commitment
    if committed is None or book.table is None:
        yield Finding(False, "The file names no table and no commitment: nobody can tell whether the deal was fixed beforehand.")
    else:
        yield Finding(
            commitment(book.table, book.record.seed) == committed.strip().lower(),
            f"The deal is the one that the server had committed itself to ({committed[:16]}…).",
        )
    try:
        game = book.record.replay()
    except LibertaliaError as error:
        yield Finding(False, f"Every move is legal: {error}")
        return
    yield Finding(True, f"All {len(book.record.moves)} moves are legal.")
    yield Finding(game.over, "The game was played to its end.")
    if book.scores is not None:
        yield Finding(book.scores == game.scores, f"The scores are {', '.join(map(str, game.scores))}.")
    if book.winners is not None:
        yield Finding(book.winners == game.winners, f"The winners are the seats {', '.join(map(str, game.winners))}.")
