"""One client that means harm: it is stopped at a limit, it is told why, and nobody else has to wait."""

from __future__ import annotations

import asyncio
import os
import random
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path

import httpx
import pytest

from tests.server.evidence import assert_no_troubles, talk
from tests.server.harness import PATIENCE, Server
from tests.server.people import Company, Player, eventually
from tests.server.raw import CLOSE, CONTINUATION, ELSEWHERE, PING, PONG, TEXT, close_code, frame, heard, plug, shake_hands
from tests.server.scene import TOO_MUCH

pytestmark = pytest.mark.anyio

Serve = Callable[..., Server]
HELLO = frame(b'{"type": "hello"}')
QUICKLY = 1.0
"""Seconds that an answer may take while somebody attacks, on a machine that is busy with other tests, too."""

# ---- frames -----------------------------------------------------------------------------------------------------

FLOODS = {
    "pings": frame(b"", PING) * 10_000,
    "pongs": frame(b"", PONG) * 10_000,
    "fragments": frame(b"", TEXT, final=False) + frame(b"", CONTINUATION, final=False) * 10_000,
    "commands": frame(b'{"type": "back", "id": "1"}') * 2_000,
    "long pings": frame(b"x" * 125, PING) * 500,
    "bytes": frame(b'{"type": "back", "id": "1"}'.ljust(4096)) * 20,
}


def flood(there: socket.socket, bytes_: bytes, seconds: float) -> None:
    """Send this again and again, until the server hangs up."""
    end = time.monotonic() + seconds
    there.settimeout(seconds)
    with suppress(OSError):
        while time.monotonic() < end:
            there.sendall(bytes_)


async def slowest_answer(player: Player, until: Callable[[], bool]) -> float:
    """The longest that somebody has to wait for an answer, in seconds."""
    longest = 0.0
    while not until():
        began = time.monotonic()
        await player.do("chat", text="Is anybody there?")
        longest = max(longest, time.monotonic() - began)
        await asyncio.sleep(0.01)
    return longest


@pytest.mark.parametrize("kind", FLOODS)
async def test_a_flood_of_frames_is_cut_off_and_nobody_else_waits(serve: Serve, sqlite: str, kind: str) -> None:
    server = serve(sqlite, frames_a_second=30, bytes_a_second=16_384)
    async with Company(server) as company:
        host, guest = await company.begin(2)
        there = await asyncio.to_thread(shake_hands, server, host.id, HELLO, ELSEWHERE)
        with closing(there):
            flooding = asyncio.create_task(asyncio.to_thread(flood, there, FLOODS[kind], 1.5))
            assert await slowest_answer(guest, flooding.done) < QUICKLY
            await flooding
        with closing(await asyncio.to_thread(shake_hands, server, host.id, HELLO, ELSEWHERE)) as there:
            with suppress(OSError):
                there.sendall(FLOODS[kind])
            assert close_code(await asyncio.to_thread(heard, there)) == TOO_MUCH
        await host.until(lambda: host.presence["watchers"] == 0)
    assert_no_troubles(server)


async def test_many_connections_of_one_address_share_a_limit_of_frames(serve: Serve, sqlite: str) -> None:
    """Each of them may send four frames at once; all of them together ten, and ten a second."""
    server = serve(sqlite, frames_a_second=1)
    async with Company(server) as company:
        host, guest = await company.begin(2)
        crowd = [shake_hands(server, host.id, HELLO + frame(b"", PING) * 2, ELSEWHERE) for _ in range(30)]
        await asyncio.sleep(2)
        assert 1 < guest.presence["watchers"] < 20
        await guest.do("chat", text="We come from another address.")
        for there in crowd:
            there.close()


# ---- requests ---------------------------------------------------------------------------------------------------

GET = b"GET /livez HTTP/1.1\r\nHost: 127.0.0.1\r\n"
"""A request without its end."""


