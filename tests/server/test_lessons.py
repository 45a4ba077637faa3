"""Lessons: laid tables with bots that pick by a script, which can be played to their end and taken up again at any day."""

from __future__ import annotations

import pytest

from libertalia.game.record import Record
from tests.server.harness import Server, error_key
from tests.server.people import Company, play_out

pytestmark = pytest.mark.anyio


async def test_a_lesson_is_played_and_a_day_of_it_again(server: Server) -> None:
    assert server.post("/api/lessons/chess-1", {"name": "Ines"}).status_code == 404
    answer = server.post("/api/lessons/original-1", {"name": "Joris"})
    assert answer.status_code == 201, answer.text
    taken = answer.json()
    async with Company(server) as company:
        me = await company.come(taken["table"], taken["secret"])
        assert me.table["lesson"] == "original-1"
        assert [seat["name"] for seat in me.table["seats"]] == ["Odile", "Joris", "Katell"]
        assert (await me.my_turn())["kind"] == "pick"
        assert await me.refused("hint", turn=0) == "hint.not-here", "there is a coach"
        assert error_key(server.post(f"/api/tables/{me.id}/again/6", {})) == "lesson.no-day"
        await me.play("brute")
        await play_out([me])
        record = Record.of(server.record(me.id)["record"])
        picks = {(seat, card) for seat, card in record.moves if seat}
        assert {(1, "barkeep"), (1, "cook"), (2, "carpenter"), (2, "captain")} <= picks

        again = server.post(f"/api/tables/{me.id}/again/6", {}).json()
        later = await company.come(again["table"], again["secret"])
        decision = await later.my_turn()
        assert (later.view["day"], decision["kind"], later.table["lesson"]) == (6, "pick", "original-1")
        assert "brute" not in decision["options"], "what was played on the day before stays played"
        ordinary = server.create()
        assert error_key(server.post(f"/api/tables/{ordinary['table']}/again/1", {})) == "lesson.none"
