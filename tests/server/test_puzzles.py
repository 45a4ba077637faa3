"""Puzzles over HTTP: a list, one of them as its solver sees it, and a table that goes on from there."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from libertalia.puzzles import shipped
from tests.server.harness import Server, error_key
from tests.server.people import Company

pytestmark = pytest.mark.anyio

Serve = Callable[..., Server]


@pytest.mark.parametrize("edition", ["original", "galecrest"])
async def test_a_puzzle_is_told_as_its_solver_sees_it(serve: Serve, sqlite: str, edition: str) -> None:
    server = serve(sqlite)
    listed = server.get(f"/api/puzzles/{edition}").json()["puzzles"]
    assert [one["id"] for one in listed] == [puzzle.id for puzzle in shipped(edition)]
    assert server.get("/api/puzzles/chess").json() == {"puzzles": []}
    assert error_key(server.get(f"/api/puzzles/{edition}/abc")) == "puzzle.unknown"
    for puzzle in shipped(edition)[::40]:
        found = server.get(f"/api/puzzles/{edition}/{puzzle.id}").json()
        view = puzzle.view()
        assert found["mine"]["hand"] == list(view.me.holds)
        assert sorted(found["mine"]["decision"]["options"]) == sorted(one["answer"] for one in found["options"])
        for seat, told in enumerate(found["view"]["seats"]):
            assert set(told) == {
                "seat", "colour", "doubloons", "score", "voyage_scores", "loot", "crew", "graveyard", "unseen", "hand_size",
                "may_hold", "holds", "picked",
            }  # fmt: skip
            if seat != puzzle.seat:
                assert told["may_hold"] == list(view.seats[seat].may_hold), "no more than the solver may know"
        assert "guesses" not in json.dumps(found)
        assert found["table"]["seed"] is None
        french = server.get(f"/api/puzzles/{edition}/{puzzle.id}", headers={"accept-language": "fr"}).json()
        assert french["options"][0]["why"] != found["options"][0]["why"]
        assert french["view"] == found["view"]


async def test_a_puzzle_is_played_on(serve: Serve, sqlite: str) -> None:
    server = serve(sqlite)
    puzzle = next(puzzle for puzzle in shipped("galecrest") if puzzle.kind == "pick" and puzzle.seat and puzzle.players == 3)
    answer = server.post(f"/api/puzzles/galecrest/{puzzle.id}/table", {"name": "Ines"})
    assert answer.status_code == 201, answer.text
    taken = answer.json()
    assert taken["seat"] == puzzle.seat
    async with Company(server) as company:
        me = await company.come(taken["table"], taken["secret"])
        assert [seat["kind"] for seat in me.table["seats"]].count("bot") == 2
        decision = await me.my_turn()
        assert sorted(decision["options"]) == sorted(option.answer for option in puzzle.options)
        assert (me.view["voyage"], me.view["day"]) == (puzzle.position["voyage"], puzzle.position["day"])
        await me.play(puzzle.best.answer)
        await me.until(lambda: me.view["hour"] != "sunrise" or me.view["day"] > puzzle.position["day"] or me.over)
    assert server.post("/api/puzzles/galecrest/abc/table", {"name": "Ines"}).status_code == 404
