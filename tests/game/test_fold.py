"""Events tell everything: a view that is followed event by event is the server's view after every move."""

from __future__ import annotations

import json
from typing import Any

import pytest

from libertalia import Game
from libertalia.game.fold import Fold, blank
from libertalia.game.names import heap_to_counts
from libertalia.rules.editions import RULES_VERSION
from tests.games import BOARDS, GAMES, SEATS, Setting, fewer, galecrest

SETTINGS = [
    *(Setting(players, "original", {"influence": influence}) for players in SEATS for influence in ("printed", "fair")),
    *(galecrest(players, board) for players in SEATS for board in BOARDS),
    *(galecrest(1, board, difficulty=difficulty) for board in BOARDS for difficulty in ("easy", "expert")),
]


def public(game: Game) -> dict[str, Any]:
    """A spectator's view as plain JSON data, without what is empty for all spectators."""
    view = game.view(None, events=False).data()
    for seat in view["seats"]:
        assert seat.pop("pick") is None
    assert (view.pop("viewer"), view.pop("decision"), view.pop("rules")) == (None, None, RULES_VERSION)
    plain: dict[str, Any] = json.loads(json.dumps(view))
    return plain


def check_events_tell_everything(setting: Setting, games: int) -> None:
    for seed in range(games):
        fold, told = None, 0
        for game in setting.random_game(seed):
            now = public(game)
            if fold is None:
                edition = game.table.edition
                colours = [seat["colour"] for seat in now["seats"]]
                bag = heap_to_counts(edition, edition.full_bag)
                fold = Fold(blank(now["edition"], now["options"], colours, list(edition.rank_of), bag), list(edition.rank_of))
            for event in game.events[told:]:
                fold.apply(json.loads(json.dumps(event.seen_by(None).data())))
            told = len(game.events)
            assert fold.view == now


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_the_view_follows_from_the_events_after_every_move(setting: Setting) -> None:
    check_events_tell_everything(setting, max(fewer(3), GAMES // 1000))
