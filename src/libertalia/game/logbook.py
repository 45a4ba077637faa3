"""A game as it is kept in a file, and a check whether it is genuine."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from libertalia.game.daily import dealt_on_day, name_of_day
from libertalia.game.errors import InvalidRecord, LibertaliaError, brief
from libertalia.game.record import Record, parsed
from libertalia.game.take_back import TakeBack, was_fair


def commitment(table: str, seed: int) -> str:
    """The hash by which a server commits itself to a deal before it is dealt.

    >>> commitment("f3XkQ", 7)[:16]
    'ece56b8f34de5308'
    """
    return sha256(f"libertalia {table} {seed}".encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Logbook:
    """The record of a game and what else is known of it.

    A server gives its table, the players, the result, and the hash that it had committed itself to. A game in the terminal has
    the names of its bots, and the moves that were taken back by the person on seat 0.
    """

    record: Record
    table: str | None = None
    commitment: str | None = None
    names: tuple[str | None, ...] = ()
    scores: tuple[int, ...] | None = None
    winners: tuple[int, ...] | None = None
    bots: tuple[str, ...] = ()
    taken_back: tuple[TakeBack, ...] = ()
    ended: bool = False
    """Whether the players agreed to end the game early."""
    hints: tuple[tuple[int, int], ...] = ()
    """The hints that were asked for: the seat, and the number of moves before it."""
    day: str | None = None
    """The date, if it was a voyage of the day."""

    def name(self, seat: int) -> str | None:
        return self.names[seat] if seat < len(self.names) else None

    @classmethod
    def loads(cls, text: str) -> Logbook:
        """A logbook from JSON text; a bare record will do."""
        data = parsed(text)
        if not isinstance(data, dict) or "record" not in data:
            return cls(Record.of(data))
        bots = tuple(_checked(data, "bots", list) or ())
        names = tuple(_checked(data, "names", list) or ())
        if not all(isinstance(name, str) for name in (*bots, *filter(None, names))):
            raise InvalidRecord(f"'bots' and 'names' are lists of names, not {brief(bots)} and {brief(names)}.")
        return cls(
            Record.of(data["record"]),
            _checked(data, "table", str),
            _checked(data, "commitment", str),
            names,
            None if data.get("scores") is None else tuple(_checked(data, "scores", list)),
            None if data.get("winners") is None else tuple(_checked(data, "winners", list)),
            bots,
            tuple(TakeBack.of(one) for one in _checked(data, "taken_back", list) or ()),
            bool(_checked(data, "ended", bool)),
            tuple(_hint(one) for one in _checked(data, "hints", list) or ()),
            _checked(data, "day", str),
        )

    def dumps(self) -> str:
        """What a game in the terminal keeps, as a line of JSON."""
        taken_back = [one.data() for one in self.taken_back]
        hints = {"hints": self.hints} if self.hints else {}
        return json.dumps({"record": self.record.data(), "bots": list(self.bots), "taken_back": taken_back, **hints})


def _hint(data: object) -> tuple[int, int]:
    match data:
        case [int(seat), int(moves)]:
            return seat, moves
    raise InvalidRecord(f"A hint is a seat and the number of moves before it, not {brief(data)}.")


def _checked(data: dict[str, Any], name: str, kind: type) -> Any:
    value = data.get(name)
    if value is not None and not isinstance(value, kind):
        raise InvalidRecord(f"{name!r} is a {kind.__name__}, not {brief(value)}.")
    return value


@dataclass(frozen=True, slots=True)
class Finding:
    """A statement about a game. `true` is `None` where nobody can tell from the file alone."""

    true: bool | None
    text: str


def verified(text: str, shown: str | None = None) -> list[Finding]:
    """Deal and play a game again from its logbook and compare. `shown` is the commitment that players saw at the start."""
    return list(_findings(Logbook.loads(text), shown))


def _findings(book: Logbook, shown: str | None) -> Iterator[Finding]:
    yield _deal(book, shown)
    if book.day is not None:
        yield _dealt_for_all(book)
    try:
        game = book.record.replay()
    except LibertaliaError as error:
        yield Finding(False, f"Every move is legal: {error}")
        return
    yield Finding(True, f"All {len(book.record.moves)} moves are legal.")
    if game.over:
        yield Finding(True, "The game was played to its end.")
    elif book.ended:
        yield Finding(True, "The players agreed to end the game early: nobody has won.")
    elif book.scores is None and book.winners is None:
        yield Finding(None, "The game is not over yet: it has no result to check.")
    else:
        yield Finding(False, "The game was played to its end: the moves stop before it, but the file gives a result.")
    if book.scores is not None:
        yield Finding(book.scores == game.scores, f"The scores are {', '.join(map(str, game.scores))}.")
    if book.winners is not None:
        yield Finding(book.winners == game.winners, f"The winners are the seats {', '.join(map(str, game.winners))}.")
    if book.taken_back:
        times = "once" if len(book.taken_back) == 1 else f"{len(book.taken_back)} times"
        fair = was_fair(book.record, book.taken_back, 0)
        yield Finding(fair, f"Seat 0 took a choice back {times}, before anything hidden was shown.")


def _deal(book: Logbook, shown: str | None) -> Finding:
    committed = shown or book.commitment
    if committed is None:
        return Finding(
            None,
            "Whether the deal was fixed beforehand: the file has no commitment. A game without a server never has one; for a "
            "game on a server give the commitment that was shown at the start (--commitment).",
        )
    name = book.table if book.day is None else name_of_day(book.record.edition, book.day)
    if name is None:
        return Finding(None, "Whether the deal was fixed beforehand: the file doesn't name the table that the commitment is for.")
    return Finding(
        commitment(name, book.record.seed) == committed.strip().lower(),
        f"The deal is the one that the server had committed itself to ({committed[:16]}…).",
    )


def _dealt_for_all(book: Logbook) -> Finding:
    """A voyage of the day begins with what its seed deals, for everyone."""
    record = book.record
    try:
        dealt = dealt_on_day(record.edition, record.seed, record.rules)
    except LibertaliaError as error:
        return Finding(False, f"The voyage of {book.day} can be dealt: {error}")
    return Finding(record.start == dealt, f"The voyage of {book.day} was dealt as for everyone.")
