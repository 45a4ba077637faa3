"""What has to be true of everything that people were sent, and of what the database holds. It asks no server."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import sha256

from tests.faults.survivor import Survivor
from tests.faults.truth import Moment, digest, moments
from tests.server.evidence import Stored, assert_log_is_whole, log_of, rows_of

_BECOMES = {"play": "played", "chat": "chat", "hint": "hint", "start": "started", "bot": "bot"}
"""The kind of entry that comes of a command."""


def findings(database: str, tables: Iterable[list[Survivor]]) -> list[str]:
    """Everything that is wrong: lost, doubled, reordered, sent otherwise than stored, or sent though it is secret."""
    return Checker(database).findings(tables)


class Checker:
    """Looks at tables again and again. A game that is over and in order is not played again as long as its log stays the same."""

    def __init__(self, database: str) -> None:
        self._database = database
        self._in_order: dict[str, int] = {}

    def findings(self, tables: Iterable[list[Survivor]]) -> list[str]:
        """Everything that is wrong with these tables. People who have no seat in a backup that was restored are not asked."""
        found = []
        for crew in tables:
            people = [player for player in crew if not player.abandoned and not player.knows_too_much]
            if people:
                found += [f"table {crew[0].id}: {what}" for what in self._findings(crew[0].id, people)]
        return found

    def _findings(self, table: str, people: list[Survivor]) -> list[str]:
        log = log_of(self._database, table)
        found = [f"seat {player.seat}: {what}" for player in people for what in player.wrong]
        found += self._unknown(table, people)
        fingerprint = hash(repr(log))
        if self._in_order.get(table) == fingerprint:
            return found
        try:
            assert_log_is_whole(log)
            untrue = list(_untrue(table, log, people))
        except (AssertionError, ValueError, KeyError) as error:
            untrue = [f"its log is not whole: {error}"]
        if not untrue and all(player.finished for player in people):
            self._in_order[table] = fingerprint
        return found + untrue

    def _unknown(self, table: str, people: list[Survivor]) -> Iterator[str]:
        """What the server needs to let people in."""
        if not rows_of(self._database, "select id from tables where id = ?", table):
            yield "the database does not know it any more"
        keys = {
            (bytes(key), seat) for key, seat in rows_of(self._database, "select hash, seat from keys where table_id = ?", table)
        }
        for player in people:
            if player.secret is not None and (sha256(player.secret.encode()).digest(), player.seat) not in keys:
                yield f"seat {player.seat}: their key is gone"


def _untrue(table: str, log: list[Stored], people: list[Survivor]) -> Iterator[str]:
    """What people received or saw otherwise than the log has it, or sent otherwise than it is stored."""
    for player in people:
        if len(player.entries) > len(log):
            yield f"seat {player.seat}: was told {player.entries[len(log)]}, and the log ends before it"
    blamed: set[Survivor] = set()
    for moment in moments(table, log):
        for player in people:
            if player not in blamed:
                for what in _otherwise(moment, player):
                    blamed.add(player)  # whatever follows may follow from it
                    yield f"seat {player.seat}: {what}"
    for player in people:
        yield from (f"seat {player.seat}: {what}" for what in _not_done(player, log))


def _otherwise(moment: Moment, player: Survivor) -> Iterator[str]:
    number = moment.entry.number
    if number <= len(player.entries):
        told, true = player.entries[number - 1], moment.told(player.seat)
        if told != true:
            yield f"was told {told}, which is {true}"
    for what, shown in player.glimpses.get(number, ()):
        if shown != digest(moment.shown(what, player.seat)):
            yield f"was shown another {what} after entry {number} than {moment.shown(what, player.seat)}"


def _not_done(player: Survivor, log: list[Stored]) -> Iterator[str]:
    """What was acknowledged is stored as it was sent, and nothing is stored in somebody's name that they have not sent."""
    stored = {entry.command[1]: entry for entry in log if entry.command is not None and entry.command[0] == str(player.seat)}
    for name, answer in player.answers.items():
        number = stored[name].number if name in stored else None
        if number != answer.get("number"):
            yield f"{name!r} was answered with {answer}, but is entry {number} of the log"
    for name, entry in stored.items():
        sent = player.sent.get(name, [])  # more than one after a restored backup: whichever came first is the one that counts
        if not any(_is(entry, command) for command in sent):
            yield f"{entry} is stored, but what was sent is {sent}"


def _is(entry: Stored, command: dict[str, object]) -> bool:
    there = {**entry.data, "seat": entry.seat}
    asked = {name: value for name, value in command.items() if name not in ("type", "id")}
    return entry.kind == _BECOMES[str(command["type"])] and asked.items() <= there.items()
