"""Events: who sees them, and what the score of a voyage is made of."""

from __future__ import annotations

import json

import pytest

from libertalia.game.events import Earned, Scored
from tests.games import TABLES, Setting


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_who_is_not_in_the_audience_sees_less_and_who_is_sees_all(table: Setting) -> None:
    game = table.finished(seed=3)
    secrets = 0
    for event in game.events:
        secrets += event.audience is not None
        for viewer in table.viewers:
            assert (event.seen_by(viewer) == event) == (event.audience in (None, viewer))
            assert event.seen_by(viewer).audience in (None, viewer)
        assert json.loads(json.dumps(event.data())) == event.data()
    assert secrets > 10


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_score_has_parts_that_add_up_and_mean_what_they_say(table: Setting) -> None:
    counted = 0
    for seed in range(10):
        game = table.finished(seed)
        earned = [0] * table.seats
        for event in game.events:
            if isinstance(event, Earned) and event.cause in game.table.edition.rank_of:
                earned[event.seat] += event.amount
            elif isinstance(event, Scored):
                assert event.score == event.purse + event.characters + event.loot + event.unpaid
                assert event.characters == earned[event.seat]
                assert event.unpaid == 0 or event.score >= 0 < event.unpaid
                earned[event.seat] = 0
                counted += 1
    assert counted == 10 * 3 * table.seats


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_events_can_be_hashed(table: Setting) -> None:
    events = table.finished(seed=3).events
    assert 50 < len(set(events)) <= len(events)
