"""The learned bot: it is instant, it has learned something, and its nets are small."""

from __future__ import annotations

from time import process_time
from typing import Any

import pytest

from libertalia import COMPILED, Game
from libertalia.bots import LearnedBot
from libertalia.bots.trained import NETS, trained_net
from libertalia.game.setup import edition_names, edition_of
from libertalia.lab import simulate


@pytest.mark.parametrize("edition", edition_names())
def test_every_edition_has_a_net(edition: str) -> None:
    assert trained_net(edition_of(edition, {})) is trained_net(edition_of(edition, {})) is not None
    assert sum(path.stat().st_size for path in NETS.glob("*.npz")) < 2_000_000


@pytest.mark.skipif(not COMPILED, reason="it is about speed")
def test_it_picks_in_less_than_two_milliseconds() -> None:
    game = Game.new("original", players=6, seed=1)
    bot, view = LearnedBot(1), game.view(0)
    bot.choose(view, game.decisions[0])
    began = process_time()
    for _ in range(50):
        bot.choose(view, game.decisions[0])
    assert (process_time() - began) / 50 < 0.002


@pytest.mark.skipif(not COMPILED, reason="many games")
@pytest.mark.parametrize(("edition", "players", "options"), [("original", 4, {}), ("galecrest", 3, {"board": "stormy"})])
def test_it_beats_sensible_ones(edition: str, players: int, options: dict[str, Any]) -> None:
    bots = ["learned", *["sensible"] * (players - 1)]
    learned, others = simulate(edition, players, 12 * players, bots, seed=2, **options).standings
    assert learned.lead.mean > 3
    assert learned.wins.mean > others.wins.mean
