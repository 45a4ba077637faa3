"""However one comes, listens and goes: nothing breaks, nobody else notices, and only what is acknowledged is stored."""

from __future__ import annotations

import asyncio
import json
import random
import socket
import struct
from collections.abc import Callable

import httpx
import pytest
from websockets import State
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.server.evidence import assert_no_troubles, talk
from tests.server.harness import PATIENCE, Server
from tests.server.people import Company, Player, eventually, play_out
from tests.server.raw import frame, handshake, plug, shake_hands
from tests.server.scene import BAD_TEXT, MALFORMED, TOO_MUCH, scene


@pytest.mark.anyio
async def test_invalid_utf_8(pg_server: Server) -> None:
    async with scene(pg_server) as it:
        with shake_hands(pg_server, it.host.id, frame(b"\xff\xfe{}")) as there:
            heard = b""
            while chunk := there.recv(4096):
                heard += chunk
        assert struct.pack("!H", BAD_TEXT) in heard
        await it.assert_unharmed()


@pytest.mark.anyio
async def test_abrupt_goodbyes(pg_server: Server) -> None:
    """Two hundred connections are cut, after any number of bytes, with a reset or without: the table is as before."""
    rng = random.Random(5)
    async with scene(pg_server) as it:
        greeting = frame(json.dumps({"type": "hello", "secret": it.guest.secret}).encode())
        said = greeting + frame(b'{"type": "back", "id": "1"}')
        before = pg_server.metric("libertalia_connections")

        def half_a_request() -> socket.socket:
            return plug(pg_server, handshake(it.host.id)[: rng.randrange(100)])

        def half_a_greeting() -> socket.socket:
            return shake_hands(pg_server, it.host.id, said[: rng.randrange(len(said) + 1)])

        for _ in range(200):
            there = rng.choice([half_a_request, half_a_greeting])()
            if rng.random() < 0.5:
                there.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            there.close()
        await eventually(lambda: pg_server.metric("libertalia_connections") == before)
        await it.host.until(lambda: it.host.presence == {"type": "presence", "seats": [0, 1], "watchers": 0})
        await it.assert_unharmed()


@pytest.mark.anyio
async def test_who_never_listens(sqlite: str, serve: Callable[..., Server]) -> None:
    """Watchers ask for the history again and again, and read nothing. They are sent away, and nobody else waits for them."""
    server = serve(sqlite, idle=0.1, heartbeat=0.1)
    made, long = server.create(me={"name": "Ines"}), "\N{WAVING BLACK FLAG}" * 300
    await eventually(lambda: server.metric("libertalia_tables") == 0)
    talk(sqlite, made["table"], long, 4000)  # more than the system keeps for somebody who doesn't read
    async with Company(server) as company:
        host = Player(server, made["table"], made["secret"])
        company.people.append(host)
        await host.connect(since=4000)
        said = frame(b'{"type": "hello"}') + frame(b'{"type": "history", "before": 4000}') * 20
        deaf = [shake_hands(server, host.id, said) for _ in range(10)]
        for _ in range(100):
            await asyncio.wait_for(host.do("chat", text=long), 5)
        await host.until(lambda: host.presence["watchers"] == 0, 15)
        for there in deaf:
            there.close()
    assert_no_troubles(server)


@pytest.mark.anyio
async def test_a_table_leaves_the_memory_while_people_come_to_it(sqlite: str, serve: Callable[..., Server]) -> None:
    """However often that happens, they meet: nobody sits alone at a table that the server has forgotten."""
    server = serve(sqlite, idle=0.02, heartbeat=0.001)
    async with Company(server) as company:
        host, guest = await company.begin(2)
        for number in range(150):
            host.drop()
            guest.drop()
            await asyncio.sleep(0.015 + number % 15 * 0.001)
            await host.connect()
            await guest.connect()
            for player in (host, guest):
                await player.until(lambda player=player: player.presence["seats"] == [0, 1])  # type: ignore[misc]
        await play_out([host, guest])
    assert_no_troubles(server)


@pytest.mark.anyio
async def test_who_never_says_hello(pg_server: Server) -> None:
    """Fifty connections are opened and say nothing, others don't even end their request: the talkative are served."""
    async with scene(pg_server) as it:
        silent = [await Player(pg_server, it.host.id).open() for _ in range(50)]
        unfinished = [plug(pg_server, handshake(it.host.id)[:60]) for _ in range(50)]
        await it.assert_unharmed()
        codes = await asyncio.gather(*(player.sent_away() for player in silent))
        assert {code for code, _ in codes} == {MALFORMED}
        await it.assert_unharmed()
        for there in unfinished:
            there.close()


@pytest.mark.anyio
async def test_thousands_of_connections_from_one_address(sqlite: str, serve: Callable[..., Server]) -> None:
    """With the limits that a server has by itself: one address gets its measure, another one doesn't notice."""
    server = serve(sqlite, connections=30, connections_a_second=10, requests_a_second=3, tables_a_minute=20, commands_a_second=10)
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
    assert sum(there.state is State.OPEN for there in opened) <= 30
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
