"""Nothing from a file or from the network commands the terminal: no control character, no turned line, no markup."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import unicodedata
from collections.abc import Iterator
from http import HTTPStatus
from pathlib import Path
from typing import Any

import pytest
from textual.widgets import Static
from websockets.asyncio.server import ServerConnection, serve
from websockets.datastructures import Headers
from websockets.http11 import Request, Response

from libertalia.game.logbook import commitment
from libertalia.server.json_logging import JsonFormatter
from libertalia.terminal.app import main
from libertalia.terminal.server_table import CanNotJoin, Link, ServerTable
from libertalia.words import visible, words
from tests.review.games import played
from tests.terminal.screens import on_screen, text_of, until

HOSTILE = "\r\x1b[2K\n\x9b1A\x07\u202e\u2066\u200f\x7f"
NAME = f"{HOSTILE}[red]Anne[/] :skull:"


def commands(text: str) -> set[str]:
    """What in a text is not to be seen; the line breaks between lines may stay."""
    return {char for char in text if unicodedata.category(char) in ("Cc", "Cf", "Zl", "Zp") and char != "\n"}


def strings(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where in plain data a text stands; in a list, the first and the last count for all."""
    if isinstance(data, str):
        yield path
    elif isinstance(data, dict):
        for key, value in data.items():
            yield from strings(value, (*path, key))
    elif isinstance(data, list):
        for at in sorted({0, len(data) - 1}) if data else ():
            yield from strings(data[at], (*path, at))


def with_text(data: Any, path: tuple[Any, ...], text: str) -> Any:
    changed = json.loads(json.dumps(data))
    inner = changed
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = text
    return changed


def everywhere(data: Any) -> Any:
    """Data with all texts hostile, keys included; the type of a message stays."""
    if isinstance(data, str):
        return HOSTILE + data
    if isinstance(data, dict):
        return {HOSTILE + key: everywhere(value) for key, value in data.items()}
    return [everywhere(value) for value in data] if isinstance(data, list) else data


class HostileServer:
    """A server that sends what it is told to, and refuses what it doesn't know in hostile words."""

    def __init__(self, table: Any, frames: list[Any]) -> None:
        self._table, self._frames = table, frames

    async def __aenter__(self) -> Link:
        self._running = await serve(self._talk, "127.0.0.1", 0, process_request=self._answer)
        port = next(iter(self._running.sockets)).getsockname()[1]
        return Link.of(f"http://127.0.0.1:{port}/t/f3XkQ")

    async def __aexit__(self, *_: object) -> None:
        self._running.close(close_connections=True)

    async def _answer(self, _: ServerConnection, request: Request) -> Response | None:
        if request.path.endswith("/socket"):
            return None
        there = request.path.endswith("/f3XkQ")
        body = json.dumps(self._table if there else {"error": {"message": f"No{HOSTILE}"}}).encode()
        status = HTTPStatus.OK if there else HTTPStatus.NOT_FOUND
        return Response(status.value, status.phrase, Headers({"content-length": str(len(body))}), body)

    async def _talk(self, socket: ServerConnection) -> None:
        await socket.recv()
        for frame in self._frames:
            await socket.send(json.dumps(frame))
        async for command in socket:
            refused = {"type": "refused", "id": json.loads(command)["id"], "error": {"message": f"Not now{NAME}"}}
            await socket.send(json.dumps(refused))


RECORD = played(players=2)
BOOK = {
    "record": RECORD.data(),
    "table": "f3XkQ",
    "commitment": commitment("f3XkQ", RECORD.seed),
    "names": ["Anne", "Bart"],
    "bots": ["random"],
    "taken_back": [],
    "day": "2026-11-18",
}


def told(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *arguments: str) -> str:
    """All that a command prints."""
    monkeypatch.setattr("sys.argv", ["libertalia", *arguments])
    monkeypatch.setattr("sys.stdin", io.StringIO("q\n"))
    with pytest.raises(SystemExit):
        main()
    printed = capsys.readouterr()
    return printed.out + printed.err


