"""Whatever is said to the server, and however: nothing breaks, nobody else notices, and only what is acknowledged is stored."""

from __future__ import annotations

import asyncio
import json
import random
import socket
import sqlite3
import struct
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from tests.server.evidence import assert_log_is_whole, assert_no_troubles, log_of
from tests.server.harness import PATIENCE, Json, PostgreSQL, Server
from tests.server.people import Company, Player

T = TypeVar("T")
MALFORMED, NO_SECRET, NO_TABLE, TOO_MUCH = 4000, 4001, 4004, 4008
BAD_TEXT, TOO_BIG, HUNG_UP = 1007, 1009, 1006


@pytest.fixture(scope="module")
def harbour(postgresql: PostgreSQL, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of our own, on PostgreSQL, which is pickier about text than SQLite is."""
    server = Server(postgresql.new(), tmp_path_factory.mktemp("fuzz")).start()
    yield server
    server.stop()


class Scene:
    """A game under way that somebody attacks, and another one whose people want to be left alone."""

    def __init__(self, company: Company, table: list[Player], others: list[Player]) -> None:
        self.company = company
        self.server = company.server
        self.host, self.guest = table
        self.others = others
        self.attackers: list[Player] = []
        self._written = len(self.server.log)

    async def assault(self, frames: list[str | bytes], secret: str | None, hello: bool = True) -> int | None:
        """Say all that, and then something reasonable; the code by which one was sent away, or nothing if one wasn't."""
        attacker = Player(self.server, self.host.id, secret)
        self.attackers.append(attacker)
        try:
            await (attacker.connect() if hello else attacker.open())
            for frame in frames:
                await attacker.say_text(frame)
            await attacker.send("chat", name="by the way", text="By the way.") if hello else None
            await attacker.until(lambda: "by the way" in attacker.answers, 12)
        except (ConnectionError, WebSocketException):
            pass
        await attacker.close()
        return None if "by the way" in attacker.answers or attacker.closed is None else attacker.closed[0]

    async def assert_unharmed(self) -> None:
        """Only what was acknowledged is stored, and the others' game goes on."""
        log = log_of(self.server.database, self.host.id)
        assert_log_is_whole(log)
        people = [*self.attackers, *(player for player in self.company.people if player.id == self.host.id)]
        acknowledged = {frame["number"] for player in people for frame in player.frames if frame["type"] == "done"}
        assert {entry.number for entry in log if entry.client is not None} == acknowledged
        one, other = self.others
        await asyncio.wait_for(one.do("chat", text="Nice and quiet here."), 10)
        await asyncio.wait_for(other.hear_up_to(one.number), 10)
        assert_no_troubles(self.server, self._written)


@asynccontextmanager
async def scene(server: Server) -> AsyncIterator[Scene]:
    async with Company(server) as company:
        yield Scene(company, await company.begin(2), await company.begin(2))


class Stage:
    """A scene that lasts for many examples, each of which is an ordinary function."""

    def __init__(self, server: Server) -> None:
        self._loop = asyncio.new_event_loop()
        self._context = scene(server)
        self.scene = self.run(self._context.__aenter__())

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        return self._loop.run_until_complete(work)

    def close(self) -> None:
        self.run(self._context.__aexit__(None, None, None))
        self._loop.close()


@pytest.fixture
def stage(harbour: Server) -> Iterator[Stage]:
    stage = Stage(harbour)
    yield stage
    try:
        stage.run(stage.scene.assert_unharmed())
    finally:
        stage.close()


# ---- anything -----------------------------------------------------------------------------------------------------------------

ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
WORDS = st.sampled_from(
    ["play", "unpick", "chat", "change", "start", "bot", "clear", "leave", "back", "rematch", "archive", "hello"]
)
FIELDS = {
    "id": st.sampled_from(["c1", "", "x" * 41, "\0", "\ud800", "✓"]) | ANYTHING,
    "turn": st.sampled_from([-1, 0, 1, 2, 10**6, 10**7, 2**63, 2**64, 1e3, 1.5]) | ANYTHING,
    "answer": st.sampled_from(["parrot", "", "x" * 81]) | ANYTHING,
    "text": st.sampled_from(["", " ", "\0", "\u202e", "\ud800", "x" * 301, "<b>"]) | ANYTHING,
    "name": st.sampled_from(["Joris", "\0", "x" * 101]) | ANYTHING,
    "colour": st.sampled_from(["red", "pink"]) | ANYTHING,
    "seat": st.sampled_from([-1, 0, 1, 2, 5, 6, 2**70]) | ANYTHING,
    "level": st.sampled_from(["random", "godlike"]) | ANYTHING,
    "secret": st.sampled_from(["", "\0", "\ud800", "x" * 101]) | ANYTHING,
    "since": st.sampled_from([-1, 0, 10**6, 2**40, 2**63]) | ANYTHING,
    "lang": st.sampled_from(["fr", "\0", "x" * 21]) | ANYTHING,
    "other": ANYTHING,
}


@st.composite
def nearly_right(draw: st.DrawFn) -> str:
    """A command with some fields that it should have, and some that it shouldn't, of the right types and of wrong ones."""
    message: Json = {"type": draw(WORDS | st.text(max_size=5)), "id": f"c{draw(st.integers(0, 10**9))}"}
    for name in draw(st.lists(st.sampled_from(sorted(FIELDS)), max_size=5)):
        message[name] = draw(FIELDS[name])
    return json.dumps(message)


def _examples(most: int) -> settings:
    return settings(max_examples=most, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))


