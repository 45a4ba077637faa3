"""A table by its log alone: clocks, hosts, and who is stood in for. No server, no waiting: the times are made up."""

from __future__ import annotations

import msgspec
import pytest

from libertalia.game.errors import IllegalMove, InvalidRecord, UnknownRules
from libertalia.game.logbook import commitment
from libertalia.game.tracked_table import UNPICK
from libertalia.rules.editions import RULES_VERSION
from libertalia.server import messages as m
from libertalia.server import wire
from libertalia.server.drafts import LONG, draft_bot, draft_entry, draft_joined
from libertalia.server.entries import (
    AnyFact,
    BotTookOver,
    CameBack,
    Changed,
    ChatSaid,
    Created,
    Entry,
    Joined,
    Left,
    Played,
    Started,
    StoredEntry,
    Unpicked,
    stored,
)
from libertalia.server.refusals import Refused
from libertalia.server.table_state import MERCY, Identity, Result, TableState

SECOND = 1000
START = 10**12
"""When the tables here were made, in milliseconds."""


def nobody_is_here(_seat: int) -> bool:
    return False


def happens(table: TableState, fact: AnyFact, at: int = 0) -> None:
    """Something happens at a table, so many seconds after it was made."""
    table.add(Entry(table.number + 1, START + at * SECOND, fact))


def laid(clock: m.ClockRules | None = None, people: int = 2, players: int = 2) -> TableState:
    """A table with all its people; bots have the other seats."""
    table = TableState("table", [Entry(1, START, Created("original", players, {}, False, clock, False))])
    for seat in range(players):
        happens(table, draft_joined(table, f"Person {seat}", None, seat) if seat < people else draft_bot(table, seat, "random"))
    return table


def dealt(clock: m.ClockRules | None = None, people: int = 2, players: int = 2, seed: int = 7) -> TableState:
    """A table whose game has just begun, at second 0."""
    table = laid(clock, people, players)
    happens(table, Started(str(seed), commitment("table", seed), RULES_VERSION))
    return table


def play(table: TableState, seat: int, at: int) -> None:
    """A seat answers with its first option."""
    assert table.game is not None
    answer = next(decision.options[0] for decision in table.game.decisions if decision.seat == seat)
    happens(table, Played(seat, table.turns[seat], answer), at)


