"""Answers of two parts are made by pointing: a swap of today's token for tomorrow's, and a sale of so many tokens of a kind."""

from __future__ import annotations

from typing import Any

import pytest

from libertalia import Game
from tests.page.conftest import Dealt, Visit
from tests.page.visitor import PHONE
from tests.server.harness import Json
from tests.server.people import Company, Player, all_hear

pytestmark = pytest.mark.anyio

HAND = ["watchman", "merchant", "governor"]
MINE = {"map": 3, "hook": 1, "relic": 2}


def laid() -> Json:
    """Both hold a Watchman and a Merchant; the first player has tokens to sell."""
    position = Game.new("galecrest", players=2, seed=3).position()
    del position["bag"], position["deck"]
    position["loot"][:2] = [["chest", "map", "saber"], ["amulet", "barrel", "chest"]]
    for seat in position["seats"]:
        seat |= {"hand": HAND, "loot": {}}
    position["seats"][0]["loot"] = MINE
    return position


@pytest.mark.parametrize("device", [{}, PHONE], ids=["wide", "phone"])
async def test_a_swap_and_a_sale(dealt: Dealt, visit: Visit, device: dict[str, Any]) -> None:
    dealt.lay(laid())
    async with Company(dealt.server) as company:
        me, other = await company.begin(2, edition="galecrest")
        visitor = await visit(dealt.server, **device)
        await visitor.come(me.id, me.secret)

        async def play(*answers: tuple[Player, str]) -> None:
            for player, answer in answers:
                await all_hear([me, other], await player.play(answer))

        await play((other, "governor"), (me, "watchman"))
        await visitor.is_asked(me.own["decision"]["options"])
        await visitor.choose("map/amulet", tap=bool(device))
        await other.until(lambda: other.decision)
        assert sorted(me.view["loot"][0]) == ["amulet", "chest", "saber"]

        await play((other, "amulet"), (me, "chest"), (other, "watchman"), (me, "merchant"), (other, "barrel/amulet"))
        assert len(me.own["decision"]["options"]) == 7
        await visitor.is_asked(me.own["decision"]["options"])
        assert sorted(await visitor.options()) == ["*chest", "*hook", "*map", "*relic"]
        await visitor.choose("2*map", tap=bool(device))
        await me.until(lambda: me.view["seats"][0]["loot"].get("map") == 1)
