"""The review of a finished game: right where the truth is known, blind for what was hidden, and it adds up."""

from __future__ import annotations

import json
import os
import random
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from libertalia import Game
from libertalia.bots import bot_named
from libertalia.game.events import Gained
from libertalia.review import Budget, Judgement, NotOver, Question, Reason, Teller, judge, judged, questions, review
from libertalia.review.accounts import accounts
from libertalia.terminal.app import app
from libertalia.words import words
from tests.review.brute_force import Findings, last_mornings
from tests.review.games import played, unseen_card_taken

FEW = Budget(worlds=20)
SOAK = "LIBERTALIA_LONG" in os.environ
"""Whether there is time for many positions (`make soak`)."""


@pytest.mark.parametrize(("edition", "players"), [("original", 3), ("galecrest", 2), ("galecrest", 1)])
def test_skill_and_luck_add_up_to_the_result(edition: str, players: int) -> None:
    found = review(played(edition, players), FEW)
    for account in found.accounts:
        assert account.even + account.skill + account.luck == pytest.approx(account.result, abs=1e-9)
        assert account.skill <= 0
        assert 0 < account.accuracy <= 100
    assert [account.result > 0 for account in found.accounts] == [seat in found.winners for seat in range(len(found.scores))]
    assert all(sum(point.chances) == pytest.approx(1) for point in found.curve)
    assert all(len(turns) == 3 for turns in found.turns)
    assert json.loads(json.dumps(found.data()))["scores"] == list(found.scores)


def test_a_judgement_survives_as_data_and_is_repeatable() -> None:
    record = played()
    question = next(each for each in questions(record) if each.kind == "take")
    judgement = judge(record, question, FEW)
    assert Judgement.of(json.loads(json.dumps(judgement.data()))) == judgement == judge(record, question, FEW)


def test_what_was_taken_back_is_no_decision() -> None:
    record = played(players=2)
    seat, card = record.moves[0]
    other = next(option for option in questions(record)[0].options if option != card)
    changed = replace(record, moves=((seat, other), (seat, "unpick"), *record.moves))
    assert [each.played for each in questions(changed)] == [each.played for each in questions(record)]


def test_a_running_game_is_refused() -> None:
    with pytest.raises(NotOver, match="played to its end"):
        review(Game.new("original", players=2, seed=7).record())


def test_only_what_the_seat_knew_counts() -> None:
    """A Surgeon took a card back unseen: whichever it was, the others judge alike."""
    judgements = []
    for taken in ("brute", "merchant"):
        game = unseen_card_taken(taken)
        judgements.append(judged(game.view(1), _asked(game, 1), FEW))
    assert judgements[0] == judgements[1]


def _asked(game: Game, seat: int) -> Question:
    decision = next(each for each in game.decisions if each.seat == seat)
    return Question(0, 0, seat, decision.kind, game.table.voyage, game.table.day, decision.options, decision.options[0])


@pytest.mark.parametrize("edition", ["original", "galecrest"])
def test_it_is_right_where_everything_can_be_counted(edition: str) -> None:
    """The last day of the last voyage, by brute force: the best answer, and values as sure as they are said to be."""
    findings = Findings()
    seats = (2, 3, 4) if SOAK else (3, 4)
    for players in seats:
        for number, view in enumerate(last_mornings(edition, players, range(40 if SOAK else 4))):
            findings.check(view, number + 1, games=8000 if SOAK else 3000, tolerance=0.005 if SOAK else 0.01)
    assert findings.decisions >= (300 if SOAK else 20)
    assert findings.right >= 0.99 * findings.decisions, findings
    assert findings.within >= 0.95 * findings.values, findings


def test_a_stronger_player_gets_a_higher_accuracy() -> None:
    def accuracy(bot: str) -> float:
        found = [review(played(players=2, seed=seed, bot=bot), Budget(worlds=60)) for seed in range(2)]
        return sum(account.accuracy for each in found for account in each.accounts) / 4

    assert accuracy("random") + 15 < accuracy("search(n=100)")


@pytest.mark.parametrize("edition", ["original", "galecrest"])
def test_who_is_far_behind_is_not_accurate_for_it(edition: str) -> None:
    """Where nothing can be won or lost any more, doubloons still tell a good answer from a bad one."""
    game = Game.new(edition, 2, seed=7)
    weak, strong = bot_named("random")(7), bot_named("search(n=100)")(7)
    while not game.over:
        decision = game.decisions[0]
        game.play(decision.seat, (weak, strong)[decision.seat].answer(game.view(decision.seat), decision))
    found = review(game.record(), Budget(worlds=40))
    assert found.winners == (1,)
    beaten, winner = (account.accuracy for account in found.accounts)
    assert beaten < 65
    assert winner > 80


def test_accuracy_is_the_part_that_was_kept_of_what_was_at_stake() -> None:
    judgements = review(played(players=2), FEW).judgements
    choosing = [each for each in judgements if len(each.options) > 1]
    best = [replace(each, played=each.best.answer) for each in choosing]
    worst = [replace(each, played=min(each.options, key=lambda option: option.margin).answer) for each in choosing]
    lost = [replace(each, options=tuple(replace(option, chance=0.0, loss=0.0) for option in each.options)) for each in worst]
    for all_of_them, expected in ((best, 100), (worst, 0), (lost, 0)):
        assert [account.accuracy for account in accounts(all_of_them, [1, 0])] == pytest.approx([expected] * 2)


def test_the_sentences_name_cards_people_and_worlds() -> None:
    record = played(players=2)
    rng = random.Random(1)
    asked = questions(record)
    judgements = [judge(record, question, FEW) for question in rng.sample(asked, 12)]
    for language in ("en", "fr"):
        teller = Teller(words(language), "original", ["Anne", "Bart"], reader=0)
        told = [sentence for judgement in judgements for sentence in teller.why(judgement)]
        assert any("100" in sentence for sentence in told), told
        assert all(sentence.endswith(".") for sentence in told)


@pytest.mark.parametrize(
    ("language", "often", "told"),
    [
        ("en", (0, 70), "After “Bosun”: never. After “Gunner”: in 70 of 100."),
        ("en", (100, 1), "After “Bosun”: always. After “Gunner”: in 1 of 100."),
        ("fr", (0, 70), "Après « Maître d'équipage » : jamais. Après « Canonnier » : 70 fois sur 100."),
        ("fr", (100, 1), "Après « Maître d'équipage » : toujours. Après « Canonnier » : 1 fois sur 100."),
    ],
)
def test_a_reason_is_read_once(language: str, often: tuple[int, int], told: str) -> None:
    event = Gained(seat=0, amount=5, cause="bosun")
    speech, names = words(language), ["Anne", "Bart"]
    sentence = Teller(speech, "original", names, reader=0).reason(Reason(event.data(), *often), "pick", "bosun", "gunner")
    assert sentence.replace("\u00a0", " ") == f"{speech.event('original', event, names, reader=0)} {told}"


def test_on_the_command_line(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(played(players=2).dumps())
    shown = CliRunner().invoke(app, ["review", str(file), "--worlds", "20"], catch_exceptions=False)
    assert shown.exit_code == 0
    assert "Accuracy" in shown.output
    assert "Given away" not in shown.output, "what adds up to −131 points of chance is a sum that nobody can follow"
    assert "Chance to win" in shown.output
    asjson = CliRunner().invoke(app, ["review", str(file), "--ms", "1", "--json"], catch_exceptions=False)
    assert len(json.loads(asjson.output)["accounts"]) == 2
