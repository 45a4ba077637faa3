"""The pace: what happened is shown one thing at a time, each long enough to be read."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

from libertalia.terminal.show import Show, Speed
from libertalia.terminal.table_source import News
from libertalia.words import words
from tests.terminal.screens import local_table

Held = list[tuple[str, float]]


def first_days(folder: Path, edition: str = "original") -> list[News]:
    """The news of the first days of a game, in which everyone plays the first card they can."""
    news_received: list[News] = []

    async def play() -> None:
        local, table = local_table(folder, edition, 4, "en")
        running = asyncio.create_task(table.run(news_received.append))
        while local.game.view(0).day < 3:
            await asyncio.sleep(0.001)
            if (decision := local.game.view(0).decision) and len(decision.options) > 1:
                await table.answer(decision.options[0])
        running.cancel()

    asyncio.run(play())
    return news_received


def shown(news: list[News], speed: Speed, monkeypatch: pytest.MonkeyPatch) -> tuple[Show, Held]:
    """Show all news with a clock of our own: the stories, and how long each was held."""
    held: Held = []

    async def show_all() -> Show:
        show = Show(words("en"), "original", lambda: None)
        show.speed = speed
        for one in news:
            show.news(one)

        async def wait_for(waiting: Any, seconds: float) -> None:
            waiting.close()
            held.append((show.story, seconds))
            raise TimeoutError

        monkeypatch.setattr("libertalia.terminal.show.asyncio.wait_for", wait_for)
        running = asyncio.create_task(show.run())
        while not show.settled:
            await asyncio.sleep(0)
        running.cancel()
        return show

    return asyncio.run(show_all()), held


def test_every_sentence_is_held_long_enough_to_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    news = first_days(tmp_path)
    show, held = shown(news, Speed.NORMAL, monkeypatch)
    assert show.scene.view == news[-1].view, "in the end the show is where the table is"
    stories = [story for story, _ in held]
    shown_once = [(story, sum(seconds for _, seconds in times)) for story, times in groupby(held, lambda one: one[0])]
    gains = [(story, seconds) for story, seconds in shown_once if "gain" in story or "take" in story]
    assert gains
    for story, seconds in gains:
        assert seconds >= max(0.8, 0.055 * len(story))
    for line in show.lines[-20:]:
        assert line in stories or line in news[0].notes, "every line of the log was shown"


def test_quick_is_quicker_and_at_once_waits_for_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    news = first_days(tmp_path)
    normal, quick, at_once = (sum(seconds for _, seconds in shown(news, speed, monkeypatch)[1]) for speed in Speed)
    assert quick == pytest.approx(normal * 0.4)
    assert at_once == 0
    assert normal > 20


def test_the_last_hour_is_shown_again_and_logged_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    show, _ = shown(first_days(tmp_path), Speed.AT_ONCE, monkeypatch)
    view, lines = show.scene.view, list(show.lines)
    show.again()
    assert not show.settled
    assert show.scene.view != view
    show.catch_up()
    assert show.scene.view == view
    assert show.lines == lines


def test_a_pause_stops_the_show_and_steps_go_on_one_by_one(tmp_path: Path) -> None:
    news = first_days(tmp_path)

    async def pause(then: Callable[[Show], None]) -> Show:
        show = Show(words("en"), "original", lambda: None)
        show.pause()
        for one in news:
            show.news(one)
        running = asyncio.create_task(show.run())
        await asyncio.sleep(0.02)
        assert show.scene.view == news[0].view, "nothing moves in a pause"
        then(show)
        running.cancel()
        return show

    def step(show: Show) -> None:
        lines = len(show.lines)
        for _ in range(12):
            show.step_on()
        assert lines < len(show.lines) <= lines + 12
        assert not show.settled

    asyncio.run(pause(step))
    assert asyncio.run(pause(Show.catch_up)).scene.view == news[-1].view
