"""The third edition over the network: the server has never heard of it, and plays it."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from tests.server.evidence import assert_no_troubles
from tests.server.harness import Server
from tests.server.people import Company, play_out

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    return "asyncio"


async def test_a_game_of_the_third_edition_over_the_network(tmp_path: Path) -> None:
    server = Server(str(tmp_path / "tables.sqlite"), tmp_path, interpreted=1)
    server.program = [sys.executable, "-m", "tests.third_edition.with_lagoon"]
    server.start()
    try:
        described = server.get("/api/openapi.json").json()["components"]["schemas"]
        assert described["NewLagoonTable"]["properties"]["edition"]["const"] == "lagoon"
        assert described["LagoonOptions"]["properties"]["weather"]["enum"] == ["fine", "foul"]
        refused = server.post("/api/tables", {"edition": "lagoon", "players": 2, "options": {"weather": "snow"}})
        assert refused.status_code == 422
        assert "weather" in json.dumps(refused.json())
        async with Company(server) as company:
            players = await company.begin(2, ("random",), edition="lagoon", options={"weather": "foul"})
            await play_out(players)
            record = server.record(players[0].id)
            assert (record["record"]["edition"], record["record"]["options"]["weather"]) == ("lagoon", "foul")
            assert server.get(f"/api/tables/{players[0].id}/replay").json()["steps"]
        assert_no_troubles(server)
    finally:
        server.stop()
