"""`libertalia verify`: what it can tell, and what it says it can't."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from libertalia import IllegalMove
from libertalia.game.logbook import Logbook, commitment, verified
from libertalia.game.take_back import TakeBack
from libertalia.terminal.local_game import LocalGame
from tests.games import finished
from tests.terminal.test_app import run

TRUE, FALSE, UNKNOWN = 0, 1, 3


@pytest.fixture
def local(tmp_path: Path) -> Path:
    """A game of the terminal, played to its end."""
    file = tmp_path / "game.json"
    run("play", "--players", "2", "--seed", "7", "--bots", "random", "--record", str(file), typed="1\n" * 300)
    return file


def test_a_local_game_is_not_called_false(local: Path) -> None:
    done = run("verify", str(local))
    assert done.returncode == UNKNOWN
    assert "FALSE" not in done.stdout
    deal, moves, end = done.stdout.splitlines()
    assert deal.startswith("can't tell:  Whether the deal was fixed beforehand: the file has no commitment.")
    assert moves.startswith("true")
    assert end.startswith("true         The game was played to its end.")


def test_an_unfinished_game_has_no_result_to_check(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    run("play", "--players", "2", "--seed", "7", "--bots", "random", "--record", str(file), typed="1\nq\n")
    done = run("verify", str(file))
    assert done.returncode == UNKNOWN
    assert "can't tell:  The game is not over yet" in done.stdout


def test_what_is_false_is_called_false(local: Path) -> None:
    data = json.loads(local.read_text(encoding="utf-8"))
    data["scores"] = [999, 0]
    local.write_text(json.dumps(data), encoding="utf-8")
    done = run("verify", str(local))
    assert done.returncode == FALSE
    assert "FALSE        The scores are" in done.stdout
    data["record"]["moves"][0][1] = "kraken"
    local.write_text(json.dumps(data), encoding="utf-8")
    done = run("verify", str(local))
    assert done.returncode == FALSE
    assert "FALSE        Every move is legal" in done.stdout


def test_a_result_without_an_end_is_false(local: Path) -> None:
    data = json.loads(local.read_text(encoding="utf-8"))
    data |= {"scores": [0, 0]}
    data["record"]["moves"] = []
    assert [finding.true for finding in verified(json.dumps(data))] == [None, True, False, True]


def test_a_commitment_makes_the_deal_true_or_false(tmp_path: Path) -> None:
    record = finished(2, seed=7).record()
    file = tmp_path / "game.json"
    file.write_text(json.dumps({"record": record.data(), "table": "f3XkQ"}), encoding="utf-8")
    shown = commitment("f3XkQ", record.seed)
    assert run("verify", str(file), "--commitment", shown).returncode == TRUE
    assert run("verify", str(file), "--commitment", shown[::-1]).returncode == FALSE
    assert run("verify", str(file)).returncode == UNKNOWN


def test_moves_taken_back_are_told_and_checked(tmp_path: Path) -> None:
    local = LocalGame.new("original", 3, {}, ["random"], tmp_path / "game.json", seed=7)
    while local.game.view(0).hour != "dusk" or local.bot_decision() or len(local.game.decisions[0].options) == 1:
        decision = local.bot_decision() or local.game.decisions[0]
        local.play(decision.seat, decision.options[0])
    before = local.game.position()
    for answer in local.game.decisions[0].options[:2]:
        local.play(0, answer)
        local.take_back()
        assert local.game.position() == before
    book = Logbook.loads(local.path.read_text(encoding="utf-8"))
    assert [[answer for _, answer in one.moves] for one in book.taken_back] == [[a] for a in local.game.decisions[0].options[:2]]
    (finding,) = [finding for finding in verified(book.dumps()) if "took a choice back 2 times" in finding.text]
    assert finding.true
    with pytest.raises(IllegalMove, match="something hidden was shown"):
        local.take_back()
    pick = next(number for number, (seat, _) in enumerate(book.record.moves) if seat == 0)
    cheat = Logbook(book.record, taken_back=(TakeBack(pick, book.record.moves[pick:]),))
    assert [finding.true for finding in verified(cheat.dumps())][-1] is False, "the picks had been revealed"


def test_the_plain_terminal_takes_back_what_can_be_taken_back(tmp_path: Path) -> None:
    game = ["play", "--players", "3", "--seed", "7", "--bots", "random", "--lang", "fr"]
    done = run(*game, typed="u\n1\n" * 20 + "q\n", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "Vous n'avez pas de choix à reprendre." in done.stdout
    assert "quelque chose de caché a été montré" in done.stdout
