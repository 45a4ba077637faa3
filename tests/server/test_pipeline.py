"""The connection by which moves are stored: one transaction and one answer for several statements, also after a fault."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import psycopg
import pytest

from libertalia.server.settings import Settings
from libertalia.server.storage import postgresql as postgresql_module
from libertalia.server.storage.pipeline import ConnectionLost, Pipeline
from tests.server.harness import PATIENCE, PostgreSQL

pytestmark = pytest.mark.anyio

STATEMENTS = {
    "add": "insert into words values ($1)",
    "all": "select word, length(word) from words order by word",
    "divide": "select 1 / $1::int",
    "sleep": "select pg_sleep($1::float)",
    "cut": "select pg_terminate_backend(pg_backend_pid())",
}


@pytest.fixture
def words_database(postgresql: PostgreSQL) -> str:
    database = postgresql.new()
    with psycopg.connect(database) as connection:
        connection.execute("create table words (word text)")
    return database


@pytest.fixture
async def pipeline(words_database: str) -> AsyncIterator[Pipeline]:
    opened = Pipeline(Settings(database=words_database).url, STATEMENTS)
    yield opened
    opened.close()


async def words(pipeline: Pipeline) -> list[bytes | None]:
    return [word for word, _ in await pipeline.run(("all", []))]


async def test_several_statements_are_one_transaction(pipeline: Pipeline) -> None:
    assert await pipeline.run(("add", ["ahoy"]), ("add", ["île"]), ("all", [])) == [(b"ahoy", b"4"), ("île".encode(), b"3")]
    with pytest.raises(psycopg.errors.DivisionByZero):
        await pipeline.run(("add", ["lost"]), ("divide", ["0"]), ("add", ["never"]))
    assert await words(pipeline) == [b"ahoy", "île".encode()]


async def test_what_the_socket_does_not_take_at_once_is_sent_later(pipeline: Pipeline, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgresql_module, "LIMIT", PATIENCE)  # on a busy machine, PostgreSQL needs seconds for that
    long = "x" * 1_000_000
    assert await pipeline.run(("sleep", ["0.2"]), *[("add", [long])] * 5, ("all", [])) == [(long.encode(), b"1000000")] * 5


async def test_a_connection_that_is_lost_is_opened_again(pipeline: Pipeline) -> None:
    await pipeline.run(("add", ["ahoy"]))
    with pytest.raises(ConnectionLost):
        await pipeline.run(("add", ["lost"]), ("cut", []))
    assert await words(pipeline) == [b"ahoy"]


async def test_a_connection_that_is_lost_between_two_transactions_does_not_count(
    pipeline: Pipeline, postgresql: PostgreSQL, words_database: str
) -> None:
    await pipeline.run(("add", ["ahoy"]))
    postgresql.close(words_database)
    while postgresql.processes(words_database):
        await asyncio.sleep(0.01)
    await asyncio.sleep(0.1)  # meanwhile, the event loop hears of it
    postgresql.reopen(words_database)
    assert await words(pipeline) == [b"ahoy"]
