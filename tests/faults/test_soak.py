"""A short form of the soak: a minute on each database. `make soak` runs it for an hour."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.faults.checker import findings
from tests.faults.crowd import Voyage
from tests.faults.soak import soak
from tests.server.harness import Server

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
async def test_nothing_is_lost_whatever_goes_wrong(kind: str) -> None:
    wrong = await soak(kind, 60, tables=4, seed=int(os.environ.get("LIBERTALIA_SOAK_SEED", 11)))
    assert wrong == []


_HARM = {
    "lost": "delete from entries where table_id = ? and number = (select max(number) from entries)",
    "doubled": """insert into entries select table_id, (select max(number) + 1 from entries where table_id = played.table_id),
        kind, seat, at, data, null from entries as played where table_id = ? and kind = 'played' limit 1""",
    "a gap": "update entries set number = number + 1 where table_id = ? and number = (select max(number) from entries)",
    "reordered": "update entries set number = 1000 - number where table_id = ? and number = 6",
    "changed": "update entries set at = at + 1 where table_id = ? and number = 5",
    "another command": "update entries set client = client || 'x' where table_id = ? and client is not null",
    "an illegal move": 'update entries set data = replace(data, \'"answer":"\', \'"answer":"not-\') where table_id = ?',
}


async def test_the_checker_notices_what_is_wrong(tmp_path: Path) -> None:
    """A game without any fault is found to be in order; with each kind of harm done to its log, it is not."""
    server = Server(str(tmp_path / "tables.sqlite"), tmp_path).start()
    try:
        voyage = Voyage([server], 1, at_a_time=1)
        await voyage.brave(asyncio.sleep(0))
    finally:
        server.kill()
    assert findings(server.database, voyage.tables) == []
    player = voyage.tables[0][0]
    for name, harm in _HARM.items():
        harmed = tmp_path / f"{name}.sqlite"
        with closing(sqlite3.connect(server.database)) as whole, closing(sqlite3.connect(harmed)) as copy, copy:
            whole.backup(copy)
            assert copy.execute(harm, (player.id,)).rowcount > 0
        assert findings(str(harmed), voyage.tables), name
    public = {"name": "the table", "scores": None}
    for leak in (
        {"type": "news", "entries": [], "table": {"name": "another one's secret"}},
        {"type": "news", "entries": [], "table": public | {"seed": "7"}},
        {
            "type": "news",
            "entries": [{"number": 0, "events": [{"event": "picked", "seat": 9, "card": "brute"}]}],
            "table": public,
        },
    ):
        player.forbidden, player.leaks = ["another one's secret"], []
        player._look_for_leaks(leak)
        assert findings(server.database, voyage.tables), leak
    player.leaks = []
    assert findings(server.database, voyage.tables) == []
