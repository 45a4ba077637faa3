"""Playing on the screen in tests: by its own test pilot, with keys."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from textual.pilot import Pilot

from libertalia.terminal.local_game import LocalGame
from libertalia.terminal.local_table import LocalTable
from libertalia.terminal.screen.app import Pane, TableApp
from libertalia.terminal.show import Speed, question
from libertalia.terminal.table_source import TableSource
from libertalia.words import words

PATIENCE = 100.0
SMALL = (80, 24)


def local_table(folder: Path, edition: str, players: int, lang: str, **options: str) -> tuple[LocalGame, LocalTable]:
    local = LocalGame.new(edition, players, options, ["random"], folder / "game.json", seed=7)
    table = LocalTable(local, words(lang))
    table.only_answer = 0
    return local, table


@asynccontextmanager
async def on_screen(
    source: TableSource, lang: str, size: tuple[int, int] = SMALL, speed: Speed = Speed.AT_ONCE
) -> AsyncIterator[tuple[TableApp, Pilot[None]]]:
    app = TableApp(source, words(lang), speed)
    async with app.run_test(size=size, notifications=True) as pilot:
        yield app, pilot


async def until(pilot: Pilot[Any], condition: Callable[[], bool], what: str) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, f"still not: {what}"
        await pilot.pause(0.005)


def asked(app: TableApp) -> bool:
    """Whether the person is asked something that they can answer."""
    choices = app.query_one("#choices")
    return app.show.settled and question(app.show.scene) is not None and choices.display and choices.size.width > 0


def waited_for(app: TableApp) -> bool:
    """Whether the person is asked, and nobody else: no news comes between two keys of theirs."""
    view = app.show.scene.view
    return asked(app) and view is not None and len(view["waiting"]) == 1


def over(app: TableApp) -> bool:
    view = app.show.scene.view
    return app.show.settled and view is not None and view["hour"] is None


async def play_to_the_end(app: TableApp, pilot: Pilot[None], look: Callable[[TableApp], None] = lambda app: None) -> int:
    """Answer everything by keys, different ones in turn. How many answers were given."""
    given = 0
    while True:
        await until(pilot, lambda: waited_for(app) or over(app), "asked or over")
        if over(app):
            return given
        await looked_at(app, pilot, look)
        before = app.show.last
        options = question(app.show.scene)["options"]  # type: ignore[index]
        key = "123456789"[given % min(9, len(options))]
        await pilot.press(key)
        await pilot.press(key)
        await until(pilot, lambda: app.show.last is not before, "the answer is in the news")  # noqa: B023
        given += 1


async def looked_at(app: TableApp, pilot: Pilot[None], look: Callable[[TableApp], None]) -> None:
    """Look at the screen when Textual has laid it out, which it does some moments after a pane has changed its size."""
    for _ in range(200):
        with suppress(AssertionError):
            return look(app)
        await pilot.pause(0.02)
    return look(app)


def text_of(app: TableApp, pane: str) -> list[str]:
    return app.query_one(f"#{pane}", Pane).render().plain.split("\n")


def assert_nothing_is_cut_off(app: TableApp) -> None:
    """All panes lie within the window and not on each other, and what they say lies within them."""
    shown = [pane for pane in (*app.query(Pane), app.query_one("#choices")) if pane.display and pane.size.area]
    for pane in shown:
        assert app.screen.region.contains_region(pane.region), f"{pane.id} is outside the window"
        for other in shown:
            assert pane is other or not pane.region.overlaps(other.region), f"{pane.id} lies on {other.id}"
    for pane in app.query(Pane):
        if pane.display and pane.size.area:
            lines = text_of(app, str(pane.id))
            assert len(lines) <= pane.size.height, f"{pane.id}: {lines}"
            for line in lines:
                assert len(line.rstrip()) <= pane.size.width, f"{pane.id}: {line!r}"
