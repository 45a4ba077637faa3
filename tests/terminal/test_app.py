"""The command line, run as its users run it."""

from __future__ import annotations

import csv
import io
import json
import os
import signal
import subprocess
import sys
import time
from importlib.metadata import version
from pathlib import Path

import pytest

import libertalia
from libertalia import Game, Record
from libertalia.game.setup import edition_names, options_of
from tests.games import finished, galecrest, moments

COMMAND = [sys.executable, "-c", "from libertalia.terminal.app import main; main()"]
ENVIRONMENT = {**os.environ, "COLUMNS": "140", "PYTHONPATH": str(Path(libertalia.__file__).parents[1])}
"""Whatever folder a command is run in, it is the one that is tested here."""


def run(*arguments: str, typed: str = "", cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    environment = {**ENVIRONMENT, "NO_COLOR": "1"}
    return subprocess.run(
        [*COMMAND, *arguments], input=typed, capture_output=True, text=True, timeout=300, cwd=cwd, env=environment, check=False
    )


def test_help_shows_examples() -> None:
    assert "simulate" in run("--help").stdout
    assert "simulate" in run().stdout
    for command in ("play", "simulate", "rules", "replay", "show"):
        assert f"libertalia {command}" in run(command, "--help").stdout


def test_the_version_is_told() -> None:
    done = run("--version")
    assert (done.returncode, done.stdout) == (0, f"libertalia {version('libertalia')}\n")


def test_the_options_are_those_of_the_editions() -> None:
    helped = " ".join(run("play", "--help").stdout.split())
    for edition in edition_names():
        for option in options_of(edition):
            assert f"--{option.name.replace('_', '-')}" in helped
            assert f"Edition {edition}" in helped


@pytest.mark.parametrize(("lang", "ends"), [("en", "Victory"), ("fr", "Victoire")])
def test_a_whole_game_by_numbers(lang: str, ends: str, tmp_path: Path) -> None:
    done = run("play", "--players", "3", "--bots", "random", "--seed", "7", "--lang", lang, typed="1\n" * 300, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert ends in done.stdout
    (saved,) = tmp_path.glob("libertalia-*.json")
    assert Record.loads(saved.read_text(encoding="utf-8")).replay().over


@pytest.mark.parametrize(
    ("players", "options", "lang", "ends"),
    [
        (1, ["--difficulty", "hard"], "en", "Victory"),
        (1, ["--board", "uncharted"], "fr", "Victoire"),
        (3, ["--board", "stormy"], "en", "Victory"),
        (3, ["--board", "stormy"], "fr", "Victoire"),
    ],
)
def test_a_whole_game_of_galecrest_by_numbers(players: int, options: list[str], lang: str, ends: str, tmp_path: Path) -> None:
    table = ["--edition", "galecrest", "--players", str(players), *options]
    done = run("play", *table, "--bots", "random", "--seed", "7", "--lang", lang, typed="1\n" * 300, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert ends in done.stdout
    (saved,) = tmp_path.glob("libertalia-*.json")
    record = Record.loads(saved.read_text(encoding="utf-8"))
    assert record.players == players
    assert record.replay().over
    if players == 1:
        assert "Automa" in done.stdout
        assert {seat for seat, _ in record.moves} == {0}


def test_leaving_saves_the_record_and_it_can_be_resumed(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    first = run("play", "--seed", "7", "--bots", "random", "--record", str(file), typed="1\n? brute\nnonsense\nq\n")
    assert first.returncode == 0
    assert "Brute" in first.stdout
    assert "nonsense" in first.stdout
    game = Record.loads(file.read_text(encoding="utf-8")).replay()
    assert not game.over
    again = run("play", "--bots", "random", "--resume", str(file), typed="1\n" * 300)
    assert again.returncode == 0
    assert Record.loads(file.read_text(encoding="utf-8")).replay().over


def test_the_end_of_input_leaves_cleanly(tmp_path: Path) -> None:
    done = run("play", "--seed", "7", "--bots", "random", cwd=tmp_path)
    assert done.returncode == 0
    assert len(list(tmp_path.glob("libertalia-*.json"))) == 1
    assert "Traceback" not in done.stderr


def test_ctrl_c_leaves_cleanly_with_the_record_saved(tmp_path: Path) -> None:
    with subprocess.Popen(
        [*COMMAND, "play", "--bots", "random", "--seed", "7"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
        text=True,
        env={**ENVIRONMENT, "PYTHONUNBUFFERED": "1"},
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        while "Pick the character" not in process.stdout.readline():
            pass
        time.sleep(0.5)  # now it waits for an answer
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    assert process.returncode == 0
    assert "Traceback" not in errors
    assert len(list(tmp_path.glob("libertalia-*.json"))) == 1


def test_answers_by_name_in_either_language(tmp_path: Path) -> None:
    hand = Game.new("original", players=2, seed=7).view(0).me.holds
    assert "bosun" in hand
    for lang, name in (("en", "Bosun"), ("fr", "maître d'équipage")):
        file = tmp_path / f"{lang}.json"
        run(
            "play",
            "--players",
            "2",
            "--bots",
            "random",
            "--seed",
            "7",
            "--lang",
            lang,
            "--record",
            str(file),
            typed=f"{name}\nq\n",
        )
        moves = Record.loads(file.read_text(encoding="utf-8")).moves
        assert (0, "bosun") in moves


def test_simulate_prints_a_table_csv_and_json() -> None:
    table = run("simulate", "-n", "200", "--players", "3", "--processes", "2")
    assert table.returncode == 0, table.stderr
    assert "random" in table.stdout
    rows = list(csv.DictReader(io.StringIO(run("simulate", "-n", "50", "--csv", "--processes", "1").stdout)))
    assert len(rows) == 4
    assert sum(float(row["wins"]) for row in rows) == pytest.approx(50, abs=0.1)
    data = json.loads(run("simulate", "-n", "50", "--json", "--processes", "1").stdout)
    assert {"bot", "wins", "mean_score", "spread", "seconds", "games_per_second"} <= set(data[0])


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["brute"], "highest character"),
        (["Governor's Daughter"], "Daughter"),
        (["treasure-map"], "12"),
        (["night"], "den"),
        (["brute", "--lang", "fr"], "navire"),
        (["chirurgien", "--lang", "fr"], "cimetière"),
        (["witch", "--edition", "galecrest"], "Witch"),
        (["Wind Nymph", "--edition", "galecrest"], "Wind Nymph"),
        (["night", "--edition", "galecrest", "--lang", "fr"], "bateaux"),
        (["solo", "--edition", "galecrest"], "Automa icon"),
    ],
)
def test_rules(arguments: list[str], says: str) -> None:
    done = run("rules", *arguments)
    assert done.returncode == 0, done.stderr
    assert says in done.stdout


@pytest.mark.parametrize(
    ("lang", "says"),
    [
        ("en", ["Calm: Anchor —", "Stormy: Anchor —", "[Reconstructed"]),
        ("fr", ["Calme\u00a0: Ancre —", "Orageux\u00a0: Ancre —", "[Reconstitué"]),
    ],
)
def test_a_token_of_galecrest_has_two_sides_and_what_is_reconstructed_is_marked(lang: str, says: list[str]) -> None:
    done = run("rules", "chest", "--edition", "galecrest", "--lang", lang)
    assert done.returncode == 0, done.stderr
    for part in says:
        assert part in done.stdout


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_whole_reference_of_galecrest(lang: str) -> None:
    lines = run("rules", "--edition", "galecrest", "--lang", lang).stdout
    assert "40" in lines
    assert "docs/rules/provenance.md" in lines


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_whole_reference(lang: str) -> None:
    lines = run("rules", "--lang", lang).stdout
    assert "30" in lines
    assert "Granny Wata" in lines


def test_replay_tells_the_game(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(finished(2, seed=1).record().dumps(), encoding="utf-8")
    whole = run("replay", str(file), "--all")
    assert whole.returncode == 0, whole.stderr
    assert "Campaign 3" in whole.stdout
    stepped = run("replay", str(file), typed="\n" * 30)
    assert stepped.returncode == 0
    assert "Campagne 1" in run("replay", str(file), "--lang", "fr").stdout


@pytest.mark.parametrize(("players", "board"), [(1, "calm"), (3, "uncharted")])
def test_replay_and_show_know_galecrest(players: int, board: str, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(galecrest(players, board).finished(1).record().dumps(), encoding="utf-8")
    for lang in ("en", "fr"):
        whole = run("replay", str(file), "--all", "--lang", lang)
        assert whole.returncode == 0, whole.stderr
    for game in galecrest(players, board).moments(seed=3, share=0.03):
        done = run("show", "-", "--seat", "0", typed=json.dumps(game.position()))
        assert done.returncode == 0, done.stderr


def test_show_draws_a_position_for_a_viewer(tmp_path: Path) -> None:
    file = tmp_path / "position.json"
    for game in moments(4, seed=3, share=0.03):
        file.write_text(json.dumps(game.position()), encoding="utf-8")
        for seat in ([], ["--seat", "2"]):
            done = run("show", str(file), *seat)
            assert done.returncode == 0, done.stderr
    assert run("show", "-", typed=file.read_text(encoding="utf-8")).returncode == 0


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["play", "--bots", "clever"], "no bot 'clever'"),
        (["play", "--bots", "nowhere.py:Bot"], "nowhere.py"),
        (["play", "--lang", "tlh"], "no language 'tlh'; there is en, fr"),
        (["play", "--players", "7"], "2 to 6 players, not 7"),
        (["play", "--players", "1"], "2 to 6 players, not 1"),
        (["play", "--edition", "third"], "no edition 'third'"),
        (["play", "--edition", "galecrest", "--board", "foggy"], "board is one of calm, stormy, uncharted, not 'foggy'"),
        (["play", "--edition", "galecrest", "--difficulty", "hard"], "1 player, not 4"),
        (["play", "--edition", "galecrest", "--players", "1", "--difficulty", "brutal"], "easy, normal, hard, expert"),
        (["play", "--edition", "galecrest", "--players", "7"], "1 to 6 players, not 7"),
        (["play", "--edition", "galecrest", "--influence", "fair"], "no option 'influence'"),
        (["play", "--board", "calm"], "no option 'board'"),
        (["simulate", "--board", "calm"], "no option 'board'"),
        (["simulate", "--edition", "galecrest", "--board", "foggy"], "'foggy'"),
        (["rules", "parrot", "--edition", "galecrest"], "no 'parrot'"),
        (["play", "--seed", "-3"], "A seed"),
        (["play", "--resume", "nowhere.json"], "can't be read"),
        (["simulate", "--bots", "clever"], "no bot 'clever'"),
        (["simulate", "--players", "0"], "players, not 0"),
        (["simulate", "--influence", "loud"], "printed, fair"),
        (["simulate", "-n", "0"], "-n"),
        (["simulate", "-n", "many"], "a valid integer"),
        (["rules", "brute", "captain"], "captain"),
        (["rules", "brut"], "Did you mean brute"),
        (["rules", "kraken"], "no 'kraken'"),
        (["rules", "--lang", "xx"], "no language"),
        (["replay", "nowhere.json"], "nowhere.json can't be read"),
        (["show", "nowhere.json"], "nowhere.json can't be read"),
        (["sail"], "sail"),
        (["play", "--wind", "strong"], "--wind"),
    ],
)
def test_bad_input_gets_one_clear_sentence_and_exit_code_2(arguments: list[str], says: str) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert says in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


@pytest.mark.parametrize("content", [b"", b"{", b"\xff\xfe\x00", b"[]", b'{"edition": "original"}', b"[" * 50_000])
@pytest.mark.parametrize("command", ["replay", "show"])
def test_unreadable_files(command: str, content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "file.json"
    file.write_bytes(content)
    done = run(command, str(file))
    assert done.returncode == 2
    assert len(done.stderr.strip().splitlines()) == 1
    assert "Traceback" not in done.stderr
