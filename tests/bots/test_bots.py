"""Bots: they answer legally, think with what they may know, and are found by name."""

from __future__ import annotations

import os
import random
import re
from pathlib import Path

import pytest

from libertalia import COMPILED, Decision, Game, View
from libertalia.bots import BOTS, LEVELS, Bot, IllegalAnswer, UnknownBot, bot_named
from libertalia.lab import simulate
from tests.games import BOARDS, GALECREST, Setting, galecrest

NAMES = ("random", "sensible", "greedy", "greedy(mix=2)", "learned", "search(n=20)", "search(n=4, net=True)")


def test_every_bot_is_tried_here() -> None:
    assert {name.partition("(")[0] for name in NAMES} == set(BOTS) - {level.name for level in LEVELS}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("setting", [Setting(2), Setting(6), *GALECREST], ids=str)
def test_a_bot_answers_every_decision_legally(name: str, setting: Setting) -> None:
    for game in setting.moments(seed=setting.players, share=0.1 if COMPILED else 0.03):
        bot = bot_named(name)(1)
        for decision in game.decisions:
            assert bot.choose(game.view(decision.seat), decision) in decision.options


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("setting", [Setting(3), galecrest(1), galecrest(3, "stormy")], ids=str)
def test_a_bot_answers_the_same_in_worlds_that_look_the_same(name: str, setting: Setting) -> None:
    rng = random.Random(1)
    for game in setting.moments(seed=12, share=0.1 if COMPILED else 0.03):
        for decision in game.decisions:
            view = game.view(decision.seat)
            other = view.imagine(rng).view(decision.seat)
            assert other.decision is not None
            assert bot_named(name)(5).choose(view, decision) == bot_named(name)(5).choose(other, other.decision)


many_games = pytest.mark.skipif(not COMPILED, reason="many games")


@many_games
def test_greedy_beats_random_by_far() -> None:
    result = simulate(games=20, players=4, bots=["greedy", "random", "random", "random"], seed=2)
    greedy, others = result.standings
    assert greedy.wins.mean > 0.8
    assert greedy.score.mean > others.score.mean + 15


@many_games
@pytest.mark.parametrize("board", BOARDS)
def test_greedy_beats_random_on_every_board(board: str) -> None:
    result = simulate("galecrest", 3, 20, ["greedy", "random", "random"], seed=2, board=board)
    greedy, others = result.standings
    assert greedy.wins.mean > 0.7
    assert greedy.score.mean > others.score.mean + 10


@many_games
@pytest.mark.parametrize("board", BOARDS)
def test_greedy_does_better_alone_than_random(board: str) -> None:
    greedy, rand = (simulate("galecrest", 1, 30, [bot], seed=2, board=board).standings[0] for bot in ("greedy", "random"))
    assert greedy.score.mean > rand.score.mean + 5


def laid(today: list[str], **seat: object) -> Game:
    seats = [
        {"colour": "yellow", "doubloons": 10, "hand": ["captain", "beggar"], **seat},
        {"colour": "red", "doubloons": 10, "hand": ["cabin-boy", "monkey"], "crew": ["carpenter", "barkeep"]},
    ]
    return Game.at({"edition": "original", "voyage": 1, "day": 6, "loot": [[]] * 5 + [today], "seats": seats})


def decide(game: Game, *moves: tuple[int, str]) -> str:
    for seat, answer in moves:
        game.play(seat, answer)
    decision = game.decisions[0]
    return bot_named("greedy")(3).choose(game.view(decision.seat), decision)


def test_greedy_takes_sensible_loot() -> None:
    assert decide(laid(["chest", "cursed-relic"]), (0, "captain"), (1, "cabin-boy")) == "chest"
    third_map = laid(["chest", "treasure-map"], loot={"treasure-map": 2})
    assert decide(third_map, (0, "captain"), (1, "cabin-boy")) == "treasure-map"


def test_greedy_hits_where_it_hurts() -> None:
    game = laid([], hand=["gunner", "beggar"], crew=["first-mate"])
    assert decide(game, (0, "gunner"), (1, "cabin-boy")) == "1:carpenter"


def test_greedy_picks_what_pays_today() -> None:
    assert decide(laid(["goods"], hand=["captain", "gunner"])) == "captain"


OWN = """
from libertalia.bots import Bot

class First(Bot):
    def choose(self, view, decision):
        return decision.options[0]

class NoBot:
    pass
"""


def test_a_bot_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(OWN, encoding="utf-8")
    bot = bot_named(f"{path}:First")(0)
    game = Game.new("original", players=2, seed=1)
    assert bot.choose(game.view(0), game.decisions[0]) == game.decisions[0].options[0]


@pytest.mark.parametrize("name", ["clever", "", ":", "nowhere.py:Bot", "mine.py:Missing", "mine.py:NoBot", "broken.py:Bot"])
def test_unknown_bots(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(OWN, encoding="utf-8")
    (tmp_path / "broken.py").write_text("1 / 0", encoding="utf-8")
    with pytest.raises(UnknownBot):
        bot_named(name)


def test_a_bot_that_does_not_choose_says_so() -> None:
    class Silent(Bot):
        pass

    game = Game.new("original", players=2, seed=1)
    view: View = game.view(0)
    decision: Decision = game.decisions[0]
    with pytest.raises(NotImplementedError):
        Silent().choose(view, decision)


COUNTS = """
from pathlib import Path
from libertalia.bots import Bot

with Path("{log}").open("a") as log:
    log.write("run ")

class Last(Bot):
    def __init__(self, seed=0, nth=-1):
        super().__init__(seed)
        self.nth = nth

    def choose(self, view, decision):
        return decision.options[self.nth] if self.nth < 2 else "kraken"
"""


@pytest.fixture
def counting(tmp_path: Path) -> Path:
    path = tmp_path / "counting.py"
    path.write_text(COUNTS.format(log=tmp_path / "log"), encoding="utf-8")
    return path


def test_a_file_is_run_once_for_all_games_and_again_when_it_was_changed(counting: Path, tmp_path: Path) -> None:
    simulate(games=64, players=2, bots=[f"{counting}:Last", f"{counting}:Last(nth=0)"])
    assert (tmp_path / "log").read_text() == "run "
    os.utime(counting, (1, 1))
    bot_named(f"{counting}:Last")
    assert (tmp_path / "log").read_text() == "run run "


def test_a_bot_with_parameters(counting: Path) -> None:
    game = Game.new("original", players=2, seed=1)
    decision = game.decisions[0]
    assert bot_named(f"{counting}:Last(nth=0)")(1).choose(game.view(0), decision) == decision.options[0]
    assert bot_named(f"{counting}:Last")(1).choose(game.view(0), decision) == decision.options[-1]


@pytest.mark.parametrize("name", ["search(m=1)", "search(1)", "search(n=", "search(n=x)", "random(n=1)", "search(n=1)+1"])
def test_wrong_parameters_are_named(name: str) -> None:
    with pytest.raises(UnknownBot, match=re.escape(name)):
        bot_named(name)


def test_an_illegal_answer_names_the_bot(counting: Path) -> None:
    with pytest.raises(IllegalAnswer, match=r"The bot Last on seat . answered 'kraken' to 'pick'; legal are"):
        simulate(games=1, players=2, bots=["random", f"{counting}:Last(nth=2)"])
