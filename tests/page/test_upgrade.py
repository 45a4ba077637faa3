"""Games by rules that the program does not know: the page says why and offers their record; lists still work."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.async_api import expect

from tests.page.conftest import Visit
from tests.server.harness import Server
from tests.server.test_upgrade import FOR_EVER, KNOWN, OLD, UNKNOWN, change_rules

pytestmark = pytest.mark.anyio

RUNNING, OVER = KNOWN["running"], KNOWN["over"]


@pytest.fixture
def upgraded(tmp_path: Path) -> Iterator[Server]:
    """A server with the database of an earlier version, in which two games have rules that nobody knows."""
    database = str(tmp_path / "old.sqlite")
    writing = sqlite3.connect(database)
    writing.executescript((OLD / "0.3.0.sql").read_text())
    writing.close()
    for game in (RUNNING, OVER):
        change_rules(database, game["table"], UNKNOWN)
    server = Server(database, tmp_path, archive_days=FOR_EVER)
    yield server.start()
    server.kill()


async def test_a_running_game_says_why_it_can_not_go_on(upgraded: Server, visit: Visit) -> None:
    ines = await visit(upgraded)
    await ines.come(RUNNING["table"], RUNNING["secrets"][0])
    await expect(ines.at("reason")).to_contain_text(f"version {UNKNOWN}")
    await expect(ines.at("unplayable")).to_contain_text("Joris")
    async with ines.page.expect_download() as download:
        await ines.at("download-record").click()
    known = json.loads(Path(await (await download.value).path()).read_text())
    assert known["table"]["problem"]["key"] == "rules.unknown"
    assert {"started", "played"} <= {entry["kind"] for entry in known["entries"]}
    await ines.go("/")
    await expect(ines.page.locator(".ticket", has_text="another version")).to_be_visible()
    await ines.come(RUNNING["table"])
    await ines.at("rematch").click()
    await expect(ines.at("start")).to_be_visible()


async def test_a_finished_game_shows_its_result_and_has_its_record(upgraded: Server, visit: Visit) -> None:
    reader = await visit(upgraded, settings={"lang": "fr"})
    await reader.go("/")
    await expect(reader.page.locator(f".ticket [href='/t/{OVER['table']}/replay']")).to_be_visible()
    await reader.come(OVER["table"])
    await expect(reader.at("reason")).to_contain_text(f"version {UNKNOWN}")
    for score in OVER["record"]["scores"]:
        await expect(reader.at("unplayable").get_by_text(str(score), exact=True).first).to_be_visible()
    async with reader.page.expect_download() as download:
        await reader.at("download-record").click()
    assert json.loads(Path(await (await download.value).path()).read_text())["scores"] == OVER["record"]["scores"]
    await reader.go(f"/t/{OVER['table']}/replay")
    await reader.forgive("replay")
    await expect(reader.at("trouble")).to_be_visible()
    await reader.at("trouble").locator(f"[href='/t/{OVER['table']}']").click()
    await expect(reader.at("unplayable")).to_be_visible()
