"""The lab: every game is counted once, and the same seed gives the same result on any number of cores."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from libertalia import Game, LibertaliaError
from libertalia.lab import simulate
from tests.games import finished

RANDOM = ("random",)


@pytest.mark.parametrize("bots", [RANDOM, ("random", "greedy")])
def test_all_games_are_played_and_won(bots: Sequence[str]) -> None:
    games = 40 if bots == RANDOM else 3
    result = simulate(games=games, players=3, bots=bots)
    assert [tally.bot for tally in result.tallies] == [bots[seat % len(bots)] for seat in range(3)]
    assert [tally.games for tally in result.tallies] == [games] * 3
    assert sum(tally.wins for tally in result.tallies) == pytest.approx(games)
    assert all(tally.mean > 0 for tally in result.tallies)


@pytest.mark.parametrize("bots", [RANDOM, ("random", "greedy")])
def test_the_same_on_one_core_and_on_two(bots: Sequence[str]) -> None:
    games = 50 if bots == RANDOM else 3
    one, two = (simulate(games=games, players=2, bots=bots, seed=5, processes=processes) for processes in (1, 2))
    assert one.tallies == two.tallies
    assert simulate(games=games, players=2, bots=bots, seed=6).tallies != one.tallies


def test_progress_adds_up() -> None:
    steps: list[int] = []
    simulate(games=101, players=2, progress=steps.append)
    assert sum(steps) == 101
    assert len(steps) > 10


def test_mean_and_spread() -> None:
    result = simulate(games=200, players=2)
    row = result.rows()[0]
    assert row["mean_score"] == pytest.approx(54, abs=4)
    assert row["spread"] == pytest.approx(13.7, abs=2.5)
    assert row["games"] == 200


def test_random_games_inside_the_engine_are_like_those_through_the_front_door() -> None:
    inside = simulate(games=400, players=2, seed=1).tallies[0]
    scores = [score for seed in range(100) for score in finished(2, seed).scores]
    assert inside.mean == pytest.approx(sum(scores) / len(scores), abs=4)


@pytest.mark.parametrize(
    "wrong", [{"edition": "third"}, {"players": 7}, {"bots": ["clever"]}, {"influence": "loud"}, {"board": "calm"}]
)
def test_what_is_wrong_is_said_before_anything_is_played(wrong: dict[str, object]) -> None:
    with pytest.raises(LibertaliaError):
        simulate(**{"games": 10**9, **wrong})  # type: ignore[arg-type]


def test_the_tie_break_counts() -> None:
    ties = [simulate(games=300, players=4, seed=3, tie_break=rule) for rule in ("shared", "last_campaign")]
    shared, broken = (sum(tally.wins % 1 for tally in result.tallies) for result in ties)
    assert shared > 0
    assert broken <= shared
    assert Game.new("original", tie_break="last_campaign").record().options["tie_break"] == "last_campaign"


SLEEPY_BOT = """
import time
from libertalia.bots import RandomBot

class Sleepy(RandomBot):
    def __init__(self, seed):
        super().__init__(seed)
        RandomBot.games = getattr(RandomBot, "games", 0) + 1  # in this process

    def choose(self, view, decision):
        if RandomBot.games > 1:
            time.sleep(600)
        return super().choose(view, decision)
"""

SIMULATION = """
import multiprocessing
import signal
import sys
from libertalia.lab import simulate

signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may have started the tests with it ignored

def told(games):
    print(*[child.pid for child in multiprocessing.active_children()], flush=True)

try:
    simulate("galecrest", players=1, games=8, bots=[sys.argv[1]], processes=2, progress=told)
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


@pytest.mark.skipif(os.name == "nt", reason="on Windows, SIGINT can't be sent to one process")
def test_an_interrupt_ends_the_workers_too(tmp_path: Path) -> None:
    bot = tmp_path / "sleepy.py"
    bot.write_text(SLEEPY_BOT, encoding="utf-8")
    process = subprocess.Popen([sys.executable, "-c", SIMULATION, f"{bot}:Sleepy"], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    workers = [int(pid) for pid in process.stdout.readline().split()]
    process.send_signal(signal.SIGINT)
    try:
        rest, _ = process.communicate(timeout=60)
    finally:
        process.kill()
    assert rest.splitlines()[-1] == "interrupted"
    assert len(workers) == 2
    for worker in workers:
        with pytest.raises(ProcessLookupError):
            os.kill(worker, 0)
