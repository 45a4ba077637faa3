"""The length of a message tells nothing about the card in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from libertalia.game.logbook import commitment
from libertalia.game.setup import edition_names, edition_of
from libertalia.rules.editions import RULES_VERSION
from libertalia.server.settings import Settings
from libertalia.server.tables.audience import Audience
from libertalia.server.tables.presence import PresenceBoard
from libertalia.server.tables.services import Services
from libertalia.tables import messages as m
from libertalia.tables.entries import (
    Played,
    Started,
)
from libertalia.tables.state import Identity, TableState
from tests.tables.people import happens, joined, opened


class Listener:
    """A viewer who remembers how long the messages were."""

    secret: str | None = None
    address = "127.0.0.1"
    language = "en"

    def __init__(self, seat: int | None) -> None:
        self.identity = Identity(seat)
        self.lengths: list[int] = []

    def tell(self, message: bytes) -> None:
        self.lengths.append(len(message))

    def start_over(self) -> None: ...


def in_edition(edition: str, seed: int) -> TableState:
    """A game of three people that has just begun."""
    table = opened(players=3, edition=edition)
    for seat in range(3):
        happens(table, joined(table, f"Person {seat}", None, seat))
    happens(table, Started(str(seed), commitment("table", seed), RULES_VERSION))
    return table


def hand_of(table: TableState) -> tuple[str, ...]:
    assert table.game is not None
    return table.game.own(0).hand


def lengths_of_pick(table: TableState, card: str, board: PresenceBoard) -> tuple[tuple[int, ...], ...]:
    """How long the messages are after the first player's pick: to that player, to another one, and to a spectator."""
    audience = Audience(table, board, m.Patience(0, 0, 0), lambda: None)
    viewers = [Listener(0), Listener(1), Listener(None)]
    happens(table, Played(0, 0, card))
    audience.viewers.update(viewers)
    audience.tell_news([table.entries[-1]], with_table=False)
    for viewer in viewers:
        audience.welcome(viewer, 0)
    return tuple(tuple(viewer.lengths) for viewer in viewers)


@pytest.mark.parametrize("edition", edition_names())
def test_the_length_of_a_message_does_not_tell_which_card_was_picked(edition: str, tmp_path: Path) -> None:
    """Somebody who sees only encrypted traffic learns nothing, whoever of the table they listen to."""
    board = PresenceBoard(Services(Settings(database=str(tmp_path / "tables.sqlite"))))
    cards: set[str] = set()
    everything = set(edition_of(edition, {}).rank_of)
    for seed in range(1000):
        hand = hand_of(in_edition(edition, seed))
        lengths = {card: lengths_of_pick(in_edition(edition, seed), card, board) for card in hand}
        assert len(set(lengths.values())) == 1, lengths
        cards.update(hand)
        if cards == everything:
            break
    assert cards == everything