FRAMES = st.text(max_size=200) | st.binary(max_size=200) | ANYTHING.map(json.dumps) | nearly_right()


@_examples(150)
@given(frames=st.lists(FRAMES, min_size=1, max_size=4), who=st.sampled_from(["host", "guest", "nobody"]))
def test_anything_at_a_table(stage: Stage, frames: list[str | bytes], who: str) -> None:
    secret = {"host": stage.scene.host.secret, "guest": stage.scene.guest.secret, "nobody": None}[who]
    assert stage.run(stage.scene.assault(frames, secret)) in (None, MALFORMED)


@_examples(100)
@given(frame=FRAMES)
def test_anything_instead_of_hello(stage: Stage, frame: str | bytes) -> None:
    async def once() -> int | None:
        attacker = await Player(stage.scene.server, stage.scene.host.id).open()
        await attacker.say_text(frame)
        await attacker.say_text("{}")  # not a command either
        return (await attacker.sent_away())[0]

    assert stage.run(once()) in (MALFORMED, NO_SECRET)


AWKWARD: dict[str, tuple[str | bytes, set[int | None]]] = {
    "nothing": ("", {MALFORMED}),
    "binary": (b'{"type": "start", "id": "1"}', {MALFORMED}),
    "deep": ('{"type":' * 500 + "1" + "}" * 500, {MALFORMED}),
    "deep list": ("[" * 4000, {MALFORMED}),
    "deeper": ("[" * 16_000, {MALFORMED}),
    "deep in a field": ('{"type": "start", "id": ' + "[" * 2000 + "]" * 2000 + "}", {MALFORMED}),
    "long": (json.dumps({"type": "chat", "id": "1", "text": "x" * 4096}), {MALFORMED}),
    "huge": ("x" * 1_000_000, {TOO_BIG, HUNG_UP}),
    "huge number": ('{"type": "play", "id": "1", "answer": "x", "turn": ' + "9" * 4000 + "}", {MALFORMED}),
    "exponent": ('{"type": "play", "id": "1", "answer": "x", "turn": 1e400}', {MALFORMED}),
    "not a number": ('{"type": "play", "id": "1", "answer": "x", "turn": NaN}', {MALFORMED}),
    "twice": ('{"type": "start", "type": "leave", "id": "1", "id": 2}', {MALFORMED}),
    "two": ('{"type": "start", "id": "1"}{"type": "start", "id": "2"}', {MALFORMED}),
    "hello again": ('{"type": "hello"}', {MALFORMED}),
    "nul in a name": (r'{"type": "start", "id": "\u0000"}', {None, MALFORMED}),
    "nul in a chat's name": (r'{"type": "chat", "id": "a\u0000", "text": "x"}', {None, MALFORMED}),
    "surrogate in a name": (r'{"type": "chat", "id": "\ud800", "text": "x"}', {None, MALFORMED}),
    "surrogate in a text": (r'{"type": "chat", "id": "1", "text": "\ud800"}', {None, MALFORMED}),
    "nul in a text": (r'{"type": "chat", "id": "2", "text": "\u0000"}', {None}),
    "no such answer": (r'{"type": "play", "id": "3", "turn": 0, "answer": "\u0000\uffff"}', {None}),
}


