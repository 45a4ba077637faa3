"""Hints in a running game: who may ask, what they are told, and what everyone else sees of it."""

from __future__ import annotations

import json

import pytest

from libertalia.game.logbook import verified
from tests.server.harness import Json, Server
from tests.server.people import Company, Player, play_out

pytestmark = pytest.mark.anyio


async def hinted(player: Player) -> Json:
    """Ask for a hint, and wait for it."""
    before = player.count("hint")
    await player.do("hint", turn=player.own["turn"])
    await player.until(lambda: player.count("hint") > before)
    return next(frame for frame in reversed(player.frames) if frame["type"] == "hint")


async def test_a_person_among_bots_asks_for_a_hint(server: Server) -> None:
    async with Company(server) as company:
        (me,) = await company.begin(1, bots=("random", "random"))
        watcher = await company.come(me.id)
        decision = await me.my_turn()
        hint = await hinted(me)
        assert hint["turn"] == me.own["turn"]
        assert sorted(option["answer"] for option in hint["options"]) == sorted(decision["options"])
        assert hint["title"]
        assert hint["text"]
        assert await hinted(me) == hint, "a decision is thought about once"
        french = await company.come(me.id, me.secret, lang="fr")
        assert (await hinted(french))["text"] != hint["text"]

        await watcher.until(lambda: sum(entry["kind"] == "hint" for entry in watcher.entries) == 3)
        entry = next(entry for entry in watcher.entries if entry["kind"] == "hint")
        assert (entry["seat"], entry["turn"]) == (0, hint["turn"])
        assert not watcher.count("hint"), "only who asks is told"
        assert await watcher.refused("hint", turn=0) == "table.watching"
        assert await me.refused("hint", turn=hint["turn"] + 1) == "move.early"
        await play_out([me])
        assert await me.refused("hint", turn=hint["turn"]) == "table.is-over"
    record = server.record(me.id)
    assert [seat for seat, _ in record["hints"]] == [0, 0, 0]
    assert all(finding.true is not False for finding in verified(json.dumps(record), record["commitment"]))


async def test_among_people_the_host_decides(server: Server) -> None:
    async with Company(server) as company:
        players = await company.begin(2)
        assert not players[0].table["hints"]
        assert await players[0].refused("hint", turn=0) == "hint.not-here"

        host, guest = await company.gather(2, hints=True)
        await host.do("start")
        await guest.my_turn()
        assert guest.table["hints"]
        first = await hinted(guest)
        assert first["options"]
        assert not host.count("hint")
