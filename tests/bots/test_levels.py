"""The five levels: they play everywhere by name, have words in every language, and each was measured to beat the one below."""

from __future__ import annotations

import pytest

from libertalia import COMPILED, Game
from libertalia.bots import BOTS, LEVELS, bot_named, bot_seed, league
from libertalia.game.setup import edition_names
from libertalia.lab import simulate
from libertalia.words import LANGUAGES, words

NAMES = [level.name for level in LEVELS]


def test_there_are_five_and_they_come_first() -> None:
    assert list(BOTS[:5]) == NAMES == ["bilge", "mango", "skerry", "pepper", "fathom"]
    assert len({level.face for level in LEVELS}) == 5


@pytest.mark.parametrize("name", NAMES if COMPILED else NAMES[:4])
def test_a_level_plays_by_name(name: str) -> None:
    game = Game.new("galecrest", players=2, seed=3)
    decision = game.decisions[1]
    assert bot_named(name)(1).answer(game.view(1), decision) in decision.options


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_level_has_a_name_and_a_line(language: str) -> None:
    speech = words(language)
    lines = [speech.text(f"level.{name}.line") for name in NAMES]
    assert len(set(lines)) == 5
    for name in NAMES:
        assert speech.text(f"level.{name}").lower().startswith(name)


@pytest.mark.parametrize("edition", edition_names())
def test_the_league_was_measured_and_each_beats_the_one_below(edition: str) -> None:
    figures = league()["editions"][edition]
    assert list(figures) == NAMES
    ratings = [figures[name]["rating"] for name in NAMES]
    assert ratings == sorted(ratings)
    assert figures["skerry"]["rating"] == 1000
    for name in NAMES[1:]:
        assert list(figures[name]["beats"]) == ["2", "3", "4", "6"]
        for players, (share, error) in figures[name]["beats"].items():
            assert share - error > 1 / int(players)


@pytest.mark.skipif(not COMPILED, reason="many thoughts")
@pytest.mark.parametrize("name", ["mango", "skerry", "pepper", "fathom"])
def test_bots_at_one_table_have_minds_of_their_own(name: str) -> None:
    alike = 0
    deals = 20
    for deal in range(deals):
        game = Game.new("original", players=4, seed=deal)
        picks = {bot_named(name)(bot_seed(deal, d.seat)).answer(game.view(d.seat), d) for d in game.decisions}
        alike += len(picks) == 1
    assert alike <= 0.4 * deals  # four of `greedy` pick the same card in two deals of three


@pytest.mark.skipif(not COMPILED, reason="many games")
@pytest.mark.parametrize(("upper", "lower"), [("mango", "bilge"), ("skerry", "mango"), ("pepper", "skerry")])
def test_a_level_beats_the_one_below(upper: str, lower: str) -> None:
    stronger, _ = simulate(games=40, bots=[upper, lower, lower, lower], seed=5).standings
    assert stronger.wins.mean > 0.3
    assert stronger.lead.mean > 0
