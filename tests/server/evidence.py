"""What a database says about a table, read past the server, and what has to be true of it."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from typing import Any

import psycopg

from libertalia.game.game import Game
from tests.server.harness import Json, Server
from tests.server.people import Player

_COLUMNS = "number, kind, seat, at, data, client"


@dataclass(frozen=True)
class Stored:
    """An entry as it lies in the database."""

    number: int
    kind: str
    seat: int | None
    at: int
    data: Json
    client: str | None

    @property
    def command(self) -> tuple[str, str] | None:
        """The seat that it came from, and what the client called it."""
        if self.client is None:
            return None
        seat, _, name = self.client.partition(":")
        return seat.partition(".")[0], name


def rows_of(database: str, wanted: str, table: str) -> list[tuple[Any, ...]]:
    """What a database answers to a question about a table, which stands there as a question mark."""
    if database.startswith("postgresql"):
        with psycopg.connect(database) as connection:
            return connection.execute(wanted.replace("?", "%s").encode(), (table,)).fetchall()
    with closing(sqlite3.connect(database)) as reading:
        return reading.execute(wanted, (table,)).fetchall()


def log_of(database: str, table: str) -> list[Stored]:
    """All entries of a table, in order."""
    rows = rows_of(database, f"select {_COLUMNS} from entries where table_id = ? order by number", table)
    return [Stored(number, kind, seat, at, json.loads(data), client) for number, kind, seat, at, data, client in rows]


def talk(database: str, table: str, text: str, times: int) -> None:
    """Add a long talk to the log of a table that isn't in a server's memory."""
    log = log_of(database, table)
    data, at = json.dumps({"text": text}), log[-1].at
    with sqlite3.connect(database) as connection:
        rows = [(table, len(log) + 1 + number, "chat", 0, at, data) for number in range(times)]
        connection.executemany("insert into entries (table_id, number, kind, seat, at, data) values (?, ?, ?, ?, ?, ?)", rows)
    connection.close()


def replayed(log: list[Stored]) -> Game:
    """The game of a log, played again without a server."""
    *_, (_, game) = replaying(log)
    assert game is not None, "the game has not begun"
    return game


def replaying(log: list[Stored]) -> Iterator[tuple[Stored, Game | None]]:
    """Play the game of a log again: each entry, and the game after it, which is the same one all the time."""
    game: Game | None = None
    for entry in log:
        if entry.kind == "started":
            game = _dealt(log, entry)
        elif entry.kind in ("played", "unpicked", "take-back"):
            assert game is not None, "the game has not begun"
            assert entry.seat is not None
            if entry.kind == "played":
                game.play(entry.seat, entry.data["answer"])
            elif entry.kind == "unpicked":
                game.unpick(entry.seat)
            else:
                game.take_back(entry.seat)
        yield entry, game


def _dealt(log: list[Stored], started: Stored) -> Game:
    setup = next(entry.data for entry in reversed(log[: started.number]) if entry.kind in ("created", "setup"))
    colours: dict[int, str] = {}
    for entry in log[: started.number]:
        if entry.kind in ("joined", "bot", "changed") and entry.seat is not None:
            colours[entry.seat] = entry.data["colour"]
    seats = [colours[seat] for seat in range(setup["players"])]
    return Game.new(
        setup["edition"], setup["players"], int(started.data["seed"]), seats, started.data["rules"], **setup["options"]
    )


def assert_log_is_whole(log: list[Stored]) -> None:
    """Numbered without gaps, and no command done twice."""
    assert [entry.number for entry in log] == list(range(1, len(log) + 1))
    clients = [entry.client for entry in log if entry.client is not None]
    assert len(clients) == len(set(clients))


def assert_told_truly(player: Player, log: list[Stored]) -> None:
    """Every entry was told once and in order, and is stored as it was told; so is whatever was acknowledged."""
    told = [(entry["number"], entry["kind"], entry.get("seat"), entry["at"]) for entry in player.entries]
    stored = [(entry.number, entry.kind, entry.seat, entry.at) for entry in log]
    assert told == stored[: len(told)]
    numbers = {entry.command: entry.number for entry in log}
    for name, answer in player.answers.items():
        number = numbers.get((str(player.seat), name))
        assert number == answer.get("number"), f"{name} is entry {number} of the log, but was answered with {answer}"


def assert_no_troubles(server: Server, since: int = 0) -> None:
    """The server has written down no error, let alone a traceback, after a place in its log."""
    troubles = [line for line in server.log[since:].splitlines() if _is_trouble(line)]
    assert not troubles, troubles[:5]


def _is_trouble(line: str) -> bool:
    if line.startswith("{"):
        return json.loads(line)["level"] in ("error", "critical")
    return "resource_tracker" not in line  # Python's own, which tidies up after a process that was killed
