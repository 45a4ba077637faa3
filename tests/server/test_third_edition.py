"""An edition that the server has never heard of: a server of a project with one more entry in the registry."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from tests.server.evidence import assert_no_troubles
from tests.server.harness import Server
from tests.server.people import Company, all_hear, play_out
from tests.third_edition.project import Project

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    return Project(tmp_path_factory.mktemp("third") / "project")


@pytest.fixture(scope="module")
def server(project: Project) -> Iterator[Server]:
    server = Server(str(project.folder / "tables.sqlite"), project.folder, source=project.source).start()
    yield server
    server.stop()
    assert_no_troubles(server)


@pytest.mark.parametrize("bot", ["random", "greedy", "search"])
async def test_a_game_with_a_bot(project: Project, server: Server, company: Company, bot: str) -> None:
    players = await company.begin(2, (bot,), edition="lagoon", options={"weather": "foul"})
    spectator = await company.watch(players[0].id)
    commitment = (await spectator.hear("started"))["commitment"]
    assert spectator.table["options"] == {"weather": "foul"}
    assert spectator.view["extras"] == {"tide": "low"}
    scores = await play_out(players)
    await spectator.until(lambda: spectator.over)
    tides = [event["extras"]["tide"] for entry in spectator.entries for event in entry.get("events", []) if "extras" in event]
    assert tides == ["low", "high", "low"]
    record = server.record(players[0].id)
    assert record["scores"] == scores == spectator.table["scores"]
    assert (record["record"]["edition"], record["record"]["options"]) == ("lagoon", {"weather": "foul"})
    assert server.get(f"/api/tables/{players[0].id}/replay").json()["steps"][-1]["view"]["extras"] == {"tide": "low"}
    file = project.folder / f"{bot}.json"
    file.write_text(json.dumps(record))
    assert project.libertalia("verify", file, "--commitment", commitment).returncode == 0


async def test_a_game_goes_on_after_a_restart(server: Server) -> None:
    async with Company(server) as before:
        players = await before.begin(2, edition="lagoon")
        for player in players:
            await player.play(player.own["decision"]["options"][0])
        await all_hear(players, max(player.number for player in players))
        seats = [(player.id, player.secret) for player in players]
        view = players[0].view
    server.restart()
    async with Company(server) as after:
        players = [await after.come(*seat) for seat in seats]
        assert players[0].view == view
        await play_out(players)


def test_its_form_is_described(server: Server) -> None:
    schemas = server.get("/api/openapi.json").json()["components"]["schemas"]
    table, weather = schemas["NewLagoonTable"]["properties"], schemas["LagoonOptions"]["properties"]["weather"]
    assert table["edition"]["const"] == "lagoon"
    assert (table["players"]["minimum"], table["players"]["maximum"]) == (2, 3)
    assert (weather["enum"], weather["default"]) == (["fine", "foul"], "fine")


@pytest.mark.parametrize(
    ("wrong", "named"),
    [
        ({"players": 1}, "players"),
        ({"players": 4}, "players"),
        ({"options": {"weather": "odd"}}, "weather"),
        ({"options": {"board": "calm"}}, "board"),
    ],
    ids=str,
)
def test_what_it_does_not_know_is_refused(server: Server, wrong: dict[str, object], named: str) -> None:
    answer = server.post("/api/tables", {"edition": "lagoon", "players": 2} | wrong)
    assert answer.status_code == 422, answer.text
    assert named in answer.text
