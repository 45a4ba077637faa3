"""Takes the pictures of the terminal from a real game: `python docs/screens/make.py`."""

from __future__ import annotations

import asyncio
import re
import tempfile
from pathlib import Path

from libertalia.terminal.local_game import LocalGame
from libertalia.terminal.local_table import LocalTable
from libertalia.terminal.screen.app import TableApp
from libertalia.terminal.show import Speed, question
from libertalia.words import words

HERE = Path(__file__).parent
PICTURES = [
    ("terminal.svg", "original", 4, "en", (100, 30), "libertalia-dark", "take"),
    ("terminal-small.svg", "galecrest", 6, "fr", (80, 24), "libertalia-light", "pick"),
]


async def take(name: str, edition: str, players: int, lang: str, size: tuple[int, int], theme: str, kind: str) -> None:
    """Play some days, until a question of this kind is asked, and take a picture of it."""
    with tempfile.TemporaryDirectory() as folder:
        local = LocalGame.new(edition, players, {}, ["random"], Path(folder) / "game.json", seed=7)
        table = LocalTable(local, words(lang))
        app = TableApp(table, words(lang), Speed.AT_ONCE)
        app.theme = theme
        async with app.run_test(size=size) as pilot:
            while (asked := question(app.show.scene)) is None or asked["kind"] != kind or local.game.view(0).day < 3:
                if asked:
                    await pilot.press("1", "1")
                await pilot.pause(0.05)
            await pilot.pause(0.5)
            await pilot.press("2")
            await pilot.pause(0.5)
            picture = app.export_screenshot(title="libertalia play")
    (HERE / name).write_text(re.sub(r"@font-face \{.*?\}\s*", "", picture, flags=re.DOTALL), encoding="utf-8")


if __name__ == "__main__":
    for picture in PICTURES:
        asyncio.run(take(*picture))
