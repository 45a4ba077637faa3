"""The command line, run as its users run it."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from importlib.metadata import version
from pathlib import Path

import pytest

import libertalia
from libertalia import Game, Record
from libertalia.game.logbook import Logbook
from libertalia.game.setup import edition_names, options_of
from libertalia.puzzles import read
from libertalia.words import words
from tests.games import finished, galecrest, moments
from tests.server.harness import libertalia as libertalia_command

COMMAND = [sys.executable, "-c", "from libertalia.terminal.app import main; main()"]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(Path(libertalia.__file__).parents[1])}
"""Whatever folder a command is run in, it is the one that is tested here."""


def run(*arguments: str, typed: str = "", cwd: Path | None = None, columns: str = "140") -> subprocess.CompletedProcess[str]:
    return libertalia_command(*arguments, typed=typed, folder=cwd, columns=columns)


def record_of(file: Path) -> Record:
    return Logbook.loads(file.read_text(encoding="utf-8")).record


def test_help_shows_examples() -> None:
    assert "simulate" in run("--help").stdout
    assert "simulate" in run().stdout
    for command in ("play", "simulate", "tournament", "study", "puzzles", "rules", "replay", "show"):
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
    assert record_of(saved).replay().over


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
    record = record_of(saved)
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
    game = record_of(file).replay()
    assert not game.over
    again = run("play", "--bots", "random", "--resume", str(file), typed="1\n" * 300)
    assert again.returncode == 0
    assert record_of(file).replay().over


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
        moves = record_of(file).moves
        assert (0, "bosun") in moves


def test_simulate_prints_a_table_csv_and_json() -> None:
    table = run("simulate", "-n", "200", "--players", "3", "--processes", "2")
    assert table.returncode == 0, table.stderr
    assert "random" in table.stdout
    rows = list(csv.DictReader(io.StringIO(run("simulate", "-n", "50", "--csv", "--processes", "1").stdout)))
    assert [(row["bot"], row["games"], row["win_rate"]) for row in rows] == [("random", "200", "0.25")]
    data = json.loads(run("simulate", "-n", "50", "--json", "--processes", "1").stdout)
    assert {"bot", "win_rate", "win_rate_error", "mean_score", "lead", "spread"} <= set(data[0])


def test_a_study_prints_what_is_worth_most_and_writes_a_report(tmp_path: Path) -> None:
    done = run("study", "--deals", "2", "--players", "2", "--level", "random", "--lang", "fr", "--out", str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert "Valeur" in done.stdout
    assert (tmp_path / "study.html").as_uri() in done.stdout
    assert "What is a character worth?" in (tmp_path / "study.html").read_text(encoding="utf-8")
    assert "no level 'captain'" in run("study", "--level", "captain").stderr


def test_a_tournament_is_stored_printed_and_goes_on(tmp_path: Path) -> None:
    assert "doesn't take the parameters" in run("tournament", "random", "greedy(n=1)").stderr
    given = ("tournament", "random", "greedy", "--players", "3", "--deals", "2", "--processes", "2", "--out", str(tmp_path))
    table = run(*given)
    assert table.returncode == 0, table.stderr
    assert "2 × random" in table.stdout
    assert {file.name for file in tmp_path.iterdir()} == {"games.json", "games.parquet", "journal.jsonl", "standings.json"}
    again = run(*given, "--json")
    assert [row["bot"] for row in json.loads(again.stdout)] == ["random", "greedy"]
    assert "holds results with seed 0, not 1" in run(*given, "--seed", "1").stderr


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


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["play", "--bots", "clever", "--lang", "fr"], "pas de robot 'clever'"),
        (["play", "--players", "7", "--lang=fr"], "de 2 à 6, pas à 7"),
        (["play", "--edition", "third", "--lang", "fr"], "pas d'édition 'third'\u00a0; il y a original, galecrest"),
        (["play", "--edition", "galecrest", "--board", "foggy", "--lang", "fr"], "pas 'foggy'"),
        (["play", "--edition", "galecrest", "--difficulty", "hard", "--lang", "fr"], "avec difficulty se joue seul, pas à 4"),
        (["play", "--board", "calm", "--lang", "fr"], "pas d'option 'board'"),
        (["play", "--seed", "-3", "--lang", "fr"], "Une graine"),
        (["play", "--resume", "nowhere.json", "--lang", "fr"], "ne peut pas être lu"),
        (["simulate", "--bots", "nowhere.py:Bot", "--lang", "fr"], "pas de fichier Python 'nowhere.py'"),
        (["rules", "brut", "--lang", "fr"], "Vouliez-vous dire brute"),
        (["rules", "kraken", "--lang", "fr"], "pas de 'kraken'"),
    ],
)
def test_what_can_not_be_set_up_is_said_in_french_to_the_french(arguments: list[str], says: str) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert says in done.stderr
    assert "There is" not in done.stderr


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("table", [["--players", "6"], ["--players", "6", "--edition", "galecrest", "--board", "stormy"]])
def test_no_word_is_broken_at_80_columns(table: list[str], lang: str, tmp_path: Path) -> None:
    """A table is printed with the same words, whatever the width: only the spaces differ."""
    game = ["play", *table, "--bots", "random", "--seed", "7", "--lang", lang, "--record", "game.json"]
    asks = words(lang).text("cli.choose")
    printed = []
    for columns in ("80", "600"):
        done = run(*game, typed="1\n" * 40, columns=columns, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        printed.append(done.stdout.replace(f"{asks} > ", ""))  # what was typed is not echoed
    narrow, wide = (set(re.sub(r"[│╭╮╰╯─├┤┼┬┴]", " ", text).replace("\n", " ").split(" ")) for text in printed)
    assert max(map(len, printed[0].splitlines())) <= 80
    assert not re.search(r"^[ │]*[:;!?»]", printed[0], re.MULTILINE), "a line begins with a sign that belongs to the line before"
    assert narrow == wide


def test_replay_tells_the_game(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(finished(2, seed=1).record().dumps(), encoding="utf-8")
    whole = run("replay", str(file), "--all")
    assert whole.returncode == 0, whole.stderr
    assert "Campaign 3" in whole.stdout
    stepped = run("replay", str(file), typed="\n" * 30)
    assert stepped.returncode == 0
    assert "Campagne 1" in run("replay", str(file), "--lang", "fr").stdout


def test_a_plain_replay_is_sentences_and_asks_for_nothing(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(finished(2, seed=1).record().dumps(), encoding="utf-8")
    plain = run("replay", str(file), "--plain")
    assert plain.returncode == 0, plain.stderr
    whole = [line.strip() for line in run("replay", str(file), "--all").stdout.splitlines()]
    lines = plain.stdout.splitlines()
    assert len(lines) > 100
    assert all(line in whole for line in lines)
    assert not re.search(r"[│╭╮╰╯─]", plain.stdout)


@pytest.mark.parametrize(("players", "board"), [(1, "calm"), (3, "uncharted")])
def test_replay_and_show_know_galecrest(players: int, board: str, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(galecrest(players, board).finished(1).record().dumps(), encoding="utf-8")
    for lang in ("en", "fr"):
        whole = run("replay", str(file), "--all", "--lang", lang)
        assert whole.returncode == 0, whole.stderr
    for game in list(galecrest(players, board).moments(seed=3, share=0.03))[::4]:
        done = run("show", "-", "--seat", "0", typed=json.dumps(game.position()))
        assert done.returncode == 0, done.stderr


def test_show_draws_a_position_for_a_viewer(tmp_path: Path) -> None:
    file = tmp_path / "position.json"
    for game in list(moments(4, seed=3, share=0.03))[::4]:
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


def test_a_hint_is_given_and_the_file_tells_of_it(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    done = run("play", "--plain", "--players", "2", "--seed", "7", "--record", str(file), typed="!\n!\nq\n")
    assert done.stdout.count(" %") >= 2, "how often a strong player gives each answer"
    hints = Logbook.loads(file.read_text(encoding="utf-8")).hints
    assert len(hints) == 2
    assert hints[0] == hints[1]
    assert hints[0][0] == 0


def test_puzzles_are_found_and_checked(tmp_path: Path) -> None:
    found = run("puzzles", "-n", "1", "--seed", "1", "--worlds", "300", "--processes", "1", "--out", str(tmp_path))
    assert found.returncode == 0, found.stderr
    file = tmp_path / "original.json.gz"
    assert str(file) in found.stdout
    puzzles = read(file)
    assert f"{len(puzzles)} Puzzles" in found.stdout
    checked = run("puzzles", "--check", str(file), "--worlds", "100", "--lang", "fr")
    assert checked.returncode == 0, checked.stderr
    assert "Problèmes" in checked.stdout
    assert {puzzle.id for puzzle in read(file)} <= {puzzle.id for puzzle in puzzles}
    assert run("puzzles", "--edition", "chess", "--out", str(tmp_path)).returncode == 2
