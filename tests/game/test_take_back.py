"""Loot that may be taken back: what the game says of it is what its definition says, and what it then does."""

from __future__ import annotations

import pickle
import random

import pytest

from libertalia import Game, IllegalMove
from libertalia.game.events import HourStrikes
from tests.games import TABLES, Setting


def may_be_taken_back(before: Game, after: Game, kind: str) -> bool:
    """The ruling, word by word: loot, the same voyage, day and dusk, no chance was needed, no card moved unseen."""
    then, now = before.table, after.table
    same_dusk = (then.voyage, then.day, "dusk") == (now.voyage, now.day, after.view(None, events=False).hour)
    by_dusk = before.view(None, events=False).hour == "dusk"
    unseen = any(event.audience is not None for event in after.events_from(len(before.events)))
    return kind == "take" and by_dusk and same_dusk and then.draws == now.draws and not unseen


def test_it_is_offered_where_it_can_be_done_and_nowhere_else() -> None:
    """After each answer of whole games, at every board. Loot that is taken by day can't be taken back."""
    offered = by_day = 0
    for setting in TABLES:
        rng = random.Random(setting.players)
        game = setting.new(seed=setting.players)
        while not game.over:
            decision = rng.choice(game.decisions)
            before = game.clone()
            game.play(decision.seat, rng.choice(decision.options))
            expected = decision.seat if may_be_taken_back(before, game, decision.kind) else None
            assert game.returnable == expected
            by_day += decision.kind == "take" and before.view(None, events=False).hour == "day"
            if rng.random() < 0.2:
                _does_what_it_offers(before, game)
                offered += expected is not None
    assert offered > 50
    assert by_day > 3


def _does_what_it_offers(before: Game, game: Game) -> None:
    for seat in range(len(game.scores)):
        twin = game.clone()
        if seat != game.returnable:
            with pytest.raises(IllegalMove, match="nothing that could be taken back"):
                twin.take_back(seat)
            continue
        twin.take_back(seat)
        assert (twin.position(), twin.decisions, twin.events) == (before.position(), before.decisions, before.events)
        assert twin.returnable is None


def test_copies_and_replays_offer_the_same() -> None:
    """Also after something was taken back: each decision allows it once."""
    again = 0
    for setting in TABLES:
        rng = random.Random(setting.players)
        game = setting.new(seed=setting.players)
        while not game.over:
            decision = rng.choice(game.decisions)
            game.play(decision.seat, rng.choice(decision.options))
            if game.returnable is not None and rng.random() < 0.05:
                _same_in_copies(game)
                game.take_back(decision.seat)
                _same_in_copies(game)
                game.play(decision.seat, rng.choice(decision.options))
                assert game.returnable is None
                again += 1
    assert again > 10


def _same_in_copies(game: Game) -> None:
    for copy in (game.clone(), game.record().replay(), pickle.loads(pickle.dumps(game))):
        assert (copy.returnable, copy.shown) == (game.returnable, game.shown)


@pytest.mark.parametrize("setting", TABLES, ids=str)
def test_something_hidden_is_shown_by_a_draw_or_a_reveal(setting: Setting) -> None:
    shown, draws, told, times = setting.new(seed=setting.players).shown, 0, 0, 0
    for game in setting.random_game(seed=setting.players):
        news = game.events_from(told)
        revealed = any(isinstance(event, HourStrikes) and event.hour == "day" for event in news)
        if told and not game.over:
            assert (game.shown != shown) is (revealed or game.table.draws != draws)
            times += game.shown != shown
        shown, draws, told = game.shown, game.table.draws, told + len(news)
    assert times > 14  # at least once each day
