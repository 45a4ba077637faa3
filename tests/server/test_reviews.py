"""Reviews of finished games: one job for all who ask, which survives the death of the server; and trying a game again."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.server.fleet import children_of
from tests.server.harness import Server, error_key
from tests.server.people import Company, eventually, play_out

pytestmark = pytest.mark.anyio

Serve = Callable[..., Server]


def so_far(server: Server, table: str, **query: Any) -> dict[str, Any]:
    answer = server.get(f"/api/tables/{table}/review", params=query)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def test_a_review_is_made_once_and_survives_a_kill(serve: Serve, database: str) -> None:
    server = serve(database, review_seconds=6, heartbeat=0.3)
    async with Company(server) as company:
        players = await company.begin(2)
        table = players[0].id
        assert server.get(f"/api/tables/{table}/review").status_code == 204
        assert error_key(server.post(f"/api/tables/{table}/review/0/next", {})) == "review.unknown"
        assert error_key(server.post(f"/api/tables/{table}/review", {})) == "table.not-over"
        assert error_key(server.post(f"/api/tables/{table}/review/0/table", {})) == "table.not-over"
        await play_out(players)
    asked = await asyncio.gather(*[asyncio.to_thread(server.post, f"/api/tables/{table}/review", {}) for _ in range(2)])
    assert [answer.status_code for answer in asked] == [202, 202]
    last = asked[0].json()["questions"][-1]
    assert (last["number"], last["voyage"]) == (asked[0].json()["decisions"] - 1, 3)
    assert server.post(f"/api/tables/{table}/review/{last['number']}/next", {}).status_code == 204
    assert server.post(f"/api/tables/{table}/review/9999/next", {}).status_code == 404
    await eventually(lambda: so_far(server, table, after=last["number"])["judgements"], 90)
    server.kill()
    server.start()
    before = so_far(server, table)
    assert 1 <= before["done"] < before["decisions"], "what was thought is still there, and the rest is still to do"
    assert not before["accounts"]
    assert before["judgements"][-1]["number"] == last["number"], "what somebody looks at comes first"
    await eventually(lambda: so_far(server, table)["done"] == before["decisions"], 90)
    found = so_far(server, table, seat=0)
    numbers = [judgement["number"] for judgement in found["judgements"]]
    assert numbers == list(range(found["decisions"])), "each decision was judged once"
    assert found["judgements"][-1]["options"] == before["judgements"][-1]["options"], "it is not done again"
    for account in found["accounts"]:
        parts = [account[part] for part in ("even", "skill", "picks", "answers", "chance")]
        assert sum(parts) == pytest.approx(account["result"])
    assert all(judgement["why"] for judgement in found["judgements"])
    assert len(so_far(server, table, after=numbers[-1])["judgements"]) == 1
    assert server.post(f"/api/tables/{table}/review", {}).json()["finished"]
    french = server.get(f"/api/tables/{table}/review", headers={"accept-language": "fr"}).json()
    assert french["judgements"][0]["why"] != found["judgements"][0]["why"]
    await _try_again(server, table, found)


async def _try_again(server: Server, table: str, found: dict[str, Any]) -> None:
    """A new table begins at that very moment, for the same seat, with a bot on the other one."""
    wanted = next(each for each in found["judgements"] if (each["voyage"], each["kind"], each["seat"]) == (3, "pick", 1))
    answer = server.post(f"/api/tables/{table}/review/{wanted['number']}/table", {})
    assert answer.status_code == 201, answer.text
    taken = answer.json()
    assert taken["seat"] == 1
    async with Company(server) as company:
        me = await company.come(taken["table"], taken["secret"])
        decision = await me.my_turn()
        assert sorted(decision["options"]) == sorted(option["answer"] for option in wanted["options"])
        assert (me.view["voyage"], me.view["day"]) == (wanted["voyage"], wanted["day"])
        await play_out([me])
    assert server.record(taken["table"])["record"]["start"]["voyage"] == 3
    assert server.post(f"/api/tables/{table}/review/9999/table", {}).status_code == 404


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are looked for in /proc")
async def test_a_review_survives_its_processes(serve: Serve, sqlite: str) -> None:
    """They are killed more often in a row than a thought is tried again, as by a machine without memory."""
    server = serve(sqlite, review_seconds=3, heartbeat=0.3)
    async with Company(server) as company:
        players = await company.begin(2)
        await play_out(players)
    decisions = server.post(f"/api/tables/{players[0].id}/review", {}).json()["decisions"]
    while "a review has to wait: BrokenProcessPool" not in server.log:
        for process in children_of(server):
            os.kill(process, signal.SIGKILL)
        await asyncio.sleep(0.02)
    await eventually(lambda: so_far(server, players[0].id)["done"] == decisions, 90)


async def test_nobody_waits_for_the_many_reviews_of_somebody_else(serve: Serve, sqlite: str) -> None:
    server = serve(sqlite, review_seconds=1000)
    tables = []
    async with Company(server) as company:
        for _ in range(4):
            players = await company.begin(2)
            await play_out(players)
            tables.append(players[0].id)
    for table, address in zip(tables, ["192.0.2.1"] * 3 + ["192.0.2.2"], strict=True):
        assert server.post(f"/api/tables/{table}/review", {}, headers={"x-forwarded-for": address}).status_code == 202
    with closing(sqlite3.connect(sqlite)) as connection:
        turns = [table for (table,) in connection.execute("select table_id from reviews order by asked")]
    assert turns == [tables[0], tables[3], *tables[1:3]]


async def test_a_host_may_want_no_reviews(serve: Serve, sqlite: str) -> None:
    server = serve(sqlite, review_seconds=0)
    async with Company(server) as company:
        players = await company.begin(2)
        await play_out(players)
        assert error_key(server.post(f"/api/tables/{players[0].id}/review", {})) == "review.none"
