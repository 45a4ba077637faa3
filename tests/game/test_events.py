"""Events: each has an audience, and nobody else sees all of it."""

from __future__ import annotations

import json

import pytest

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
