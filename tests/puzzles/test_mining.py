"""Mining puzzles: repeatable, by the criterion, from what one seat may know."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from libertalia import Game
from libertalia.game.view import View
from libertalia.lab.journal import OtherRun
from libertalia.puzzles import Puzzle, PuzzleOption, read, why, written
from libertalia.puzzles.difficulty import expected, rated
from libertalia.puzzles.mining import Criterion, holds, made_puzzle, mine, rechecked, still_holds
from libertalia.review import Budget, Reason, Teller
from libertalia.review.judgement import weighed
from libertalia.words import words
from tests.review.games import unseen_card_taken

QUICK = Criterion(lead=0.0, trap=0.01, hope=0.1, worlds=(20, 60, 200))
GAMES = 2
SEED = 5


@pytest.fixture(scope="module", params=["original", "galecrest"])
def mined(request: pytest.FixtureRequest) -> tuple[str, tuple[Puzzle, ...]]:
    return request.param, mine(request.param, GAMES, seed=SEED, criterion=QUICK)


def test_the_same_seed_gives_the_same_puzzles_and_they_hold_the_criterion(mined: tuple[str, tuple[Puzzle, ...]]) -> None:
    edition, puzzles = mined
    assert puzzles, "there is something to check"
    assert mine(edition, GAMES, seed=SEED, criterion=QUICK, processes=2) == puzzles
    for puzzle in puzzles:
        assert puzzle.edition == edition
        assert puzzle.worlds == QUICK.worlds[-1]
        assert len(puzzle.options) >= 3
        assert puzzle.best.chance >= QUICK.hope
        assert holds(puzzle.options, puzzle.obvious, replace(QUICK, lead=-0.002, trap=0.008)), "but for what was rounded"
        assert puzzle.option(puzzle.obvious).loss > 0
        decision = puzzle.decision()
        assert (decision.kind, sorted(decision.options)) == (puzzle.kind, sorted(option.answer for option in puzzle.options))
        assert puzzle.position["voyage"] == 3, "the last voyage"
        assert all(0 <= solved <= puzzle.tries for solved in puzzle.solved.values())


def test_a_run_that_was_cut_off_goes_on(mined: tuple[str, tuple[Puzzle, ...]], tmp_path: Path) -> None:
    edition, puzzles = mined
    heard: list[tuple[int, int, int]] = []
    mine(edition, GAMES - 1, SEED, QUICK, out=tmp_path)
    found = mine(edition, GAMES, SEED, QUICK, told=lambda *each: heard.append(each), out=tmp_path)
    assert found == puzzles
    assert [done for done, _, _ in heard] == [1, 2]
    with pytest.raises(OtherRun):
        mine(edition, GAMES, 4, QUICK, out=tmp_path)
    file = tmp_path / "set.json.gz"
    written(found, file)
    before = file.read_bytes()
    assert read(file) == puzzles
    written(read(file), file)
    assert file.read_bytes() == before, "the same puzzles make the same file"


def test_a_puzzle_is_made_of_what_the_seat_knows() -> None:
    """A card went back to a hand unseen, and the other seat has picked: whatever it was, the puzzle is the same."""
    made = []
    for taken, picked in (("brute", "brute"), ("merchant", "captain")):
        game = unseen_card_taken(taken)
        before = _puzzle_of(game.view(1))
        game.play(0, picked)
        made.append((before, _puzzle_of(game.view(1))))
    assert made[0] == made[1]


def _puzzle_of(view: View) -> Puzzle:
    decision = view.decision
    assert decision is not None
    return made_puzzle(view, decision, decision.options[0], weighed(view, 5, Budget(30)), luck=5)


def test_what_is_hidden_is_drawn_anew_and_the_view_stays() -> None:
    game = unseen_card_taken("brute")
    view = game.view(1)
    hands = set()
    for luck in range(12):
        imagined = view.imagine(random.Random(luck), picks=False).position()
        assert Game.at(imagined, seed=1).view(1).data() == view.data()
        hands.add(tuple(imagined["seats"][0]["hand"]))
    assert len(hands) > 1


def test_the_criterion() -> None:
    def option(answer: str, loss: float, error: float) -> PuzzleOption:
        return PuzzleOption(answer, 0.5 - loss, 0.02, 0.0, 0.1, loss, error, ())

    best, second, third = option("a", 0.0, 0.0), option("b", 0.05, 0.02), option("c", 0.09, 0.02)
    asked = Criterion(lead=0.02, trap=0.06)
    assert holds((best, second, third), "c", asked)
    assert not holds((best, second, third), "a", asked), "the obvious answer is the best"
    assert not holds((best, second, third), "b", asked), "the obvious answer is not clearly worse"
    assert not holds((best, option("b", 0.05, 0.04), third), "c", asked), "the second is not clearly behind"


def test_a_puzzle_that_does_not_hold_is_dropped(mined: tuple[str, tuple[Puzzle, ...]]) -> None:
    _, puzzles = mined
    surest = max(puzzles, key=lambda puzzle: min(option.loss - option.loss_error for option in puzzle.options[1:]))
    wrong = replace(surest, options=(surest.options[-1], *surest.options[:-1]))
    assert not still_holds(wrong, 300), "the worst answer is not the best"
    assert surest not in rechecked([wrong], 300)


def test_ratings_follow_what_was_solved(mined: tuple[str, tuple[Puzzle, ...]]) -> None:
    _, puzzles = mined
    some = puzzles[0]
    tries = some.tries
    easy = replace(some, seat=0, solved={"bilge": tries - 1, "mango": tries, "fathom": tries})
    fair = replace(some, seat=1, solved={"bilge": 1, "mango": 3, "fathom": tries})
    hard = replace(some, seat=2, solved={"bilge": 0, "mango": 0, "fathom": 1})
    found = rated([hard, fair, easy])
    assert [puzzle.seat for puzzle in found] == [0, 1, 2], "from the easiest to the hardest"
    assert sum(puzzle.rating for puzzle in found) / 3 == pytest.approx(1500, abs=2)
    assert found[0].rating < found[1].rating - 100
    assert found[1].rating < found[2].rating - 100
    assert rated([]) == ()
    assert expected(1500, 1700) == pytest.approx(1 - expected(1700, 1500))


def test_what_is_told_speaks_for_the_best_answer(mined: tuple[str, tuple[Puzzle, ...]]) -> None:
    edition, puzzles = mined
    puzzle = puzzles[0]
    best, second, *rest = puzzle.options
    lost = Reason({"event": "lost", "seat": puzzle.seat, "amount": 4}, played=80, instead=10)
    chest = Reason({"event": "took", "seat": puzzle.seat, "token": "chest"}, played=90, instead=5)
    teller = Teller(words("en"), edition, ["Ann", "Bob", "Cleo", "Dan", "Eve", "Fay"], puzzle.seat)

    def told(*reasons: Reason) -> list[str]:
        return why(replace(puzzle, options=(best, replace(second, reasons=reasons), *rest)), second.answer, teller)

    assert [sentence.split(".")[0] for sentence in told(lost, chest)] == ["You lose 4 doubloons"]
    assert [sentence.split(".")[0] for sentence in told(chest)] == ["You take a chest"], "rather that than nothing"
    itself = replace(chest, event={**chest.event, "token": best.answer})
    assert told(itself)[0].startswith("Expected lead"), "that the answer's own token is taken is not a reason"
