"""The searches: they find what is best where that can be told, are repeatable, and tell nothing that is hidden."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from time import perf_counter, process_time
from typing import Any

import pytest

from libertalia import COMPILED, Game
from libertalia.bots import SearchBot, bot_named
from libertalia.bots.search import MIX_AMONG_EQUALS, width
from libertalia.bots.trained import trained_net
from libertalia.game.setup import edition_names, edition_of
from libertalia.lab import simulate
from libertalia.search import AnswerSearch, PickSearch
from libertalia.search.trials import Trials
from tests.games import GALECREST, Setting

SETTINGS = (Setting(2), Setting(4), Setting(6), *GALECREST)


def laid(today: list[str], **seat: object) -> Game:
    """The last day of the last voyage."""
    seats = [
        {"colour": "yellow", "doubloons": 10, "hand": ["captain", "beggar"], **seat},
        {"colour": "red", "doubloons": 10, "hand": ["cabin-boy", "monkey"], "crew": ["carpenter", "barkeep"]},
    ]
    return Game.at({"edition": "original", "voyage": 3, "day": 6, "loot": [[]] * 5 + [today], "seats": seats})


def decide(game: Game, *moves: tuple[int, str], bot: str = "search(n=200)") -> str:
    for seat, answer in moves:
        game.play(seat, answer)
    decision = game.decisions[0]
    return bot_named(bot)(3).answer(game.view(decision.seat), decision)


def test_it_takes_what_is_worth_most() -> None:
    assert decide(laid(["chest", "cursed-relic"]), (0, "captain"), (1, "cabin-boy")) == "chest"
    third_map = laid(["chest", "treasure-map"], loot={"treasure-map": 2})
    assert decide(third_map, (0, "captain"), (1, "cabin-boy")) == "treasure-map"


def test_it_hits_where_it_hurts() -> None:
    game = laid([], hand=["gunner", "beggar"], crew=["first-mate"])
    assert decide(game, (0, "gunner"), (1, "cabin-boy")) == "1:carpenter"


def test_it_picks_what_pays() -> None:
    assert decide(laid(["goods"], hand=["captain", "spanish-governor"], crew=["gambler"])) == "captain"
    assert decide(laid(["goods"], hand=["captain", "gunner"])) == "gunner", "it sends the other one's carpenter away"


def test_it_keeps_a_card_for_a_later_day() -> None:
    """On the last day but one a Quartermaster costs 8 at the end and brings little; a Bosun brings more with a larger den."""
    seats = [
        {"colour": "yellow", "doubloons": 10, "hand": ["barkeep", "bosun", "cabin-boy"]},
        {"colour": "red", "doubloons": 10, "hand": ["monkey", "cabin-boy"]},
    ]
    game = Game.at({"edition": "original", "voyage": 3, "day": 5, "loot": [[]] * 6, "seats": seats})
    assert decide(game) == "barkeep"


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_all_simulations_are_counted_and_every_answer_is_tried(setting: Setting) -> None:
    for game in setting.moments(seed=4, share=0.04 if COMPILED else 0.01):
        for decision in game.decisions:
            sight = game.view(decision.seat).sight
            search = (PickSearch if decision.kind == "pick" else AnswerSearch)(sight, 1)
            search.run(60)
            tried = search.tried()
            assert len(tried) == len(decision.options)
            assert sum(visits for _, visits, _ in tried) == 60
            assert all(visits > 0 for _, visits, _ in tried)


def test_by_simulations_it_is_repeatable_and_the_seed_matters() -> None:
    game = Game.new("original", players=4, seed=8)
    view, decision = game.view(0), game.decisions[0]
    choices = [[SearchBot(seed, n=60).choose(view, decision) for seed in range(12)] for _ in range(2)]
    assert choices[0] == choices[1]
    assert len(set(choices[0])) > 1


@pytest.mark.parametrize("thinking", [{}, {"trust": 8.0}, {"net": True}, {"habit": 0.5}], ids=str)
def test_what_is_hidden_makes_no_difference(thinking: dict[str, Any]) -> None:
    rng = random.Random(1)
    for setting in (Setting(3), GALECREST[4]):
        for game in setting.moments(seed=12, share=0.05 if COMPILED else 0.01):
            for decision in game.decisions:
                view = game.view(decision.seat)
                other = view.imagine(rng).view(decision.seat)
                bots = SearchBot(5, n=30, **thinking), SearchBot(5, n=30, **thinking)
                assert bots[0].choose(view, decision) == bots[1].choose(other, decision)


def test_what_a_net_expects_counts_like_trials() -> None:
    sight = Game.new("original", players=4, seed=8).view(0).sight
    net = trained_net(sight.table.edition)
    assert net is not None
    net.look(sight.table)
    shares = net.picks(0, sight.table.players[0].hand)
    search = PickSearch(sight, 1)
    search.expect(net, 10_000.0)
    search.run(60)
    tried = search.tried()
    assert sum(visits for _, visits, _ in tried) == 60
    by_net = sorted(range(len(shares)), key=lambda index: shares[index])
    assert sorted(range(len(tried)), key=lambda index: tried[index][2]) == by_net, "against so much trust, 60 trials are nothing"


def test_it_mixes_more_where_all_hold_the_same_cards() -> None:
    game = Game.new("original", players=4, seed=8)
    assert width(game.view(0).sight, 0.2) == MIX_AMONG_EQUALS
    assert width(game.view(0).sight, 0.0) == 0.0
    for seat in range(4):
        game.play(seat, game.view(seat).me.holds[seat])
    while game.decisions[0].kind != "pick":
        game.play(game.decisions[0].seat, game.decisions[0].options[0])
    assert width(game.view(0).sight, 0.2) == 0.2


def test_it_thinks_as_long_as_it_may() -> None:
    game = Game.new("original", players=4, seed=8)
    began, worked = perf_counter(), process_time()
    SearchBot(1, ms=60).choose(game.view(0), game.decisions[0])
    assert perf_counter() - began >= 0.06
    assert process_time() - worked < 1, "a busy machine takes longer, but works no more"


@pytest.mark.skipif(not COMPILED, reason="many games")
@pytest.mark.parametrize(
    ("edition", "players", "options"),
    [("original", 4, {}), ("galecrest", 3, {"board": "stormy"}), ("galecrest", 2, {"board": "calm"})],
)
def test_it_beats_greedy_ones(edition: str, players: int, options: dict[str, Any]) -> None:
    bots = ["search(n=150)", *["greedy"] * (players - 1)]
    result = simulate(edition, players, 8 * players, bots, seed=2, **options)
    search, others = result.standings
    assert search.score.mean > others.score.mean
    assert search.wins.mean > others.wins.mean


def choices() -> str:
    """What searches and trials found, to the last digit."""
    found = []
    for setting in SETTINGS:
        for game in setting.moments(seed=6, share=0.02):
            for decision in game.decisions[:1]:
                sight = game.view(decision.seat).sight
                search = (PickSearch if decision.kind == "pick" else AnswerSearch)(sight, 1)
                search.run(30)
                found.append(f"{setting} {search.tried()}")
    for edition in edition_names():
        trials = Trials(edition_of(edition, {}), 3, "sensible", 1)
        found.append(f"{edition} {trials.cards()} {trials.tokens()}")
    return "\n".join(found)


@pytest.mark.skipif(not COMPILED, reason="there is only the interpreted engine to compare")
def test_interpreted_and_compiled_find_the_same() -> None:
    interpreted = subprocess.run(
        [sys.executable, "-m", "tests.search.test_searches"],
        env={**os.environ, "LIBERTALIA_INTERPRETED": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert interpreted.stdout.splitlines() == ["COMPILED False", *choices().splitlines()]


if __name__ == "__main__":
    print("COMPILED", COMPILED)
    print(choices())
