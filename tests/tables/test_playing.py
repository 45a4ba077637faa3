"""Playing at a table in memory: moves, picks that are taken back, what is said, and the next game."""

from __future__ import annotations

import pytest

from libertalia.game.errors import IllegalMove
from libertalia.tables import boundary
from libertalia.tables import messages as m
from libertalia.tables.entries import ChatSaid, Left, RematchMade, Started
from libertalia.tables.identity import Identity
from libertalia.tables.laying import rematch_table
from libertalia.tables.refusals import Refused
from libertalia.tables.state import TableState
from tests.tables.people import (
    GUEST,
    HOST,
    START,
    WATCHER,
    dealt,
    do,
    drafted,
    happens,
    info_of,
    laid,
    play,
    play_out,
    record_of,
    refusal,
)


def options(table: TableState, seat: int) -> tuple[str, ...]:
    assert table.game is not None
    return next(decision.options for decision in table.game.decisions if decision.seat == seat)


def test_a_move_names_the_decision_that_it_answers() -> None:
    table = dealt()
    first, second = options(table, 0)[:2]
    assert refusal(table, HOST, m.Play("1", 1, first)) == "move.early"
    assert refusal(table, HOST, m.Play("1", 0, "kraken")) == "illegal.answer"
    do(table, HOST, m.Play("1", 0, first))
    assert refusal(table, HOST, m.Play("2", 0, second)) == "move.late"
    assert refusal(table, HOST, m.Play("2", 1, second)) == "move.early"
    do(table, GUEST, m.Play("1", 0, options(table, 1)[0]))
    assert table.game is not None
    assert table.game.view(None).lineup or table.game.view(None).day == 2


def test_a_refused_move_tells_of_ones_own_options_only() -> None:
    table = dealt()
    with pytest.raises(IllegalMove) as refused:
        drafted(table, HOST, m.Play("1", 0, "kraken"))
    assert all(option in str(refused.value) for option in options(table, 0))
    play(table, 0, at=1)
    with pytest.raises((Refused, IllegalMove)) as early:
        drafted(table, HOST, m.Play("2", 1, "kraken"))
    assert early.value.key == "move.early"
    assert not any(card in str(early.value) for card in options(table, 1))


def test_a_pick_can_be_taken_back_while_others_think() -> None:
    table = dealt()
    first, second = options(table, 0)[:2]
    assert refusal(table, HOST, m.Unpick("1", 0)) == "move.no-pick"
    do(table, HOST, m.Play("1", 0, first))
    assert refusal(table, HOST, m.Unpick("2", 0)) == "move.late"
    do(table, HOST, m.Unpick("2", 1))
    mine = boundary.mine(table, 0)
    assert mine is not None
    assert mine.decision is not None
    assert (mine.pick, mine.turn, mine.decision.kind) == (None, 2, "pick")
    do(table, HOST, m.Play("3", 2, second))
    do(table, GUEST, m.Play("1", 0, options(table, 1)[0]))
    assert refusal(table, HOST, m.Unpick("4", 3)) == "move.no-pick"


@pytest.mark.parametrize(
    ("command", "key"),
    [
        (m.Chat("1", "I would not do that!"), "table.watching"),
        (m.Play("1", 0, "brute"), "table.watching"),
        (m.Unpick("1", 0), "table.watching"),
        (m.TakeBack("1", 0), "table.watching"),
        (m.AskHint("1", 0), "table.watching"),
        (m.End("1", yes=True), "table.watching"),
        (m.Leave("1"), "table.watching"),
        (m.Back("1"), "table.watching"),
        (m.Rematch("1"), "table.watching"),
        (m.Change("1", colour="red"), "table.is-playing"),
        (m.Remind("1", 0), "table.host-only"),
    ],
    ids=lambda case: type(case).__name__,
)
def test_spectators_only_watch(command: m.AnyCommand, key: str) -> None:
    assert refusal(dealt(), WATCHER, command) == key


def test_what_is_said_is_one_short_line() -> None:
    table = laid()
    said = "  Ahoy,\n<b>captain</b>! \x1b[31m\u202eevil\x00  "
    assert drafted(table, GUEST, m.Chat("1", said)) == ChatSaid(1, "Ahoy, <b>captain</b>! [31m evil")
    do(table, GUEST, m.Chat("1", "é" * 300))
    for text in ("é" * 301, " \n\t ", ""):
        assert refusal(table, GUEST, m.Chat("2", text)) == "chat.length"


def test_hints_are_for_people_among_bots_and_where_the_host_wants_them() -> None:
    assert refusal(dealt(), HOST, m.AskHint("1", 0)) == "hint.not-here"
    assert drafted(dealt(people=1), HOST, m.AskHint("1", 0))
    table = laid()
    do(table, HOST, m.ChangeSetup("1", "original", 2, hints=True))
    do(table, HOST, m.Start("2"))
    do(table, GUEST, m.AskHint("1", 0))
    assert refusal(table, GUEST, m.AskHint("2", 1)) == "move.early"
    play_out(table)
    assert refusal(table, GUEST, m.AskHint("3", table.turns[1])) == "table.is-over"
    assert record_of(table)["hints"] == [[1, 0]]


# ---- the next game ------------------------------------------------------------------------------------------------


def test_there_is_one_rematch_and_anyone_who_sat_there_may_ask_for_it() -> None:
    table = dealt(people=2, players=3)
    assert refusal(table, GUEST, m.Rematch("1")) == "table.is-playing"
    play_out(table)
    do(table, GUEST, m.Rematch("1"))
    assert refusal(table, HOST, m.Rematch("2")) == "table.rematch"
    assert info_of(table).rematch == table.rematch


def test_a_host_who_only_watches_may_ask_for_it_too() -> None:
    table = dealt()
    play_out(table)
    table.host = None
    assert isinstance(drafted(table, Identity(host=True), m.Rematch("1")), RematchMade)


def test_a_rematch_has_the_same_people_and_another_deal() -> None:
    table = dealt(m.ClockRules(decision=60), people=2, players=3)
    happens(table, Left(1))
    play_out(table)
    following = rematch_table(table, "next", START)
    old, new = info_of(table), info_of(following)
    for name in ("edition", "options", "players", "clock", "public", "host"):
        assert getattr(new, name) == getattr(old, name), name
    assert [(seat.kind, seat.name, seat.colour, seat.level) for seat in new.seats] == [
        (seat.kind, seat.name, seat.colour, seat.level) for seat in old.seats
    ]
    assert not new.seats[1].bot
    deal = drafted(following, HOST, m.Start("1"))
    assert isinstance(deal, Started)
    assert deal.commitment != table.commitment
