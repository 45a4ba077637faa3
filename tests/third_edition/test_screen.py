"""The edition of our own on the whole screen, of which no line there knows."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from libertalia import COMPILED
from libertalia.rules.editions import EDITIONS
from tests.terminal.screens import assert_nothing_is_cut_off, local_table, on_screen, play_to_the_end, text_of
from tests.third_edition.lagoon.edition import Lagoon

pytestmark = pytest.mark.skipif(COMPILED, reason="compiled classes cannot be subclassed by a test; the interpreted engine can")


@pytest.mark.parametrize(("lang", "says"), [("en", "Tide: "), ("fr", "Marée\u00a0: ")])
def test_a_whole_game_by_keys(lang: str, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(EDITIONS, "lagoon", Lagoon)
    local, table = local_table(tmp_path, "lagoon", 3, lang, weather="foul")

    async def play() -> None:
        async with on_screen(table, lang) as (app, pilot):
            assert await play_to_the_end(app, pilot, assert_nothing_is_cut_off) > 0
            assert any(says in line for line in text_of(app, "players")), "its extra is shown"

    asyncio.run(play())
    assert local.game.over
