"""Clients that mean harm, each in a process of its own: python -m benchmarks.server.attackers NAME PORT

An attacker says `ready` when it has prepared itself, then attacks until its standard input is closed, and says what it did. It
comes from another address than the players.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from functools import partial
from itertools import count, cycle
from pathlib import Path
from typing import Final

import libertalia
from benchmarks.server.cold_tables import COLD_TABLES
from benchmarks.server.sockets import CLOSE, HEADERS_END, PING, TEXT, UNMASKED, Json
from libertalia.bots import LEVELS

ADDRESSES: Final = ("127.0.0.2", "127.0.0.3", "127.0.0.4")
"""The first one attacks. Taking seats is limited for each address; where an attack needs many, all of them take some."""
BYTES_A_SECOND: Final = 2_000_000
PIECE: Final = 60_000
FRAGMENT, CONTINUATION = 0x01, 0x00
HALF_SENT, HALF_OPEN = 1024, 2000
HALF_A_REQUEST: Final = b"GET / HTTP/1.1\r\n"
HALF_AN_UPGRADE: Final = (
    b"GET /api/tables/x/socket HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\nContent-Length: 5\r\n\r\n"
)
"""All but the body that it says it has."""
BOT_TABLES: Final = 44
STRONG_TABLES: Final = 8
LEAVERS: Final = 10
"""Each has a seat of their own: as many commands as the limits allow."""
FINISHED: Final = 3
JUDGED: Final = 20
"""The number of decisions that are judged before the review of a game is asked for again and again."""
SPECTATORS: Final = 30
BROWSERS: Final = 20
LOBBIES: Final = 20
ASSETS: Final = Path(libertalia.__file__).parent / "server" / "page" / "assets"

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]
done: Final[Counter[str]] = Counter()
"""What the attacker did."""


def frame(kind: int, text: bytes = b"") -> bytes:
    size = bytes((0x80 | len(text),)) if len(text) < 126 else bytes((0x80 | 126, *len(text).to_bytes(2, "big")))
    return bytes((kind,)) + size + UNMASKED + text


def command(**fields: Json) -> bytes:
    return frame(TEXT, json.dumps(fields).encode())


async def dial(port: int, address: str = ADDRESSES[0]) -> Streams:
    return await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0), limit=1 << 24)


async def call(port: int, method: str, path: str, body: Json = None, address: str = ADDRESSES[0]) -> tuple[int, Json]:
    """A request: status and answer."""
    reader, writer = await dial(port, address)
    try:
        sent = b"" if body is None else json.dumps(body).encode()
        writer.write(
            f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(sent)}\r\n\r\n".encode()
            + sent
        )
        head, _, answer = (await reader.read()).partition(HEADERS_END)
        status = int(head.split(b" ", 2)[1])
        return status, json.loads(answer) if b"application/json" in head and status < 300 else None
    finally:
        writer.close()


@asynccontextmanager
async def at_table(port: int, table: str, secret: str | None = None, address: str = ADDRESSES[0]) -> AsyncIterator[Streams]:
    """A websocket after `hello`."""
    reader, writer = await dial(port, address)
    try:
        writer.write(
            f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        await reader.readuntil(HEADERS_END)
        writer.write(command(type="hello", **({"secret": secret} if secret else {})))
        yield reader, writer
    finally:
        writer.close()


async def receive(reader: asyncio.StreamReader) -> tuple[int, bytes]:
    """The next frame of the server: kind and text."""
    kind, size = await reader.readexactly(2)
    if size in (126, 127):
        size = int.from_bytes(await reader.readexactly(2 if size == 126 else 8), "big")
    return kind, await reader.readexactly(size)


def _wish(bots: str, count: int) -> Json:
    """A table of bots, for a host who watches."""
    return {"edition": "original", "players": count, "bots": [bots] * count}


async def public_table(port: int) -> str:
    _, answer = await call(port, "GET", "/api/tables?status=playing")
    return str(answer["tables"][0]["id"])


async def pour(writer: asyncio.StreamWriter, piece: bytes) -> None:
    """Send a piece again and again, at a steady pace, until the server hangs up."""
    began, sent = time.monotonic(), 0
    while not writer.is_closing():
        writer.write(piece)
        await writer.drain()
        sent += len(piece)
        done["bytes"] += len(piece)
        await asyncio.sleep(max(0.001, sent / BYTES_A_SECOND - (time.monotonic() - began)))


async def again_and_again(attack: Callable[[], Awaitable[None]], pause: float = 0.01) -> None:
    """Connect again whenever the server hangs up."""
    while True:
        with suppress(OSError, asyncio.IncompleteReadError):
            await attack()
        done["sent away"] += 1
        await asyncio.sleep(pause)


# ---- the attacks -----------------------------------------------------------------------------------------------------------


async def frames(port: int, first: bytes, then: bytes) -> None:
    table = await public_table(port)

    async def attack() -> None:
        async with at_table(port, table) as (_, writer):
            writer.write(first)
            await pour(writer, then * (PIECE // len(then)))

    ready()
    await again_and_again(attack)


async def empty_pings(port: int) -> None:
    await frames(port, b"", frame(PING))


async def empty_fragments(port: int) -> None:
    await frames(port, frame(FRAGMENT), frame(CONTINUATION))


async def endless_header(port: int) -> None:
    async def attack() -> None:
        _, writer = await dial(port)
        try:
            writer.write(b"GET / HTTP/1.1\r\nX: ")
            await pour(writer, b"x" * PIECE)
        finally:
            writer.close()

    ready()
    await again_and_again(attack)


async def half_sent(half: bytes, many: int, port: int) -> None:
    async def attack() -> None:
        reader, writer = await dial(port)
        try:
            writer.write(half)
            done["requests"] += 1
            await reader.read()
        finally:
            writer.close()

    ready()
    await asyncio.gather(*(again_and_again(attack, 1.0) for _ in range(many)))


async def finished(port: int, bots: int, address: str = ADDRESSES[0]) -> str:
    """The table of a game that bots have played to its end."""
    _, made = await call(port, "POST", "/api/tables", _wish("random", bots), address)
    async with at_table(port, made["table"], made["secret"], address) as (reader, writer):
        writer.write(command(type="start", id="start"))
        while b'"status":"over"' not in (await receive(reader))[1]:
            pass
    return str(made["table"])


async def ask_for(port: int, wishes: Iterator[str]) -> None:
    """As often as the limits allow, from now on."""

    async def ask() -> None:
        while True:
            status, _ = await call(port, "GET", next(wishes))
            done["answered" if status == 200 else "refused"] += 1
            await asyncio.sleep(0.1)

    ready()
    await asyncio.gather(*(ask() for _ in range(3)))


async def replays(port: int) -> None:
    """Of other games and seats each time."""
    addresses = [address for address, _ in zip(cycle(ADDRESSES), range(FINISHED), strict=False)]
    games = await asyncio.gather(*(finished(port, 2, address) for address in addresses))
    await ask_for(port, cycle([f"/api/tables/{game}/replay{seat}" for game in games for seat in ("", "?seat=0", "?seat=1")]))


async def reviews(port: int) -> None:
    """A review that is being made, for other seats and from other decisions on each time."""
    path = f"/api/tables/{await finished(port, 4)}/review"
    await call(port, "POST", path, {})
    while (await call(port, "GET", f"{path}?after=1000"))[1]["done"] < JUDGED:
        await asyncio.sleep(1)
    await ask_for(port, cycle([f"{path}?seat={seat}&after={after}" for after in range(JUDGED) for seat in range(4)]))


async def histories(port: int) -> None:
    """Spectators who ask for the history of a game as often as the limits allow."""
    table = await finished(port, 6)

    async def attack() -> None:
        async with at_table(port, table) as (reader, writer):
            listening = asyncio.create_task(listen(reader))
            while not listening.done():
                writer.write(command(type="history", before=201))
                await writer.drain()
                await asyncio.sleep(0.11)
            await listening

    async def listen(reader: asyncio.StreamReader) -> None:
        while True:
            kind, text = await receive(reader)
            if kind == CLOSE:
                return
            done["pages"] += text.startswith(b'{"type":"history"')

    ready()
    await asyncio.gather(*(again_and_again(attack, 1.0) for _ in range(SPECTATORS)))


async def cold_tables(port: int) -> None:
    """Websockets that say hello at one long table after the other, and ten requests a second for others of them."""
    tables = iter(COLD_TABLES)

    async def attack() -> None:
        async with at_table(port, next(tables, COLD_TABLES[0])) as (reader, _):
            kind, _ = await receive(reader)
            done["refused" if kind == CLOSE else "welcome"] += 1

    asking = ask_for(port, cycle(f"/api/tables/{table}/record" for table in reversed(COLD_TABLES)))
    await asyncio.gather(asking, *(again_and_again(attack, 1.0) for _ in range(SPECTATORS)))


async def assets(port: int) -> None:
    """The largest file of the page, compressed; where the page has not been built, the description of the interface."""
    largest = max(ASSETS.glob("*.svg"), key=lambda file: file.stat().st_size, default=None)
    path = f"/assets/{largest.name}" if largest is not None else "/api/openapi.json"
    wish = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAccept-Encoding: gzip\r\n\r\n".encode()

    async def attack() -> None:
        reader, writer = await dial(port)
        try:
            while True:
                writer.write(wish)
                await skip_answer(reader)
                await asyncio.sleep(0.03)
        finally:
            writer.close()

    ready()
    await asyncio.gather(*(again_and_again(attack, 0.3) for _ in range(BROWSERS)))


async def skip_answer(reader: asyncio.StreamReader) -> None:
    """Read an answer, whether its length was said or it comes in pieces. After a refusal the server hangs up."""
    head = (await reader.readuntil(HEADERS_END)).lower()
    if b"content-length: " in head:
        await reader.readexactly(int(head.partition(b"content-length: ")[2].partition(b"\r\n")[0]))
    else:
        while (size := int(await reader.readuntil(b"\r\n"), 16)) > 0:
            await reader.readexactly(size + 2)
        await reader.readexactly(2)
    done["answered" if b" 200 " in head[:13] else "refused"] += 1


async def lobbies(port: int) -> None:
    """Hosts in lobbies who take other names and colours, as often as the limits allow."""
    names = count()

    async def host(table: str, secret: str) -> None:
        async with at_table(port, table, secret) as (reader, writer):
            listening = asyncio.create_task(listen(reader))
            while not listening.done():
                number = next(names)
                writer.write(command(type="change", id=str(number), name=f"n{number}", colour=("red", "blue")[number % 2]))
                await writer.drain()
                await asyncio.sleep(0.1)
            await listening

    async def listen(reader: asyncio.StreamReader) -> None:
        while True:
            kind, text = await receive(reader)
            if kind == CLOSE:
                return
            done["changes"] += text.startswith(b'{"type":"done"')
            done["refused"] += text.startswith(b'{"type":"refused"')

    wish = {"edition": "original", "players": 6, "me": {"name": "host"}, "public": True}
    made = [(await call(port, "POST", "/api/tables", wish, f"127.0.1.{number}"))[1] for number in range(1, LOBBIES + 1)]
    ready()
    await asyncio.gather(*(again_and_again(partial(host, one["table"], one["secret"]), 1.0) for one in made))


async def leave_and_back(port: int) -> None:
    """Seats that leave and come back as often as the limits allow; and somebody who says hello there, again and again."""
    _, made = await call(port, "POST", "/api/tables", _wish("random", 1) | {"players": 2, "me": {"name": "host"}})
    async with at_table(port, made["table"], made["secret"]) as (_, writer):
        writer.write(command(type="start", id="start"))
        await asyncio.sleep(0.5)
    names = count()

    async def leaver() -> None:
        async with at_table(port, made["table"], made["secret"]) as (reader, writer):
            listening = asyncio.create_task(listen(reader))
            while not listening.done():
                for kind in ("leave", "back"):
                    writer.write(command(type=kind, id=str(next(names))))
                await writer.drain()
                await asyncio.sleep(0.22)
            await listening

    async def listen(reader: asyncio.StreamReader) -> None:
        while True:
            kind, text = await receive(reader)
            if kind == CLOSE:
                return
            done["entries"] += text.startswith(b'{"type":"done"')

    async def newcomer() -> None:
        while True:
            with suppress(OSError, asyncio.IncompleteReadError):
                async with at_table(port, made["table"]) as (reader, _):
                    while b'"news"' not in (await receive(reader))[1][:20]:
                        pass
                    done["hellos"] += 1
            await asyncio.sleep(0.15)

    ready()
    await asyncio.gather(*(again_and_again(leaver) for _ in range(LEAVERS)), newcomer())


async def bots(level: str, seats: int, many: int, port: int) -> None:
    """Tables full of bots that play on and on."""

    async def table(address: str) -> None:
        status, made = await call(port, "POST", "/api/tables", _wish(level, seats), address)
        if status != 201:
            return
        async with at_table(port, made["table"], made["secret"], address) as (reader, writer):
            writer.write(command(type="start", id="start"))
            done["tables"] += 1
            while True:
                done["messages"] += (await receive(reader))[0] == TEXT

    tables = [asyncio.create_task(table(address)) for address, _ in zip(cycle(ADDRESSES), range(many), strict=False)]
    await asyncio.sleep(1)
    ready()
    await asyncio.gather(*tables, return_exceptions=True)
    await asyncio.Event().wait()


ATTACKS: Final[dict[str, Callable[[int], Awaitable[None]]]] = {
    "empty pings": empty_pings,
    "empty fragments": empty_fragments,
    "an endless header": endless_header,
    f"{HALF_SENT:,} half-sent requests": partial(half_sent, HALF_A_REQUEST, HALF_SENT),
    f"{HALF_OPEN:,} half-open upgrades": partial(half_sent, HALF_AN_UPGRADE, HALF_OPEN),
    "files of the page": assets,
    "replays": replays,
    "reviews": reviews,
    f"histories, {SPECTATORS} spectators": histories,
    "leave and back": leave_and_back,
    f"cold, long tables, {SPECTATORS} spectators": cold_tables,
    f"names at {LOBBIES} tables": lobbies,
    f"{BOT_TABLES} tables of greedy bots": partial(bots, "greedy", 6, BOT_TABLES),
    f"{STRONG_TABLES} tables of the strongest bots": partial(bots, LEVELS[-1].name, 4, STRONG_TABLES),
}


def ready() -> None:
    print("ready", flush=True)


async def main(name: str, port: int) -> None:
    attacking = asyncio.ensure_future(ATTACKS[name](port))
    input_ = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(input_), sys.stdin)
    stopped = asyncio.ensure_future(input_.read())
    await asyncio.wait([attacking, stopped], return_when=asyncio.FIRST_COMPLETED)
    if attacking.done():
        attacking.result()
    attacking.cancel()
    print(", ".join(f"{amount:,} {what}" for what, amount in done.items()), flush=True)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2])))