def deadlines(table: TableState) -> dict[int, int]:
    """By seat, the seconds after the start at which a bot will take over."""
    return {seat: (end - START) // SECOND for seat, end in table.clocks.deadlines.items()}


# ---- clocks -----------------------------------------------------------------------------------------------------


def test_without_a_clock_nobody_is_hurried() -> None:
    assert deadlines(dealt()) == {}


def test_before_the_start_no_time_runs() -> None:
    assert deadlines(laid(m.ClockRules(decision=10))) == {}


def test_everyone_who_must_decide_has_the_time_of_a_decision() -> None:
    assert deadlines(dealt(m.ClockRules(decision=10))) == {0: 10, 1: 10}


def test_time_runs_for_people_only() -> None:
    assert deadlines(dealt(m.ClockRules(decision=10), people=1)) == {0: 10}


def test_who_has_picked_has_nothing_to_fear() -> None:
    table = dealt(m.ClockRules(decision=10))
    play(table, 0, at=4)
    assert deadlines(table) == {1: 10}


def test_every_decision_has_its_own_time() -> None:
    table = dealt(m.ClockRules(decision=10))
    play(table, 0, at=4)
    play(table, 1, at=9)
    assert table.game is not None
    assert deadlines(table) == {decision.seat: 19 for decision in table.game.decisions}


def test_what_others_do_does_not_lengthen_ones_time() -> None:
    table = dealt(m.ClockRules(decision=10), people=3, players=3)
    play(table, 0, at=4)
    happens(table, ChatSaid(0, "Hurry up!"), 5)
    play(table, 2, at=6)
    assert deadlines(table) == {1: 10}


def test_the_time_of_a_game_is_spent_by_thinking_alone() -> None:
    table = dealt(m.ClockRules(game=60))
    play(table, 0, at=20)
    assert table.clocks.left(0) == 40 * SECOND
    assert table.clocks.left(1) == 60 * SECOND
    play(table, 1, at=50)  # and while they thought, it did not cost the other anything
    assert table.clocks.left(0) == 40 * SECOND
    assert table.clocks.left(1) == 10 * SECOND


def test_the_shorter_of_both_clocks_counts() -> None:
    table = dealt(m.ClockRules(decision=30, game=40))
    assert deadlines(table) == {0: 30, 1: 30}
    play(table, 1, at=5)
    play(table, 0, at=25)
    while len(deadlines(table)) < 2:  # to the next picks
        play(table, next(iter(deadlines(table))), at=25)
    assert deadlines(table) == {0: 25 + 15, 1: 25 + 30}


def test_time_that_is_spent_does_not_become_negative() -> None:
    table = dealt(m.ClockRules(game=60))
    play(table, 0, at=70)  # the bot was late to take over
    assert table.clocks.left(0) == 0


def test_who_takes_a_pick_back_pays_for_the_time_until_then() -> None:
    table = dealt(m.ClockRules(game=60), people=3, players=3)
    play(table, 0, at=20)
    happens(table, Unpicked(0, 1), 30)
    assert table.clocks.left(0) == 40 * SECOND
    assert deadlines(table)[0] == 30 + 40


def test_who_takes_a_pick_back_goes_on_with_the_same_decision() -> None:
    table = dealt(m.ClockRules(decision=30), people=3, players=3)
    play(table, 0, at=20)
    happens(table, Unpicked(0, 1), 25)
    assert deadlines(table)[0] == 25 + 10
    play(table, 0, at=31)
    happens(table, Unpicked(0, 3), 40)
    assert deadlines(table)[0] == 40 + 4
    for seat in range(3):
        play(table, seat, at=41)
    assert deadlines(table)
    assert set(deadlines(table).values()) == {41 + 30}


def test_who_is_stood_in_for_has_no_deadline() -> None:
    table = dealt(m.ClockRules(decision=10))
    happens(table, BotTookOver(0, "time"), 10)
    assert deadlines(table) == {1: 10}


def test_who_comes_back_has_a_new_decision() -> None:
    table = dealt(m.ClockRules(decision=10))
    happens(table, BotTookOver(0, "time"), 10)
    happens(table, CameBack(0), 25)
    assert deadlines(table)[0] == 35


def test_who_comes_back_without_time_is_granted_a_little() -> None:
    table = dealt(m.ClockRules(game=60))
    happens(table, BotTookOver(0, "time"), 60)
    happens(table, CameBack(0), 100)
    assert table.clocks.left(0) == MERCY
    assert deadlines(table)[0] == 100 + MERCY // SECOND


def test_who_comes_back_with_time_has_what_he_had() -> None:
    table = dealt(m.ClockRules(game=600))
    happens(table, Left(0), 60)
    happens(table, CameBack(0), 100)
    assert table.clocks.left(0) == 540 * SECOND


def test_when_the_game_is_over_no_time_runs() -> None:
    table = dealt(m.ClockRules(decision=10, game=60))
    moment = 0
    while table.status == "playing":
        moment += 1
        assert table.game is not None
        play(table, table.game.decisions[0].seat, at=moment)
    assert deadlines(table) == {}


# ---- the host ---------------------------------------------------------------------------------------------------


def test_the_first_who_sat_down_is_host() -> None:
    assert laid().host == 0


def test_a_host_who_goes_hands_the_table_on() -> None:
    table = laid(people=3, players=3)
    happens(table, Left(0))
    assert table.host == 1
    happens(table, Left(1))
    assert table.host == 2


def test_when_all_have_gone_the_next_to_sit_down_is_host() -> None:
    table = laid(people=1)
    happens(table, Left(0))
    assert table.host is None
    happens(table, Joined(0, "Next", "red"))
    assert table.host == 0


def test_a_bot_is_no_host() -> None:
    table = laid(people=1)
    happens(table, Left(0))
    happens(table, draft_bot(table, 0, "random"))
    assert table.host is None


def test_in_a_game_the_table_goes_to_somebody_who_is_not_stood_in_for() -> None:
    table = dealt(people=3, players=3)
    happens(table, Left(1))
    happens(table, Left(0))
    assert table.host == 2
    happens(table, CameBack(0))
    assert table.host == 2


def test_a_host_who_leaves_only_bots_behind_stays_host() -> None:
    table = dealt(people=1)
    happens(table, Left(0))
    assert table.host == 0


# ---- seats ------------------------------------------------------------------------------------------------------


def test_a_bot_gives_its_colour_to_a_person_who_wants_it() -> None:
    table = laid(people=1)
    colour = table.seats[1].colour
    assert colour is not None
    happens(table, draft_entry(table, Identity(0), m.Change("a", colour=colour), nobody_is_here))
    assert table.seats[0].colour == colour
    assert table.seats[1].colour not in (None, colour)


def test_the_game_is_played_in_the_colours_that_were_chosen() -> None:
    table = laid()
    happens(table, Changed(0, "Red", "red"))
    happens(table, Changed(1, "White", "white"))
    happens(table, Started("7", "", RULES_VERSION))
    assert table.game is not None
    assert [seat.colour for seat in table.game.view(None).seats] == ["red", "white"]


# ---- logs that can't be -----------------------------------------------------------------------------------------


def test_a_log_with_a_gap_is_no_log() -> None:
    table = laid()
    with pytest.raises(InvalidRecord, match="can't follow"):
        table.add(Entry(table.number + 2, START, ChatSaid(0, "Hello?")))


def test_a_deal_by_unknown_rules_leaves_a_table_that_can_be_shown() -> None:
    table = laid()
    happens(table, Started("7", "", RULES_VERSION + 1))
    happens(table, Played(0, 0, "brute"))
    happens(table, ChatSaid(0, "And now?"))
    assert (table.status, table.game, table.started) == ("unplayable", None, True)
    assert isinstance(table.problem, UnknownRules)
    info = wire.info(table)
    assert info.problem is not None
    assert (info.problem.key, info.problem.details["version"]) == ("rules.unknown", str(RULES_VERSION + 1))
    assert (info.seed, info.scores, info.commitment) == (None, None, "")
    assert wire.seen(table, table.entries[-2], 0) == {
        "number": 5,
        "kind": "played",
        "at": START,
        "seat": 0,
        "turn": 0,
        "events": [],
    }
    with pytest.raises(Refused, match="unplayable"):
        draft_entry(table, Identity(0), m.Play("a", 0, "brute"), nobody_is_here)
    with pytest.raises(Refused, match="not over"):
        wire.record(table)


def test_of_a_finished_game_by_unknown_rules_the_record_is_still_there() -> None:
    table = laid()
    happens(table, Started("7", "", RULES_VERSION + 1))
    happens(table, Played(0, 0, "brute"))
    happens(table, Unpicked(0, 1))
    table.known_result = Result([50, 40], [0])
    assert table.status == "over"
    record = wire.record(table)
    assert record["scores"] == [50, 40]
    assert record["record"]["moves"] == [[0, "brute"], [0, UNPICK]]
    assert (record["record"]["seed"], record["record"]["rules"]) == (7, RULES_VERSION + 1)


def test_an_answer_that_was_never_legal_ends_the_game_but_not_the_table() -> None:
    table = dealt()
    happens(table, Played(0, 0, "kraken"))
    play_error = table.problem
    happens(table, Played(1, 0, "kraken"))
    assert isinstance(play_error, IllegalMove)
    assert (table.status, table.problem) == ("unplayable", play_error)


@pytest.mark.parametrize(
    ("kind", "seat", "data"),
    [
        ("danced", 0, b"{}"),
        ("joined", 0, b"{}"),
        ("joined", None, b'{"name": "A", "colour": "red"}'),
        ("chat", 9, b'{"text": "?"}'),
    ],
)
def test_a_row_that_nobody_understands_leaves_a_table_that_can_be_shown(kind: str, seat: int | None, data: bytes) -> None:
    table = laid()
    table.add(StoredEntry(table.number + 1, kind, seat, START, msgspec.Raw(data)).entry())
    assert table.status == "unplayable"
    assert isinstance(table.problem, InvalidRecord)


def test_a_stored_entry_is_the_same_entry() -> None:
    table = dealt(m.ClockRules(decision=10), people=2, players=3)
    play(table, 0, at=1)
    happens(table, Unpicked(0, 1), 2)
    happens(table, ChatSaid(1, "Well?"), 3)
    assert [stored(entry).entry() for entry in table.entries] == table.entries


def test_the_same_log_is_the_same_table() -> None:
    table = dealt(m.ClockRules(decision=10, game=600), people=3, players=4)
    for moment in range(1, 30):
        assert table.game is not None
        play(table, table.game.decisions[0].seat, at=moment)
    again = TableState("table", table.entries)
    assert again.game is not None
    assert table.game is not None
    assert again.game.position() == table.game.position()
    assert again.seats == table.seats
    assert again.turns == table.turns
    assert again.clocks.deadlines == table.clocks.deadlines
    seats = range(len(table.seats))
    assert [again.clocks.left(seat) for seat in seats] == [table.clocks.left(seat) for seat in seats]


# ---- its length -------------------------------------------------------------------------------------------------


def test_a_log_does_not_grow_for_ever() -> None:
    table = dealt(people=3, players=3)
    play(table, 0, at=1)
    while table.number < LONG:
        happens(table, ChatSaid(1, "And another thing!"), 2)
    for command in (m.Chat("a", "And another!"), m.Unpick("b", 1)):
        with pytest.raises(Refused, match="Too much"):
            draft_entry(table, Identity(0), command, nobody_is_here)


def test_at_a_table_with_a_long_log_the_game_goes_on() -> None:
    table = dealt()
    while table.number < LONG:
        happens(table, ChatSaid(1, "And another thing!"), 2)
    assert table.game is not None
    answer = table.game.decisions[0].options[0]
    played = draft_entry(table, Identity(0), m.Play("a", 0, answer), nobody_is_here)
    assert played == Played(0, 0, answer)
    for command in (m.Leave("b"), m.PutBot("c", 1, "greedy")):
        draft_entry(table, Identity(0), command, nobody_is_here)