def status(said: bytes) -> int:
    """The status of the first answer; 0 if there was none."""
    return int(said.split(b" ", 2)[1]) if said else 0


@pytest.fixture(scope="module")
def impatient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that waits for no request longer than half a second."""
    folder = tmp_path_factory.mktemp("impatient")
    server = Server(str(folder / "tables.sqlite"), folder, request_seconds=0.5).start()
    yield server
    server.stop()
    assert_no_troubles(server)


@pytest.mark.parametrize(
    ("sent", "answer"),
    [
        (GET + b"X: " + b"x" * 16_400, 431),
        (GET[:5] + b"x" * 16_400, 431),
        (GET + b"a:\r\n" * 101, 431),
        (GET * 2 + b"\r\n", 400),
        (b"\x16\x03\x01" + b"x" * 200, 400),
        (GET, 408),
        (GET[:1], 408),
        (b"", 0),
        (b"\r\n", 408),
        (b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\n{", 408),
        (b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n1;" + b"x" * 300_000, 0),
    ],
    ids=["header", "address", "headers", "twice", "TLS", "no end", "one byte", "nothing", "line", "half a body", "chunk"],
)
def test_a_request_that_is_too_long_or_too_slow_is_refused(impatient: Server, sent: bytes, answer: int) -> None:
    began = time.monotonic()
    with closing(plug(impatient)) as there:
        with suppress(ConnectionError):
            there.sendall(sent)
        said = heard(there)
    assert status(said) == answer
    assert time.monotonic() - began < 5
    if answer:
        assert b'{"error":{"key":"' in said
        assert b"x-content-type-options: nosniff" in said
    assert impatient.get("/healthz").status_code == 200


@pytest.mark.parametrize(
    "head",
    [
        b"Content-Length: 5",
        b"Transfer-Encoding: chunked",
        b"X: " + b"x" * 9_000,
        b"Sec-WebSocket-Key: no key",
        b"Sec-WebSocket-Version: 12",
    ],
    ids=["body", "chunks", "header", "key", "version"],
)
def test_a_websocket_that_does_not_begin_is_refused(impatient: Server, head: bytes) -> None:
    """Nobody waits for the rest of it: it is not counted as a request any more."""
    begin = b"GET /api/tables/x/socket HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    with closing(plug(impatient, begin + head + b"\r\n\r\n")) as there:
        assert status(heard(there)) in (400, 426)


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="descriptors are looked for in /proc")
async def test_who_says_goodbye_and_reads_nothing_is_gone(serve: Serve, sqlite: str) -> None:
    """More was said to them than the system keeps, so a polite end would wait for ever."""
    server = serve(sqlite, idle=0.1, heartbeat=0.1)
    table = server.create(me={"name": "Ines"})["table"]
    await eventually(lambda: server.metric("libertalia_tables") == 0)
    talk(sqlite, table, "\N{WAVING BLACK FLAG}" * 300, 4_000)
    open_before = descriptors(server)
    ask = frame(b'{"type": "history", "before": 4000}')
    silent = [shake_hands(server, table, HELLO + ask * 12 + frame(b"", CLOSE)) for _ in range(5)]
    await eventually(lambda: server.metric("libertalia_connections") == 0)
    await eventually(lambda: descriptors(server) <= open_before + 1, 30)  # one may be our own
    for there in silent:
        there.close()


def descriptors(server: Server) -> int:
    """Descriptors of connections. Files of the database are opened as they are needed, and stay open."""
    there = Path(f"/proc/{server.pid}/fd")
    found = 0
    for each in there.iterdir():
        with suppress(FileNotFoundError):  # closed meanwhile
            found += os.readlink(each).startswith("socket:")
    return found


def test_a_connection_that_drips_is_closed_in_time(impatient: Server) -> None:
    """Bytes that are no request don't keep a connection alive: not the first, and not after an answer."""
    for begin in (b"", GET + b"\r\n"):
        with closing(plug(impatient, begin)) as there, suppress(ConnectionError):
            end = time.monotonic() + 4
            while time.monotonic() < end:
                there.sendall(b"\r\n")
                time.sleep(0.1)
            raise AssertionError("It was served for four seconds.")


