"""Simulations and tournaments: every game counts once, and the same seed gives the same results, wherever it is played."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import polars
import pytest

from libertalia import COMPILED, Game, LibertaliaError
from libertalia.lab import Results, simulate, tournament
from libertalia.lab.contest import Contest
from libertalia.lab.journal import OtherRun
from libertalia.lab.playing import play_share
from tests.games import finished

RANDOM = ("random",)


def cup(seed: int = 5, processes: int = 1, folder: Path | None = None) -> Results:
    return tournament(["random", "sensible"], players=3, deals=2, seed=seed, processes=processes, folder=folder)


@pytest.mark.parametrize("bots", [RANDOM, ("random", "sensible")])
def test_all_games_are_played_and_won(bots: Sequence[str]) -> None:
    games = 40 if bots == RANDOM else 6
    result = simulate(games=games, players=3, bots=bots)
    assert result.played == games
    assert {standing.bot for standing in result.standings} == set(bots)
    assert sum(standing.games for standing in result.standings) == 3 * games
    assert sum(standing.wins.mean * standing.games for standing in result.standings) == pytest.approx(games)
    assert all(standing.score.mean > 0 for standing in result.standings)


@pytest.mark.parametrize("bots", [RANDOM, ("random", "sensible")])
def test_the_same_on_one_core_and_on_two(bots: Sequence[str]) -> None:
    games = (4100 if COMPILED else 100) if bots == RANDOM else 6
    one, two = (simulate(games=games, players=2, bots=bots, seed=5, processes=processes) for processes in (1, 2))
    assert one.rows() == two.rows()
    assert simulate(games=games, players=2, bots=bots, seed=6).rows() != one.rows()


def test_a_tournament_is_the_same_on_one_core_and_on_two() -> None:
    one, two = cup(), cup(processes=2)
    assert one.rows() == two.rows()
    assert one.ratings == two.ratings
    assert [standing.row() for standing in one.standings] == [standing.row() for standing in two.standings]
    assert one.ratings["sensible"].mu > one.ratings["random"].mu


def test_every_line_up_plays_every_deal_with_every_seating() -> None:
    rows = cup().rows()
    assert len(rows) == 2 * 2 * 3  # deals, line-ups, seatings
    for deal in (0, 1):
        seatings = [tuple(row["bots"]) for row in rows if row["deal"] == deal]
        assert len(set(seatings)) == 6
        assert sum(seating.count("sensible") for seating in seatings) == 9


def test_games_on_one_deal_have_the_same_cards() -> None:
    contest = Contest("original", 3, (), (("random", "sensible", "sensible"), ("sensible", "random", "random")), 12, 1)
    deals = [contest.table(number)[0] for number in range(12)]
    assert deals == [0] * 6 + [1] * 6
    assert len({contest.luck(deal) for deal in deals}) == 2
    assert len({contest.minds(number) for number in range(12)}) == 12


def test_progress_adds_up() -> None:
    steps: list[tuple[int, int]] = []
    simulate(games=10, players=2, bots=["random", "sensible"], progress=lambda done, games: steps.append((done, games)))
    assert steps == [(4, 10), (8, 10), (10, 10)]


def test_mean_and_spread() -> None:
    (standing,) = simulate(games=200, players=2).standings
    assert standing.score.mean == pytest.approx(54, abs=4)
    assert standing.spread == pytest.approx(13.7, abs=2.5)
    assert standing.games == 400


def test_random_games_inside_the_engine_are_like_those_through_the_front_door() -> None:
    inside = simulate(games=400, players=2, seed=1).standings[0]
    scores = [score for seed in range(100) for score in finished(2, seed).scores]
    assert inside.score.mean == pytest.approx(sum(scores) / len(scores), abs=4)


@pytest.mark.parametrize(
    "wrong",
    [
        {"edition": "third"},
        {"players": 7},
        {"bots": ["clever"]},
        {"bots": ["random"] * 5},
        {"influence": "loud"},
        {"board": "calm"},
        {"games": 0},
    ],
)
def test_what_is_wrong_is_said_before_anything_is_played(wrong: dict[str, object]) -> None:
    with pytest.raises(LibertaliaError):
        simulate(**{"games": 10**9, **wrong})  # type: ignore[arg-type]


@pytest.mark.parametrize(("bots", "form"), [(["random"], "duels"), (["random"] * 2, "duels"), (["random", "sensible"], "cup")])
def test_a_tournament_needs_bots_and_a_format(bots: list[str], form: str) -> None:
    with pytest.raises(LibertaliaError):
        tournament(bots, deals=10**9, form=form)


def test_the_tie_break_counts() -> None:
    shared, broken = (
        sum(len(row["winners"]) > 1 for row in simulate(games=300, players=4, seed=3, tie_break=rule).rows())
        for rule in ("shared", "last_campaign")
    )
    assert shared > 0
    assert broken <= shared
    assert Game.new("original", tie_break="last_campaign").record().options["tie_break"] == "last_campaign"


# ---- results are stored as they come ----------------------------------------------------------------------------------------


def test_the_games_are_written_as_json_and_parquet(tmp_path: Path) -> None:
    result = cup(folder=tmp_path)
    assert json.loads((tmp_path / "games.json").read_text()) == result.rows()
    assert polars.read_parquet(tmp_path / "games.parquet").to_dicts() == result.rows()
    assert [row["bot"] for row in json.loads((tmp_path / "standings.json").read_text())] == ["random", "sensible"]


@pytest.mark.parametrize("cut", [0, 1, 30])
def test_a_run_that_was_cut_off_goes_on_as_if_nothing_had_happened(cut: int, tmp_path: Path) -> None:
    whole = cup(folder=tmp_path)
    journal = tmp_path / "journal.jsonl"
    lines = journal.read_bytes().splitlines(keepends=True)
    journal.write_bytes(b"".join(lines[:2]) + lines[2][:cut])  # the settings, one job, and a part of a line
    assert cup(folder=tmp_path).rows() == whole.rows()
    assert len(journal.read_bytes().splitlines()) == len(lines)


def test_a_longer_run_goes_on_from_a_shorter_one_and_a_shorter_one_takes_its_part(tmp_path: Path) -> None:
    for deals in (1, 3, 2, 3):
        stored, fresh = (tournament(["random", "sensible"], players=3, deals=deals, folder=folder) for folder in (tmp_path, None))
        assert stored.rows() == fresh.rows()


def test_a_finished_run_is_not_played_again(tmp_path: Path) -> None:
    cup(folder=tmp_path)
    steps: list[int] = []
    tournament(
        ["random", "sensible"], players=3, deals=2, seed=5, folder=tmp_path, progress=lambda done, games: steps.append(done)
    )
    assert not steps


@pytest.mark.parametrize("stored", ['{"seed": 4}\n', "my diary\n", "[]\n"])
def test_the_folder_of_another_run_is_refused_and_kept(stored: str, tmp_path: Path) -> None:
    (tmp_path / "journal.jsonl").write_text(stored)
    with pytest.raises(OtherRun):
        cup(folder=tmp_path)
    assert (tmp_path / "journal.jsonl").read_text() == stored


SLOW_BOT = """
import time
from libertalia.bots import RandomBot

