"""Hints: they know what the seat may know, and say it in a sentence."""

from __future__ import annotations

import pytest

from libertalia import Game
from libertalia.bots import bot_named
from libertalia.review import Budget, Teller, hint
from libertalia.words import words
from tests.review.games import unseen_card_taken

FEW = Budget(worlds=30)


def test_a_hint_uses_only_what_the_seat_knows() -> None:
    """A Surgeon took a card back unseen, and the other seat has picked: whatever it was, the hint is the same."""
    hints = []
    for taken, picked in (("brute", "brute"), ("merchant", "captain")):
        game = unseen_card_taken(taken)
        game.play(0, picked)
        hints.append(hint(game.view(1), "pick", FEW))
    assert hints[0] == hints[1]
    assert {option.answer for option in hints[0].options} == {"monkey", "preacher"}


@pytest.mark.parametrize("edition", ["original", "galecrest"])
def test_every_decision_of_a_game_gets_a_hint_in_words(edition: str) -> None:
    game = Game.new(edition, players=3, seed=5)
    bots = [bot_named("greedy")(seat) for seat in range(3)]
    kinds = set()
    while not game.over:
        decision = game.decisions[0]
        view = game.view(decision.seat, events=False)
        if len(decision.options) > 1 and (decision.kind not in kinds or decision.kind == "pick"):
            kinds.add(decision.kind)
            found = hint(view, decision.kind, Budget(worlds=4))
            assert sorted(option.answer for option in found.options) == sorted(decision.options)
            assert sum(option.share for option in found.options) == pytest.approx(1, abs=0.01)
            shares = [option.share for option in found.options]
            assert shares == sorted(shares, reverse=True)
            for language in ("en", "fr"):
                title, text = Teller(words(language), edition, ["Ann", "Bob", "Cleo"], decision.seat).hint(found)
                assert title
                assert text.endswith(".")
        game.play(decision.seat, bots[decision.seat].choose(view, decision))
    assert {"pick", "take"} < kinds


def test_a_good_card_is_recommended() -> None:
    """The last day, and only one of two cards earns anything: the hint says which, and why."""
    mine = {"colour": "yellow", "doubloons": 10, "hand": ["captain", "beggar"]}
    theirs = {"colour": "red", "doubloons": 12, "hand": ["parrot", "monkey"]}
    loot: list[list[str]] = [[]] * 5 + [["goods", "goods"]]
    game = Game.at({"edition": "original", "voyage": 3, "day": 6, "loot": loot, "seats": [mine, theirs]}, seed=3)
    found = hint(game.view(0), "pick", Budget(worlds=200))
    assert found.options[0].answer == "captain"
    assert found.clear
    assert not found.alike
    title, text = Teller(words("en"), "original", ["Ann", "Bob"], 0).hint(found)
    assert title == "Lean towards Captain"
    assert text.startswith("You gain 3 doubloons (Captain). After “Captain”: always.")