def test_an_endless_header_keeps_nobody_waiting(impatient: Server) -> None:
    def send() -> None:
        with closing(plug(impatient, GET + b"X: ", ELSEWHERE)) as there:
            flood(there, b"x" * 100_000, 2)

    assert slowest_request(impatient, send) < QUICKLY


def slowest_request(server: Server, attack: Callable[[], None]) -> float:
    """The longest that somebody has to wait for the server while an attack goes on, in seconds."""
    longest = 0.0
    attacking = threading.Thread(target=attack)
    attacking.start()
    while attacking.is_alive():
        began = time.monotonic()
        assert server.get("/healthz").status_code == 200
        longest = max(longest, time.monotonic() - began)
    return longest


def test_requests_are_not_piled_up(server: Server) -> None:
    with closing(plug(server, (GET + b"\r\n") * 2_000)) as there:
        assert heard(there).count(b"HTTP/1.1 200") < 20


def test_half_sent_requests_lock_nobody_out(serve: Serve, sqlite: str) -> None:
    """The server has room for fifty connections. Somebody wants them all, and for as long as a request may take."""
    server = serve(sqlite, connections_in_all=50, request_seconds=60)
    crowd = [plug(server, GET) for _ in range(200)]
    began = time.monotonic()
    for _ in range(20):
        with closing(plug(server, GET + b"Connection: close\r\n\r\n")) as there:
            assert status(heard(there)) == 200
    assert time.monotonic() - began < 20 * QUICKLY
    assert server.log.count("all 50 connections are in use") == 1
    for there in crowd:
        there.close()
    assert_no_troubles(server)


async def test_a_full_server_keeps_those_who_play(serve: Serve, sqlite: str) -> None:
    server = serve(sqlite, connections_in_all=20, request_seconds=60)
    async with Company(server) as company:
        host, guest = await company.begin(2)
        crowd = [plug(server, GET) for _ in range(60)]
        await host.do("chat", text="Still here?")
        await guest.hear("chat")
        with closing(plug(server, GET + b"Connection: close\r\n\r\n")) as there:
            assert status(heard(there)) == 200
        for there in crowd:
            there.close()


def test_one_address_has_so_many_requests_at_once(serve: Serve, sqlite: str) -> None:
    """A new one takes the place of the one that has waited longest; other addresses don't notice."""
    server = serve(sqlite, requests_at_once=10, request_seconds=60)
    here = plug(server, GET)
    crowd = [plug(server, GET, ELSEWHERE) for _ in range(30)]
    for there in crowd[:20]:
        assert heard(there) == b""
    for there in (crowd[-1], here):
        there.sendall(b"Connection: close\r\n\r\n")
        assert status(heard(there)) == 200
    for there in (here, *crowd):
        there.close()


def test_one_address_connects_so_often(serve: Serve, sqlite: str) -> None:
    """A client that connects more often is hung up on before anything it says is read. A while later it may connect again."""
    server = serve(sqlite, requests_a_second=0.5)  # so two new connections a second, and eight at once
    crowd = [plug(server, b"", ELSEWHERE) for _ in range(20)]
    for there in crowd[12:]:
        assert heard(there) == b""
    for here in (crowd[0], plug(server), plug(server, b"", "127.0.0.3")):
        here.sendall(GET + b"Connection: close\r\n\r\n")
        assert status(heard(here)) == 200
        here.close()
    for there in crowd:
        there.close()
    time.sleep(1)
    with closing(plug(server, b"no request\r\n\r\n", ELSEWHERE)) as there:
        assert status(heard(there)) == 400


@pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="descriptors are not limited on Windows")
def test_descriptors_are_kept_for_other_things(sqlite: str, tmp_path: Path) -> None:
    """With room for 300 descriptors and 400 connections that say nothing, tables are still read and stored."""
    server = Server(sqlite, tmp_path, request_seconds=60)
    server.program = ["sh", "-c", 'ulimit -n 300 && exec "$0" "$@"', *server.program]
    server.start()
    try:
        crowd = [plug(server, GET) for _ in range(400)]
        with httpx.Client(base_url=server.url, trust_env=False, timeout=PATIENCE) as newcomer:  # an older connection made room
            wish = {"edition": "original", "players": 2, "me": {"name": "Ines"}}
            table = newcomer.post("/api/tables", json=wish).json()["table"]
            assert newcomer.get(f"/api/tables/{table}").json()["seats"][0]["name"] == "Ines"
        assert "only 200 of 10000 connections fit" in server.log
        for there in crowd:
            there.close()
        assert_no_troubles(server)
    finally:
        server.kill()


# ---- histories ----------------------------------------------------------------------------------------------------


async def test_a_long_history_comes_in_pages(serve: Serve, sqlite: str) -> None:
    server = serve(sqlite, idle=0.1, heartbeat=0.1)
    made = server.create(me={"name": "Ines"})
    await eventually(lambda: server.metric("libertalia_tables") == 0)
    talk(sqlite, made["table"], "And so on.", 4_000)
    async with Company(server) as company:
        watcher = await company.watch(made["table"])
        number = watcher.number
        assert len(watcher.entries) == 200
        while watcher.entries[0]["number"] > 1:
            first = watcher.entries[0]["number"]
            await watcher.say(type="history", before=first)
            await watcher.until(lambda first=first: watcher.entries[0]["number"] < first)  # type: ignore[misc]
        assert [entry["number"] for entry in watcher.entries] == list(range(1, number + 1))


async def test_an_endless_coming_and_going_ends(serve: Serve, sqlite: str) -> None:
    """After the game is over, too."""
    server = serve(sqlite, idle=0.1, heartbeat=0.1)
    async with Company(server) as company:
        (host,) = await company.begin(1, bots=("random",))
        await host.play_to_the_end(random.Random(1))
        await host.close()
        await eventually(lambda: server.metric("libertalia_tables") == 0)
        talk(sqlite, host.id, "And so on.", 5_000)
        await host.connect(since=5_000)
        for kind in ("leave", "chat"):
            assert await host.refused(kind, **({"text": "No."} if kind == "chat" else {})) == "table.long"
        await host.do("rematch")


async def test_tables_for_a_rematch_count_like_others(serve: Serve, sqlite: str) -> None:
    server = serve(sqlite, tables_a_minute=3)
    async with Company(server) as company:
        (host,) = await company.begin(1, bots=("random",))
        for _ in range(2):
            await host.do("end", yes=True)
            await host.do("rematch")
            table = host.table["rematch"]
            host = await company.come(table, host.secret)
            await host.do("start")
        await host.do("end", yes=True)
        assert await host.refused("rematch") == "too-fast"


# ---- replays ------------------------------------------------------------------------------------------------------


async def test_a_replay_is_made_once_and_has_its_price(serve: Serve, sqlite: str) -> None:
    server = serve(sqlite, requests_a_second=10)
    async with Company(server) as company:
        (host,) = await company.begin(1, bots=("random",) * 5)
        await host.play_to_the_end(random.Random(1))
        path = f"/api/tables/{host.id}/replay"
        first = server.get(path)
        assert first.headers["content-encoding"] == "gzip"
        assert server.get(path, headers={"accept-encoding": "identity"}).content == first.content
        assert 429 in [server.get(f"{path}?seat={seat}").status_code for seat in range(6)]
        await asyncio.sleep(1)
        assert [server.get(path).status_code for _ in range(3)] == [200] * 3  # it is still there, and costs nothing