class Slow(RandomBot):
    def choose(self, view, decision):
        time.sleep(0.002)
        return super().choose(view, decision)
"""

TOURNAMENT = """
import sys
from pathlib import Path
from libertalia.lab import tournament

if __name__ == "__main__":
    tournament([sys.argv[1], "random"], players=2, deals=8, processes=2, folder=Path(sys.argv[2]))
"""


def test_a_tournament_that_was_killed_gives_the_same_results_in_the_end(tmp_path: Path) -> None:
    bot = tmp_path / "slow.py"
    bot.write_text(SLOW_BOT, encoding="utf-8")
    folder = tmp_path / "out"
    command = [sys.executable, "-c", TOURNAMENT, f"{bot}:Slow", str(folder)]
    process = subprocess.Popen(command, start_new_session=True)
    end = time.monotonic() + 60
    journal = folder / "journal.jsonl"
    while not journal.exists() or journal.read_bytes().count(b"\n") < 2:
        assert time.monotonic() < end
        time.sleep(0.01)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    stored = journal.read_bytes().count(b"\n") - 1
    assert 1 <= stored < 4
    subprocess.run(command, check=True, timeout=60)
    through = tournament([f"{bot}:Slow", "random"], players=2, deals=8)
    assert json.loads((folder / "games.json").read_text()) == through.rows()


# ---- workers ------------------------------------------------------------------------------------------------------------------

FRAIL_BOT = """
import os
from pathlib import Path
from libertalia.bots import RandomBot

class Frail(RandomBot):
    def choose(self, view, decision):
        marker = Path(__file__).with_name("died")
        if not marker.exists():
            marker.touch()
            os.kill(os.getpid(), 9)
        return super().choose(view, decision)
"""


def test_a_lost_worker_costs_time_and_no_results(tmp_path: Path) -> None:
    bot = tmp_path / "frail.py"
    bot.write_text(FRAIL_BOT, encoding="utf-8")
    result = simulate(games=30, players=2, bots=[f"{bot}:Frail"], processes=2)
    assert (tmp_path / "died").exists()
    assert [row["game"] for row in result.rows()] == list(range(30))


def test_games_are_played_one_by_one_or_in_a_row() -> None:
    contest = Contest("galecrest", 1, (("board", "uncharted"),), (("sensible",),), 3, 1)
    whole = play_share(contest, 0, 3)
    assert [next(iter(play_share(contest, number, 1))) for number in range(3)] == list(whole)


SLEEPY_BOT = """
import time
from libertalia.bots import RandomBot

class Sleepy(RandomBot):
    def __init__(self, seed):
        super().__init__(seed)
        RandomBot.games = getattr(RandomBot, "games", 0) + 1  # in this process

    def choose(self, view, decision):
        if RandomBot.games > 4:
            time.sleep(600)
        return super().choose(view, decision)
"""

SIMULATION = """
import multiprocessing
import signal
import sys
from libertalia.lab import simulate

signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may have started the tests with it ignored

def told(done, games):
    print(*[child.pid for child in multiprocessing.active_children()], flush=True)

try:
    simulate("galecrest", players=1, games=32, bots=[sys.argv[1]], processes=2, progress=told)
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
