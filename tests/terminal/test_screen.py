"""The table on the whole screen: whole games by keys, everything in sight at 80 by 24, and what the keys do."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from libertalia.game.game import Game
from libertalia.game.logbook import Logbook
from libertalia.tables.messages import NAME_LENGTH
from libertalia.terminal.local_game import LocalGame
from libertalia.terminal.local_table import LocalTable
from libertalia.terminal.screen.app import Choices
from libertalia.terminal.show import Speed, question
from libertalia.words import words
from tests.terminal.screens import (
    SMALL,
    asked,
    assert_nothing_is_cut_off,
    local_table,
    looked_at,
    on_screen,
    over,
    play_to_the_end,
    text_of,
    until,
    waited_for,
)


@pytest.mark.parametrize(
    ("edition", "players", "lang", "options"),
    [
        ("original", 2, "en", {}),
        pytest.param("original", 6, "fr", {}, marks=pytest.mark.long),
        ("galecrest", 1, "fr", {"difficulty": "easy"}),
        ("galecrest", 3, "en", {"board": "stormy"}),
    ],
)
def test_a_whole_game_by_keys(edition: str, players: int, lang: str, options: dict[str, str], tmp_path: Path) -> None:
    local, table = local_table(tmp_path, edition, players, lang, **options)

    async def play() -> None:
        async with on_screen(table, lang) as (app, pilot):
            answers = await play_to_the_end(app, pilot, assert_nothing_is_cut_off)
            assert answers > 20
            assert app.show.scene.view == local.game.view(None).data()
            prompt = " ".join(text_of(app, "prompt"))
            assert ("Victory" if lang == "en" else "Victoire") in prompt
            players = text_of(app, "players")
            for name, score in zip(app.show.last.names, local.game.scores):
                assert any(f" {name}" in line and str(score) in line.split() for line in players)

    asyncio.run(play())
    assert local.game.over
    assert Logbook.loads(local.path.read_text(encoding="utf-8")).record.replay().scores == local.game.scores


@pytest.mark.parametrize("size", [SMALL, (100, 30), (160, 50)])
@pytest.mark.parametrize(("edition", "players"), [("original", 6), ("galecrest", 6), ("galecrest", 1)])
def test_everything_is_in_sight(edition: str, players: int, size: tuple[int, int], tmp_path: Path) -> None:
    local, table = local_table(tmp_path, edition, players, "fr")

    async def look() -> None:
        async with on_screen(table, "fr", size) as (app, pilot):
            await until(pilot, lambda: asked(app), "asked")
            assert_nothing_is_cut_off(app)
            view = local.game.view(0)
            loot = "\n".join(text_of(app, "loot"))
            for kind in {kind for tokens in view.loot for kind in tokens}:
                assert table._words.token(edition, kind) in loot
            assert len([line for line in text_of(app, "players") if any(name in line for name in app.show.last.names)]) >= players
            choices = app.query_one("#choices")
            assert choices.size.height >= len(view.me.holds), "every card in hand has a line"

    asyncio.run(look())


@pytest.mark.parametrize("height", [24, 28, 29, 34, 40])
def test_a_large_hand_lies_within_the_window(height: int, tmp_path: Path) -> None:
    """Characters that come back into the hand make it larger than any deal does."""
    hand = ["parrot", "cabin-boy", "surgeon", "brute", "barkeep", "recruiter", "captain", "merchant", "cook", "gunner", "topman"]
    seats = [{"colour": "yellow", "doubloons": 10, "hand": hand, "graveyard": ["beggar", "preacher"]}]
    seats.append({"colour": "red", "doubloons": 10, "hand": ["monkey", "preacher", "captain"]})
    loot = [["goods", "jewel"]] * 4 + [["chest", "goods"]] * 2
    game = Game.at({"edition": "original", "voyage": 2, "day": 1, "loot": loot, "seats": seats}, seed=3)
    local = LocalGame(game, ["random"], tmp_path / "game.json")
    table = LocalTable(local, words("en"))

    async def look() -> None:
        async with on_screen(table, "en", (80, height), Speed.NORMAL) as (app, pilot):
            await until(pilot, lambda: waited_for(app), "asked for a pick")
            await looked_at(app, pilot, assert_nothing_is_cut_off)
            await table.answer("surgeon")
            await until(pilot, lambda: not app.show.settled, "the picks are shown")
            await looked_at(app, pilot, assert_nothing_is_cut_off)
            await pilot.press("e")
            await until(pilot, lambda: waited_for(app) and question(app.show.scene)["kind"] == "surgeon", "the Surgeon asks")  # type: ignore[index]
            await looked_at(app, pilot, assert_nothing_is_cut_off)
            shown = "\n".join(text_of(app, "hand"))
            assert all(words("en").character("original", card) in shown for card in hand if card != "surgeon"), shown

    asyncio.run(look())


def test_names_are_whole_at_every_width(tmp_path: Path) -> None:
    """From 92 columns on there is room for the longest name that a server allows; with fewer, the pane only shrinks with them."""
    _, table = local_table(tmp_path, "galecrest", 6, "en")
    longest = "Bartholomew Roberts".ljust(NAME_LENGTH, "!")
    table._names = (longest,) * 6

    async def look() -> None:
        async with on_screen(table, "en") as (app, pilot):
            await until(pilot, lambda: asked(app), "asked")
            for width in (*range(80, 201, 8), 91, 92, 119, 121, 143, 144):
                await pilot.resize_terminal(width, 40)
                players = app.query_one("#players")
                await until(pilot, lambda: app.size.width == width and players.size.width > 0, "laid out")  # noqa: B023
                await pilot.pause()
                whole = [line for line in text_of(app, "players") if longest in line]
                assert len(whole) == (6 if width >= 92 else 0), f"{width} columns: {text_of(app, 'players')}"
                assert players.size.width >= min(width - 58, NAME_LENGTH + 14)

    asyncio.run(look())


def test_a_choice_is_taken_back_while_nothing_hidden_was_shown(tmp_path: Path) -> None:
    local, table = local_table(tmp_path, "original", 3, "en")

    async def play() -> None:
        async with on_screen(table, "en") as (app, pilot):
            while True:
                await until(pilot, lambda: asked(app), "asked")
                before = local.game.position()
                kind = question(app.show.scene)["kind"]  # type: ignore[index]
                await pilot.press("1", "1")
                await until(pilot, lambda: local.game.position() != before, "answered")  # noqa: B023
                if kind == "take":
                    break
                await pilot.press("u")
                await pilot.pause(0.05)
                assert local.game.position() != before, "the picks had been revealed"
            await pilot.press("u")
            await until(pilot, lambda: local.game.position() == before, "taken back")
            assert "Your last choice is taken back." in app.show.lines
            await until(pilot, lambda: asked(app), "asked again")

    asyncio.run(play())
    assert len(Logbook.loads(local.path.read_text(encoding="utf-8")).taken_back) == 1


def test_the_mouse_points_at_a_card_and_plays_it(tmp_path: Path) -> None:
    local, table = local_table(tmp_path, "original", 2, "en")
    third = local.game.view(0).me.holds[2]

    async def play() -> None:
        async with on_screen(table, "en") as (app, pilot):
            await until(pilot, lambda: asked(app), "asked")
            await pilot.click("#choices", offset=(10, 2))
            await pilot.pause()
            assert table._words.character("original", third) in text_of(app, "prompt")[0]
            assert (0, third) not in local.game.record().moves, "the first click only points"
            await pilot.click("#choices", offset=(10, 2))
            await until(pilot, lambda: (0, third) in local.game.record().moves, "played")

    asyncio.run(play())


def test_help_players_log_and_cards_lie_on_the_table_until_they_are_put_away(tmp_path: Path) -> None:
    _, table = local_table(tmp_path, "original", 2, "fr")

    async def look() -> None:
        async with on_screen(table, "fr") as (app, pilot):
            await until(pilot, lambda: asked(app), "asked")
            for key in ("question_mark", "p", "l", "i"):
                await pilot.press(key)
                assert len(app.screen_stack) == 2
                await pilot.press("escape")
                assert len(app.screen_stack) == 1
            before = app.theme
            await pilot.press("t")
            assert app.theme != before
            assert not over(app)

    asyncio.run(look())


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_hint_is_asked_for(lang: str, tmp_path: Path) -> None:
    local, table = local_table(tmp_path, "original", 3, lang)

    async def play() -> None:
        async with on_screen(table, lang) as (app, pilot):
            await until(pilot, lambda: asked(app), "asked")
            await pilot.press("exclamation_mark")
            await until(pilot, lambda: app._hinted is not None and app._hinted[1] is not None, "a hint")
            assert app._hinted is not None
            advice = app._hinted[1]
            assert advice is not None
            shown = " ".join(" ".join(text_of(app, "prompt")).split())
            assert shown.startswith(advice.title)
            assert_nothing_is_cut_off(app)
            choices = app.query_one(Choices)
            lines = [str(choices.get_option_at_index(index).prompt) for index in range(choices.option_count)]
            assert [" % " in line for line in lines] == [bool(advice.shares)] * len(local.game.view(0).me.holds)
            assert any(("hint" if lang == "en" else "conseil") in line for line in app.show.lines)
            await pilot.press("exclamation_mark")  # the same decision is not thought of twice
            await pilot.press("1", "1")
            await until(pilot, lambda: local.game.record().moves != (), "answered")

    asyncio.run(play())
    hints = Logbook.loads(local.path.read_text(encoding="utf-8")).hints
    assert [seat for seat, _ in hints] == [0], "the file says that a hint was asked for"
