"""The length of a message tells nothing about the card in it."""

from __future__ import annotations

import pytest

from libertalia.game.logbook import commitment
from libertalia.game.setup import edition_names, edition_of
from libertalia.rules.editions import RULES_VERSION
from libertalia.tables.entries import Entry, Played, Started
from libertalia.tables.identity import SPECTATOR, Identity
from libertalia.tables.state import TableState
from libertalia.tables.table import HostedTable
from tests.tables.people import START, happens, joined, opened


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


def lengths_of_pick(state: TableState, card: str) -> tuple[tuple[int, ...], ...]:
    """How long the messages are after the first player's pick: to that player, to another one, and to a spectator."""
    table = HostedTable(state, START)
    news = table.add(Entry(state.number + 1, START, Played(0, 0, card)), at=START)
    viewers = (Identity(0), Identity(1), SPECTATOR)
    return tuple(tuple(map(len, (news.message(who.seat), *table.told(who, 0, START)))) for who in viewers)


@pytest.mark.parametrize("edition", edition_names())
def test_the_length_of_a_message_does_not_tell_which_card_was_picked(edition: str) -> None:
    """Somebody who sees only encrypted traffic learns nothing, no matter to whom of the table they listen."""
    cards: set[str] = set()
    everything = set(edition_of(edition, {}).rank_of)
    for seed in range(1000):
        hand = hand_of(in_edition(edition, seed))
        lengths = {card: lengths_of_pick(in_edition(edition, seed), card) for card in hand}
        assert len(set(lengths.values())) == 1, lengths
        cards.update(hand)
        if cards == everything:
            break
    assert cards == everything
