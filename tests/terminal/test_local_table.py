"""A table on this machine, without a screen."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

from libertalia.terminal.local_game import HUMAN
from tests.terminal.screens import local_table


def test_a_person_may_answer_in_the_moment_in_which_the_only_answer_plays_itself(tmp_path: Path) -> None:
    local, table = local_table(tmp_path, "original", 2, "en")
    table.only_answer = 0.01

    async def play() -> int:
        running = asyncio.create_task(table.run(lambda news: None))
        only = 0
        while not local.game.over and not running.done():
            await asyncio.sleep(0)
            mine = next((each for each in local.game.decisions if each.seat == HUMAN), None)
            if mine is None or local.bot_decision() is not None:
                continue
            if len(mine.options) == 1:
                only += 1
                time.sleep(2 * table.only_answer)  # the event loop stands still; when it goes on, the time is up
                await asyncio.sleep(0)
            await asyncio.create_task(table.answer(mine.options[0]))
        await running
        return only

    assert asyncio.run(play()) > 2
