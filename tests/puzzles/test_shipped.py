"""The puzzles that come with the package: all can be played, and what they say holds in other worlds, too."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

import pytest

import libertalia.puzzles
from libertalia import Game
from libertalia.puzzles import shipped, why
from libertalia.puzzles.mining import Criterion, editions_with_puzzles, holds, obvious_answer, still_holds
from libertalia.review import Teller
from libertalia.rules.editions import KNOWN_RULES
from libertalia.words import words

CHECKED = int(os.environ.get("LIBERTALIA_PUZZLES", "3"))
"""How many of each edition are thought about again. A number above theirs checks all of them; that takes minutes."""
WORLDS = 3000
FEWEST = 200
EDITIONS = pytest.mark.parametrize("edition", editions_with_puzzles())


@EDITIONS
def test_every_puzzle_is_a_legal_position_with_its_best_answer_among_the_options(edition: str) -> None:
    puzzles = shipped(edition)
    assert len(puzzles) >= FEWEST
    assert len({puzzle.id for puzzle in puzzles}) == len(puzzles)
    ratings = [puzzle.rating for puzzle in puzzles]
    assert ratings == sorted(ratings), "from the easiest to the hardest"
    assert sum(ratings) / len(ratings) == pytest.approx(1500, abs=5)
    for puzzle in puzzles:
        assert puzzle.edition == edition
        assert puzzle.position["rules"] in KNOWN_RULES
        game = puzzle.game()
        decision = next(each for each in game.decisions if each.seat == puzzle.seat)
        assert decision.kind == puzzle.kind
        assert sorted(decision.options) == sorted(option.answer for option in puzzle.options)
        assert puzzle.obvious in decision.options
        assert puzzle.worlds >= WORLDS
        chances = [option.chance for option in puzzle.options]
        assert chances == sorted(chances, reverse=True)
        rounded = Criterion(lead=Criterion().lead - 0.002, trap=Criterion().trap - 0.002)
        assert holds(puzzle.options, puzzle.obvious, rounded)
        assert puzzle.best.chance >= Criterion().hope
        for option in puzzle.options:  # each can be played
            Game.at(puzzle.position, seed=1).play(puzzle.seat, option.answer)


@EDITIONS
def test_the_obvious_answer_is_what_a_short_look_finds(edition: str) -> None:
    for puzzle in shipped(edition)[::10]:
        assert obvious_answer(puzzle.view(), puzzle.decision()) == puzzle.obvious


@EDITIONS
def test_there_is_variety(edition: str) -> None:
    puzzles = shipped(edition)
    assert {puzzle.players for puzzle in puzzles} == {2, 3, 4, 5, 6}
    kinds = Counter(puzzle.kind for puzzle in puzzles)
    assert kinds["pick"] > len(puzzles) / 3
    assert len(kinds) >= 4
    assert len({puzzle.best.answer for puzzle in puzzles}) >= 25
    boards = {str(puzzle.position["options"].get("board", puzzle.position["options"].get("influence"))) for puzzle in puzzles}
    assert len(boards) >= 2


@EDITIONS
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_answer_is_explained(edition: str, language: str) -> None:
    for puzzle in shipped(edition):
        teller = Teller(words(language), edition, [f"Seat{seat}" for seat in range(puzzle.players)], puzzle.seat)
        for option in puzzle.options:
            sentences = why(puzzle, option.answer, teller)
            assert 1 <= len(sentences) <= 2
            assert all(sentence.endswith(".") for sentence in sentences)


@EDITIONS
def test_stronger_bots_solve_more(edition: str) -> None:
    solved: Counter[str] = Counter()
    for puzzle in shipped(edition):
        solved.update(puzzle.solved)
    assert solved["bilge"] < solved["mango"] < solved["pepper"] < solved["fathom"]
    assert solved["skerry"] < solved["mango"], "who looks one day ahead falls into the trap"


@EDITIONS
def test_puzzles_hold_in_other_worlds(edition: str) -> None:
    puzzles = shipped(edition)
    some = puzzles[:: max(1, len(puzzles) // CHECKED)]
    still = [still_holds(puzzle, WORLDS, seed=1) for puzzle in some]
    assert sum(still) >= 0.95 * len(some), f"{len(some) - sum(still)} of {len(some)} don't hold"


@EDITIONS
def test_they_are_small(edition: str) -> None:
    assert shipped("third") == ()
    file = Path(libertalia.puzzles.__file__).parent / "sets" / f"{edition}.json.gz"
    assert file.stat().st_size < 1000 * len(shipped(edition))
