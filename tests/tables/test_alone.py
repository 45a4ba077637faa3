"""A table needs no server: what a browser tab loads with it, and a whole game through its front door."""

from __future__ import annotations

import json
import random
import subprocess
import sys

import pytest

from libertalia.game.setup import edition_names
from libertalia.tables import messages as m
from libertalia.tables.drafts import draft_bot_answer
from libertalia.tables.entries import Created, Entry
from libertalia.tables.identity import SPECTATOR, Identity
from libertalia.tables.laying import new_table
from libertalia.tables.table import HostedTable
from libertalia.tables.upkeep import bot_decisions, bot_turn
from tests.tables.people import START

_LOADED = """
import importlib, json, pkgutil, sys
for package in map(importlib.import_module, sys.argv[1:]):
    for module in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
        importlib.import_module(module.name)
print(json.dumps([name for name in sys.modules if "." not in name or name.startswith("libertalia.")]))
"""
FORBIDDEN = {
    *("aiosqlite", "alembic", "asyncio", "fastapi", "httptools", "multiprocessing", "numpy", "psycopg", "pydantic", "rich"),
    *("socket", "sqlalchemy", "sqlite3", "starlette", "textual", "typer", "uvicorn", "websockets"),
}


def loaded_with(*packages: str) -> set[str]:
    """What is loaded with all modules of some packages."""
    ran = subprocess.run([sys.executable, "-c", _LOADED, *packages], capture_output=True, text=True, check=True, timeout=60)
    return set(json.loads(ran.stdout))


def rooms(loaded: set[str]) -> set[str]:
    return {name.split(".")[1] for name in loaded if name.startswith("libertalia.")}


def test_nothing_of_a_server_is_loaded_with_a_table() -> None:
    """Neither an event loop, nor processes, sockets or a database."""
    loaded = loaded_with("libertalia.tables")
    assert "libertalia.tables.table" in loaded
    assert not loaded & FORBIDDEN
    assert rooms(loaded) == {"bots", "game", "rules", "search", "tables", "words"}


def test_nothing_of_a_server_is_loaded_with_the_host_of_a_device() -> None:
    """A browser has an event loop, which Python's asyncio uses; `asyncio` itself imports sockets."""
    loaded = loaded_with("libertalia.tab", "libertalia.features")
    assert "libertalia.tab.start" in loaded
    assert not loaded & (FORBIDDEN - {"asyncio", "socket"})
    assert rooms(loaded) == {"bots", "features", "game", "puzzles", "review", "rules", "search", "tab", "tables", "words"}


@pytest.mark.parametrize("edition", edition_names())
def test_a_whole_game_against_bots_through_the_front_door(edition: str) -> None:
    """A person at random, bots by `upkeep`. What the person is told folds into what the table is."""
    setup = Created(edition, 3, {}, public=False, clock=None, host_watches=False)
    state = new_table(setup, ["random", "random"], [("Anne", None)], START)
    table, rng, me, at = HostedTable(state, START), random.Random(1), Identity(0), START
    for _ in range(2):
        table.add(table.take(me, m.Start("start"), at), at=at)
    assert state.number == 5, "a command that is sent again adds nothing"
    heard = [json.loads(message) for message in table.told(me, 0, at)]
    assert [message["type"] for message in heard] == ["welcome", "news"]
    while state.status == "playing":
        at += 1000
        turns = [bot_turn(state, decision) for decision in bot_decisions(state)]
        if turns:
            turn = rng.choice(turns)
            answered = draft_bot_answer(state, turn.decision.seat, turn.turn, rng.choice(turn.decision.options))
            entry = Entry(state.number + 1, at, answered)
        else:
            mine = json.loads(table.told(me, state.number, at)[1])["mine"]
            command = m.Play(f"mine {at}", mine["turn"], rng.choice(mine["decision"]["options"]))
            entry = table.take(me, command, at)
        news = table.add(entry, at=at)
        for seat in (0, 1, None):
            told = json.loads(news.message(seat))
            assert told["entries"][0]["number"] == state.number
            assert ("mine" in told) == (seat is not None)
    assert json.loads(table.told(SPECTATOR, 0, at)[1])["table"]["status"] == "over"
    assert state.result is not None
