"""Loot that was taken by mistake: until when it can be taken back, what everyone is told of it, and what the record says."""

from __future__ import annotations

import json

import pytest

from libertalia import Game, Record
from libertalia.game.errors import InvalidRecord
from libertalia.game.logbook import verified
from libertalia.game.setup import edition_names
from libertalia.game.tracked_table import TAKE_BACK
from libertalia.tables import boundary
from libertalia.tables import messages as m
from libertalia.tables.entries import ChatSaid, Played, TookBack
from libertalia.tables.identity import Identity
from libertalia.tables.state import TableState
from tests.tables.people import HOST, WATCHER, again, deadlines, dealt, do, happens, play, play_out, record_of, refusal


def to_loot(table: TableState) -> tuple[int, tuple[str, ...]]:
    """Play on until somebody must take loot, and others after them: who, and what there is."""
    game = table.game
    assert game is not None
    while (decision := game.decisions[0]).kind != "take" or len(game.view(None).lineup) < 3:
        take(table, decision.seat, decision.options[-1 - decision.seat % len(decision.options)])
    return decision.seat, decision.options


def take(table: TableState, seat: int, token: str, bot: bool | None = None) -> None:
    happens(table, Played(seat, table.turns[seat], token, bot), 2)


def taken_back(table: TableState, seat: int) -> None:
    do(table, Identity(seat), m.TakeBack("1", table.turns[seat]), at=3)


def refused(table: TableState, seat: int) -> str:
    return refusal(table, Identity(seat), m.TakeBack("1", table.turns[seat]))


def test_loot_is_taken_back_and_everything_is_as_before() -> None:
    table = dealt(m.ClockRules(decision=60), people=3, players=3)
    seat, options = to_loot(table)
    assert table.game is not None
    before = table.game.position(), boundary.public(table.game), table.game.decisions, len(table.game.events)
    take(table, seat, options[0])
    mine = boundary.mine(table, seat)
    assert mine is not None
    assert mine.take_back
    taken_back(table, seat)
    assert (table.game.position(), boundary.public(table.game), table.game.decisions, len(table.game.events)) == before
    assert list(deadlines(table)) == [seat]
    take(table, seat, options[-1])
    assert table.game.view(None).seats[seat].loot.get(options[-1])


def test_what_was_told_stays_told() -> None:
    table = dealt(people=3, players=3)
    seat, options = to_loot(table)
    take(table, seat, options[0])
    told = [boundary.seen(table, entry, None) for entry in table.entries]
    taken_back(table, seat)
    assert [boundary.seen(table, entry, None) for entry in table.entries[:-1]] == told
    assert "events" not in boundary.seen(table, table.entries[-1], None)
    take(table, seat, options[-1])
    assert [boundary.seen(table, entry, None) for entry in table.entries[:-2]] == told
    assert boundary.seen(table, table.entries[-1], None)["events"]


def test_a_table_that_is_loaded_again_says_the_same() -> None:
    table = dealt(people=3, players=3)
    seat, options = to_loot(table)
    take(table, seat, options[0])
    taken_back(table, seat)
    take(table, seat, options[-1])
    loaded = again(table)
    assert loaded.game is not None
    assert table.game is not None
    assert loaded.game.position() == table.game.position()
    for viewer in (None, 0, 1, 2):
        seen = [boundary.seen(loaded, entry, viewer) for entry in loaded.entries]
        assert seen == [boundary.seen(table, entry, viewer) for entry in table.entries]


def test_nothing_is_taken_back_after_the_next_answer() -> None:
    table = dealt(people=3, players=3)
    seat, options = to_loot(table)
    take(table, seat, options[0])
    assert table.game is not None
    play(table, table.game.decisions[0].seat, at=3)
    assert refused(table, seat) == "move.no-loot"