@pytest.mark.parametrize("name", AWKWARD)
def test_awkward_frames(name: str, stage: Stage) -> None:
    frame, expected = AWKWARD[name]
    assert stage.run(stage.scene.assault([frame], stage.scene.guest.secret)) in expected


@pytest.mark.parametrize("secret", ["", "x", "x" * 100, "x" * 101, "\0", "\ud800", "é" * 50, 7, [], {}, True])
def test_secrets_that_are_none(secret: Any, stage: Stage) -> None:
    frame = json.dumps({"type": "hello", "secret": secret})
    assert stage.run(stage.scene.assault([frame], None, hello=False)) in (NO_SECRET, MALFORMED)


@pytest.mark.parametrize("table", ["%00", "x%00", "..%2F..", "%FF%FE", "x" * 2000, "%F0%9F%8F%B4", "'--", "%ED%A0%80", "x?y=1"])
def test_tables_that_are_none(table: str, stage: Stage) -> None:
    async def ask() -> None:
        stranger = Player(stage.scene.server, table)
        with suppress(WebSocketException):  # an address that names nothing may be refused at the door
            await stranger.open()
            await stranger.say(type="hello")
            assert (await stranger.sent_away())[0] == NO_TABLE

    stage.run(ask())


# ---- what is other people's, and what is past ---------------------------------------------------------------------------------


HOSTS_COMMANDS: Json = {"start": {}, "archive": {}, "bot": {"seat": 0, "level": "random"}, "clear": {"seat": 0}}
PLAYERS_COMMANDS: Json = {"play": {"turn": 0, "answer": "parrot"}, "unpick": {"turn": 0}, "chat": {"text": "x"}, "leave": {}}


@pytest.mark.anyio
async def test_nobody_does_what_only_the_host_may(harbour: Server) -> None:
    async with scene(harbour) as it:
        for who in (it.guest, await it.company.watch(it.host.id)):
            for kind, fields in HOSTS_COMMANDS.items():
                assert await who.refused(kind, **fields) == "table.host-only"
        watcher = await it.company.watch(it.host.id)
        for kind, fields in PLAYERS_COMMANDS.items():
            assert await watcher.refused(kind, **fields) == "table.watching"
        await it.assert_unharmed()


@pytest.mark.anyio
async def test_a_secret_opens_one_seat_of_one_table(harbour: Server) -> None:
    async with scene(harbour) as it:
        good = it.guest.secret
        assert good is not None
        for secret in (it.others[0].secret, good[:-1], good + "x", good.swapcase(), good[::-1], it.host.id, f" {good}"):
            player = await Player(harbour, it.host.id, secret).open()
            await player.say(type="hello", secret=secret)
            assert (await player.sent_away())[0] == NO_SECRET
            assert player.frames == []
        await it.assert_unharmed()


@pytest.mark.anyio
async def test_turns_of_the_past_and_of_the_future(harbour: Server) -> None:
    async with scene(harbour) as it:
        options = (await it.host.his_turn())["options"]
        await it.host.do("play", name="first", turn=0, answer=options[0])
        for turn in (0, 2, 3, 10**6):
            expected = "move.late" if turn < 1 else "move.early"
            assert await it.host.refused("play", turn=turn, answer=options[0]) == expected
            assert await it.host.refused("unpick", turn=turn) == expected
        assert await it.host.refused("play", turn=1, answer=options[1]) == "move.early"  # nothing is asked of him now
        await it.assert_unharmed()


@pytest.mark.anyio
async def test_old_messages_again(harbour: Server) -> None:
    """All that somebody has ever sent is sent again, in another order, on another connection: nothing happens twice."""
    async with scene(harbour) as it:
        for _ in range(6):
            await asyncio.gather(it.host.play(), it.guest.play())
            while not (it.host.decision and it.guest.decision):
                for player in (it.host, it.guest):
                    await player.hear_up_to(max(it.host.number, it.guest.number))
                    if player.decision and player.decision["kind"] != "pick":
                        await player.play()
        await it.host.do("chat", text="So far, so good.")
        before = dict(it.host.answers)
        again = [{"type": "play", "id": name, "turn": 0, "answer": "x"} for name in before]
        random.Random(0).shuffle(again)
        replayer = await it.company.come(it.host.id, it.host.secret)
        for command in again:
            await replayer.say(**command)
        await replayer.until(lambda: replayer.answers.keys() == before.keys())
        assert replayer.answers == before
        await it.assert_unharmed()