@pytest.mark.parametrize("path", list(strings(BOOK)), ids=lambda path: ".".join(map(str, path)))
def test_no_field_of_a_record_commands_the_terminal(
    path: tuple[Any, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "game.json"
    book = with_text(BOOK, path, HOSTILE + "\ntrue         All is well.")
    for command in (["verify"], ["replay", "--all"], ["play", "--plain", "--resume"]):
        if "play" in command:  # a game that goes on
            book["record"]["moves"] = book["record"]["moves"][:9]
        file.write_text(json.dumps(book), encoding="utf-8")
        printed = told(capsys, monkeypatch, *command, str(file))
        assert printed
        assert not commands(printed), printed
        assert not any(line.startswith("true         All is well.") for line in printed.splitlines()), "a line of its own"


def test_a_name_is_neither_a_command_nor_markup(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "game.json"
    file.write_text(json.dumps(BOOK | {"names": [NAME, "[/nothing]"]}), encoding="utf-8")
    monkeypatch.setenv("COLUMNS", "300")
    for command in (["replay", "--all"], ["review", "--worlds", "20"]):
        printed = told(capsys, monkeypatch, *command, str(file))
        assert not commands(printed)
        assert visible(NAME) in printed, printed
        assert "[/nothing]" in printed


def test_no_field_of_a_servers_message_commands_the_terminal() -> None:
    """Whatever a server sends, texts and keys: nothing of it goes further before it is fit to be shown."""
    frame = {"type": "news", "entries": [{"kind": "chat", "text": "Ahoy", "seats": {"0": ["x"]}}], "table": {"name": "Anne"}}
    received: list[Any] = []

    class Listening(ServerTable):
        def _receive(self, frame: Any, on_news: Any) -> None:
            received.append(frame)

    async def listen() -> None:
        async with HostileServer(everywhere({"edition": "original", "seats": []}), [everywhere(frame)]) as link:
            received.append(await asyncio.to_thread(link.ask, "", words("en")))
            received.append(
                str((await asyncio.gather(asyncio.to_thread(link.ask, "/none", words("en")), return_exceptions=True))[0])
            )
            table = Listening.__new__(Listening)
            table.__dict__.update(_link=link, _words=words("en"), _number=0, _at=None, _commands={}, _answers={})
            running = asyncio.create_task(table.run(lambda news: None))
            while len(received) < 3:
                await asyncio.sleep(0.01)
            running.cancel()

    asyncio.run(listen())
    answer, refusal, news = received
    for data in (answer, news):
        assert "\ufffd" in json.dumps(data, ensure_ascii=False)
    assert not any(unicodedata.category(char).startswith("C") for char in json.dumps(received, ensure_ascii=False) + refusal)


def test_names_chat_and_refusals_on_the_screen() -> None:
    seats = [{"seat": seat, "name": NAME, "kind": "person", "bot": False} for seat in (0, 1)]
    table = {"edition": "original", "seats": seats, "status": "open"}
    chat = {"number": 2, "at": 0, "kind": "chat", "seat": 0, "text": f"Ahoy{NAME}"}
    frames = [
        {"type": "welcome", "seat": 0},
        {"type": "news", "entries": [{"number": 1, "at": 0, "kind": "created"}], "table": table},
        {"type": "news", "entries": [chat]},
    ]

    async def look() -> None:
        async with HostileServer(table, frames) as link:
            source = await asyncio.to_thread(ServerTable, link, words("en"))
            async with on_screen(source, "en", (160, 40)) as (app, pilot):
                await until(pilot, lambda: bool(app.show.lines), "the chat")
                await pilot.press("enter")
                await until(pilot, lambda: bool(app._notifications), "refused")
                await pilot.pause(0.1)
                shown = [*text_of(app, "prompt"), *app.show.lines, *[note.message for note in app._notifications]]
                shown += [str(each.render()) for each in app.screen.query(Static)]
                assert len([line for line in shown if "Anne" in line]) >= 3
                assert not commands("".join(shown))
                assert "[red]Anne[/] :skull:" in " ".join(shown)

    asyncio.run(look())


def test_a_closing_server_says_why_without_commands(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def fail(*_: object, **__: object) -> None:
        raise CanNotJoin("", "join.protocol", reason=NAME)

    monkeypatch.setattr("libertalia.terminal.app.app", fail)
    assert visible(NAME) in (printed := told(capsys, monkeypatch))
    assert not commands(printed)


def test_a_line_of_the_log_has_no_control_characters() -> None:
    line = JsonFormatter().format(logging.LogRecord("libertalia", logging.INFO, "", 0, "from %s", (NAME,), None))
    assert line.isprintable()
    assert json.loads(line)["message"] == f"from {NAME}"