def test_a_word_said_meanwhile_does_not_matter() -> None:
    table = dealt(people=3, players=3)
    seat, options = to_loot(table)
    take(table, seat, options[0])
    happens(table, ChatSaid(seat, "Oh no!"))
    taken_back(table, seat)
    happens(table, ChatSaid(seat, "Thank you."))
    take(table, seat, options[0])
    assert refused(table, seat) == "move.no-loot"  # once for each decision


def test_others_and_bots_take_nothing_back() -> None:
    table = dealt(people=3, players=3)
    seat, options = to_loot(table)
    take(table, seat, options[0])
    assert refused(table, (seat + 1) % 3) == "move.no-loot"
    assert refusal(table, WATCHER, m.TakeBack("1", 0)) == "table.watching"
    table = dealt(people=3, players=3)
    seat, options = to_loot(table)
    take(table, seat, options[0], bot=True)
    assert refused(table, seat) == "move.no-loot"


def test_what_is_too_late_is_told_so() -> None:
    table = dealt(people=3, players=3)
    seat, options = to_loot(table)
    take(table, seat, options[0])
    assert refusal(table, Identity(seat), m.TakeBack("1", table.turns[seat] - 1)) == "move.late"


def test_a_pick_is_no_loot() -> None:
    table = dealt()
    play(table, 0, at=1)
    assert refused(table, 0) == "move.no-loot"


@pytest.mark.parametrize("edition", edition_names())
@pytest.mark.parametrize("players", [2, 4])
def test_nothing_hidden_nothing_random_and_no_night_comes_before_a_take_back(edition: str, players: int) -> None:
    """Over whole games: after each answer, taking back is offered exactly where it gives back what was before."""
    for seed in range(3):
        game = Game.new(edition, players, seed)
        offered = 0
        while not game.over:
            decision = game.decisions[0]
            before, hour, events = game.position(), game.view(None).hour, len(game.events)
            game.play(decision.seat, decision.options[seed % len(decision.options)])
            if game.returnable == decision.seat:
                offered += 1
                assert decision.kind == "take"
                assert game.view(None).hour == hour == "dusk"
                assert all(event.audience is None for event in game.events[events:])
                twin = game.clone()
                twin.take_back(decision.seat)
                assert twin.position() == before
                assert twin.record().replay().position() == before
        assert offered > 3


def test_the_record_has_the_move_and_that_it_was_taken_back() -> None:
    table = dealt(people=3, players=3)
    seat, options = to_loot(table)
    take(table, seat, options[0])
    taken_back(table, seat)
    take(table, seat, options[-1])
    play_out(table, at=4)
    record = record_of(table)
    moves = [tuple(move) for move in record["record"]["moves"]]
    first = moves.index((seat, TAKE_BACK))
    assert moves[first - 1 : first + 2] == [(seat, options[0]), (seat, TAKE_BACK), (seat, options[-1])]
    assert all(finding.true for finding in verified(json.dumps(record)))
    moved = record | {"record": record["record"] | {"moves": [*moves[: first + 3], (seat, TAKE_BACK), *moves[first + 3 :]]}}
    assert not all(finding.true for finding in verified(json.dumps(moved)))


def test_a_record_can_not_take_back_what_was_not_taken() -> None:
    record = Game.new("original", 2, 7).record()
    with pytest.raises(InvalidRecord, match="nothing that could be taken back"):
        Record.of(record.data() | {"moves": [[0, TAKE_BACK]]}).replay()


def test_a_game_that_the_players_ended_is_genuine_and_says_so() -> None:
    table = dealt()
    do(table, HOST, m.End("1", yes=True))
    findings = verified(json.dumps(record_of(table)))
    assert all(finding.true for finding in findings)
    assert any("agreed to end" in finding.text for finding in findings)
    without = {key: value for key, value in record_of(table).items() if key != "ended"}
    assert not all(finding.true for finding in verified(json.dumps(without)))


def test_entries_that_take_nothing_back_make_the_table_unplayable_and_no_worse() -> None:
    table = dealt()
    happens(table, TookBack(0, 0))
    assert table.status == "unplayable"