@pytest.mark.anyio
async def test_since_beyond_the_end(harbour: Server) -> None:
    async with scene(harbour) as it:
        for since in (it.host.number + 1, 10**6, 2**40):
            player = Player(harbour, it.host.id, it.guest.secret)
            await player.connect(since=since)
            assert player.entries == []
            assert player.view == it.guest.view
            number = await it.host.do("chat", text="Are you there?")
            await player.until(lambda player=player: player.entries)  # type: ignore[misc]
            assert [entry["number"] for entry in player.entries] == [number]
            await player.close()
        await it.assert_unharmed()


# ---- how one comes, listens and goes ------------------------------------------------------------------------------------------


def frame(text: bytes) -> bytes:
    """A frame of text as it goes over the wire, masked with nothing."""
    return struct.pack("!BBI", 0x81, 0x80 | len(text), 0) + text


def handshake(table: str) -> bytes:
    return (
        f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    ).encode()


def plug(server: Server, text: bytes = b"") -> socket.socket:
    """A connection that has sent some bytes, with hardly any room for what it is told."""
    there = socket.socket()
    there.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    there.settimeout(PATIENCE)
    there.connect(("127.0.0.1", server.port))
    there.sendall(text)
    return there


def shake_hands(server: Server, table: str, text: bytes) -> socket.socket:
    """A websocket that was let in, and then has sent some bytes."""
    there = plug(server, handshake(table))
    answer = b""
    while not answer.endswith(b"\r\n\r\n"):
        answer += there.recv(1)
    assert answer.startswith(b"HTTP/1.1 101 ")
    there.sendall(text)
    return there


def metric(server: Server, name: str) -> float:
    lines = server.get("/metrics").text.splitlines()
    return sum(float(line.rpartition(" ")[2]) for line in lines if line.startswith(f"{name} "))


async def eventually(happened: Callable[[], bool], patience: float = PATIENCE) -> None:
    async def wait() -> None:
        while not happened():
            await asyncio.sleep(0.05)

    await asyncio.wait_for(wait(), patience)


@pytest.mark.anyio
async def test_invalid_utf_8(harbour: Server) -> None:
    async with scene(harbour) as it:
        with shake_hands(harbour, it.host.id, frame(b"\xff\xfe{}")) as there:
            heard = b""
            while chunk := there.recv(4096):
                heard += chunk
        assert struct.pack("!H", BAD_TEXT) in heard
        await it.assert_unharmed()


@pytest.mark.anyio
async def test_abrupt_goodbyes(harbour: Server) -> None:
    """Two hundred connections are cut, after any number of bytes, with a reset or without: the table is as before."""
    rng = random.Random(5)
    async with scene(harbour) as it:
        greeting = frame(json.dumps({"type": "hello", "secret": it.guest.secret}).encode())
        said = greeting + frame(b'{"type": "back", "id": "1"}')
        before = metric(harbour, "libertalia_connections")

        def half_a_request() -> socket.socket:
            return plug(harbour, handshake(it.host.id)[: rng.randrange(100)])

        def half_a_greeting() -> socket.socket:
            return shake_hands(harbour, it.host.id, said[: rng.randrange(len(said) + 1)])

        for _ in range(200):
            there = rng.choice([half_a_request, half_a_greeting])()
            if rng.random() < 0.5:
                there.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            there.close()
        await eventually(lambda: metric(harbour, "libertalia_connections") == before)
        await it.host.until(lambda: it.host.presence == {"type": "presence", "seats": [0, 1], "watchers": 0})
        await it.assert_unharmed()


