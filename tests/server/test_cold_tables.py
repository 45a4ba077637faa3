"""Tables that are not in memory: what is stored of them answers most questions, and loading one has its price."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from libertalia.server.clock import now
from libertalia.server.settings import Settings
from libertalia.server.tables import registry
from libertalia.server.web.edge.ws_protocol import TOO_MUCH
from libertalia.tables.state import LONG, TableState
from tests.server.evidence import assert_no_troubles, talk
from tests.server.harness import Server, error_key
from tests.server.people import Company, Player, eventually, play_out
from tests.server.raw import close_code, frame, heard, shake_hands
from tests.server.stored import opened, put, table_of_two

pytestmark = pytest.mark.anyio

Serve = Callable[..., Server]
ELSEWHERE = "127.0.0.2"
HELLO, WELCOME = frame(b'{"type": "hello"}'), b"\x81"


async def cold_tables(database: str, count: int, length: int) -> list[str]:
    """Tables with many entries, in a database that no server has opened."""
    ids = []
    async with opened(database) as store:
        for _ in range(count):
            await put(store, table := table_of_two(now(), moves=20), None)
            ids.append(table.id)
    for table_id in ids:
        talk(database, table_id, "Ahoy", length)
    return ids


async def test_a_cold_table_says_who_sits_there_without_being_loaded(database: str, serve: Serve) -> None:
    """In the lobby, in a game with somebody away and a wish to end it, and when the game is over."""
    server = serve(database, heartbeat=0.2, idle=0)
    async with Company(server) as company:
        lobby = await company.gather(2)
        playing = await company.begin(3)
        await playing[0].do("end", yes=True)
        await playing[1].do("end", yes=True)
        await playing[1].play()
        await playing[2].do("leave")
        over = await company.begin(2)
        await play_out(over)
        tables = [people[0].id for people in (lobby, playing, over)]
        warm = [server.info(table) for table in tables]
        assert warm[1]["ending"] == [0]
    await eventually(lambda: server.metric("libertalia_tables") == 0)
    assert [server.info(table) for table in tables] == warm
    assert server.metric("libertalia_tables") == 0
    assert_no_troubles(server)


async def test_a_table_is_loaded_off_the_event_loop(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    [table] = await cold_tables(sqlite, 1, 100)
    threads = []

    class Watched(TableState):
        def __init__(self, *about: object) -> None:
            threads.append(threading.current_thread())
            super().__init__(*about)  # type: ignore[arg-type]

    monkeypatch.setattr(registry, "TableState", Watched)
    tables = registry.Tables(Settings(database=sqlite))
    await tables.open()
    assert (await tables.state(table)).number > 100
    assert len(threads) == 1
    assert threads[0] is not threading.current_thread()
    await tables.close()


async def test_long_tables_have_their_price(sqlite: str, serve: Serve) -> None:
    """One address can't load one after the other, by whichever way; others are served, and so is a table in memory."""
    tables = await cold_tables(sqlite, 5, LONG)
    server = serve(sqlite, requests_a_second=2)
    came = [shake_hands(server, table, HELLO, ELSEWHERE) for table in tables]
    assert came[0].recv(1) == WELCOME
    assert close_code(heard(came[-1])) == TOO_MUCH
    assert server.metric("libertalia_tables") < len(tables)
    await (player := Player(server, tables[0])).connect()
    assert player.welcome
    await player.close()
    answers = [server.get(f"/api/tables/{table}/replay") for table in reversed(tables)]
    assert error_key(answers[0]) == "table.not-over"
    assert (answers[-1].status_code, error_key(answers[-1])) == (429, "too-fast")
    assert_no_troubles(server)