def _memory(server: Server) -> int:
    """What the server's process holds of the memory, in MB."""
    status = Path(f"/proc/{server.pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) // 1024


def _talk(database: str, table: str, text: str, times: int) -> None:
    """Add a long talk to the log of a table that isn't in a server's memory."""
    log = log_of(database, table)
    data, at = json.dumps({"text": text}), log[-1].at
    with sqlite3.connect(database) as connection:
        rows = [(table, len(log) + 1 + number, "chat", 0, at, data) for number in range(times)]
        connection.executemany("insert into entries (table_id, number, kind, seat, at, data) values (?, ?, ?, ?, ?, ?)", rows)
    connection.close()


@pytest.mark.anyio
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is looked up in /proc")
async def test_who_never_listens(sqlite: str, serve: Callable[..., Server]) -> None:
    """Watchers don't read what they are told. They are sent away, and nobody else waits for them meanwhile."""
    server = serve(sqlite, idle=0.1, keep=0.1)
    made, long = server.create(me={"name": "Ines"}), "\N{WAVING BLACK FLAG}" * 300
    await eventually(lambda: metric(server, "libertalia_tables") == 0)
    _talk(sqlite, made["table"], long, 4000)  # more than the system keeps for somebody who doesn't read
    async with Company(server) as company:
        host = Player(server, made["table"], made["secret"])
        company.people.append(host)
        await host.connect(since=4000)
        memory = []
        for _ in range(3):
            deaf = [shake_hands(server, host.id, frame(b'{"type": "hello"}')) for _ in range(10)]
            await host.until(lambda: host.presence["watchers"] == 10)
            for _ in range(210):
                await asyncio.wait_for(host.do("chat", text=long), 5)
            await host.until(lambda: host.presence["watchers"] == 0, 15)
            memory.append(_memory(server))
            for there in deaf:
                there.close()
    assert memory[-1] - memory[0] < 40, f"{memory} MB"
    assert_no_troubles(server)


@pytest.mark.anyio
async def test_who_never_says_hello(harbour: Server) -> None:
    """Fifty connections are opened and say nothing, others don't even end their request: the talkative are served."""
    async with scene(harbour) as it:
        silent = [await Player(harbour, it.host.id).open() for _ in range(50)]
        unfinished = [plug(harbour, handshake(it.host.id)[:60]) for _ in range(50)]
        await it.assert_unharmed()
        codes = await asyncio.gather(*(player.sent_away() for player in silent))
        assert {code for code, _ in codes} == {MALFORMED}
        await it.assert_unharmed()
        for there in unfinished:
            there.close()


@pytest.mark.anyio
async def test_thousands_of_connections_from_one_address(sqlite: str, serve: Callable[..., Server]) -> None:
    """With the limits that a server has by itself: one address gets its measure, another one doesn't notice."""
    server = serve(
        sqlite, connections=30, connections_a_second=10, requests_a_second=30, tables_a_minute=20, commands_a_second=10
    )
    elsewhere = httpx.Client(base_url=server.url, trust_env=False, transport=httpx.HTTPTransport(local_address="127.0.0.2"))
    made = elsewhere.post("/api/tables", json={"edition": "original", "players": 2, "bots": ["random"], "me": {"name": "Ines"}})
    assert made.status_code == 201
    address = f"{server.ws}/api/tables/{made.json()['table']}/socket"
    opened: list[ClientConnection] = []

    async def storm() -> int:
        """How often one was sent away."""
        away = 0
        for _ in range(2000):
            try:
                there = await connect(address, proxy=None, close_timeout=1)
                await there.send('{"type": "hello"}')
                await there.recv()
                opened.append(there)
            except ConnectionClosed as closed:
                assert closed.rcvd is not None
                assert closed.rcvd.code == TOO_MUCH
                away += 1
        return away

    async def play() -> int:
        """How many moves somebody elsewhere could make meanwhile."""
        async with connect(address, proxy=None, local_addr=("127.0.0.2", 0)) as there:
            await there.send(json.dumps({"type": "hello", "secret": made.json()["secret"]}))
            await there.send('{"type": "start", "id": "start"}')
            moves, answered = 0, -1
            while not raging.done() or not moves:
                news = json.loads(await asyncio.wait_for(there.recv(), PATIENCE))
                mine = news.get("mine")
                if mine and mine["decision"] and mine["turn"] > answered:
                    answered, option = mine["turn"], mine["decision"]["options"][0]
                    await there.send(json.dumps({"type": "play", "id": f"{answered}", "turn": answered, "answer": option}))
                    moves += 1
                    await asyncio.sleep(0.15)
                if news.get("table", {}).get("status") == "over":
                    break
            return moves

    raging = asyncio.create_task(storm())
    moves = await play()
    away = await raging
    assert moves > 3
    assert len(opened) <= 30
    assert away == 2000 - len(opened)
    answers = [server.get("/api/tables").status_code for _ in range(300)]
    assert set(answers) == {200, 429}
    assert elsewhere.get("/api/tables").status_code == 200
    await asyncio.gather(*(there.close() for there in opened))
    await asyncio.sleep(1)
    async with connect(address, proxy=None) as again:  # who has gone may come again
        await again.send('{"type": "hello"}')
        assert json.loads(await again.recv())["type"] == "welcome"
    elsewhere.close()
    assert_no_troubles(server)
