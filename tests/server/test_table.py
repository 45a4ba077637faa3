"""A table by its log alone: clocks, hosts, and who is stood in for. No server, no waiting: the times are made up."""

from __future__ import annotations

from typing import Any

import pytest

from libertalia.game.errors import InvalidRecord
from libertalia.game.logbook import commitment
from libertalia.rules.editions import RULES_VERSION
from libertalia.server import messages as m
from libertalia.server.entries import Entry
from libertalia.server.refusals import Refused
from libertalia.server.table_state import LONG, MERCY, Identity, TableState

SECOND = 1000
START = 10**12
"""When the tables here were made, in milliseconds."""
Clock = dict[str, int | None]


def nobody_is_here(_seat: int) -> bool:
    return False


def told(table: TableState, kind: str, seat: int | None = None, at: int = 0, **data: Any) -> None:
    """Something happens at a table, so many seconds after it was made."""
    table.add(Entry(table.number + 1, kind, seat, START + at * SECOND, data))


def laid(clock: Clock | None = None, people: int = 2, players: int = 2) -> TableState:
    """A table with all its people; bots have the other seats."""
    setup = {"edition": "original", "players": players, "options": {}, "public": False, "clock": clock, "host_watches": False}
    table = TableState("table", [Entry(1, "created", None, START, setup)])
    for seat in range(players):
        if seat < people:
            told(table, "joined", seat, **table.guest(f"Person {seat}", None))
        else:
            told(table, "bot", seat, **table.bot("random"))
    return table


def dealt(clock: Clock | None = None, people: int = 2, players: int = 2, seed: int = 7) -> TableState:
    """A table whose game has just begun, at second 0."""
    table = laid(clock, people, players)
    told(table, "started", seed=str(seed), commitment=commitment("table", seed), rules=RULES_VERSION)
    return table


def play(table: TableState, seat: int, at: int) -> None:
    """A seat answers with its first option."""
    assert table.game is not None
    answer = next(decision.options[0] for decision in table.game.decisions if decision.seat == seat)
    told(table, "played", seat, at, turn=table.turns[seat], answer=answer)


def clock(decision: int | None = None, game: int | None = None) -> Clock:
    return {"decision": decision, "game": game}


def deadlines(table: TableState) -> dict[int, int]:
    """By seat, the seconds after the start at which a bot will take over."""
    return {seat: (end - START) // SECOND for seat, end in table.deadlines.items()}


# ---- clocks -----------------------------------------------------------------------------------------------------


def test_without_a_clock_nobody_is_hurried() -> None:
    assert deadlines(dealt()) == {}


def test_before_the_start_no_time_runs() -> None:
    assert deadlines(laid(clock(decision=10))) == {}


def test_everyone_who_must_decide_has_the_time_of_a_decision() -> None:
    assert deadlines(dealt(clock(decision=10))) == {0: 10, 1: 10}


def test_time_runs_for_people_only() -> None:
    assert deadlines(dealt(clock(decision=10), people=1)) == {0: 10}


def test_who_has_picked_has_nothing_to_fear() -> None:
    table = dealt(clock(decision=10))
    play(table, 0, at=4)
    assert deadlines(table) == {1: 10}


def test_every_decision_has_its_own_time() -> None:
    table = dealt(clock(decision=10))
    play(table, 0, at=4)
    play(table, 1, at=9)
    assert table.game is not None
    assert deadlines(table) == {decision.seat: 19 for decision in table.game.decisions}


def test_what_others_do_does_not_lengthen_ones_time() -> None:
    table = dealt(clock(decision=10), people=3, players=3)
    play(table, 0, at=4)
    told(table, "chat", 0, 5, text="Hurry up!")
    play(table, 2, at=6)
    assert deadlines(table) == {1: 10}


def test_the_time_of_a_game_is_spent_by_thinking_alone() -> None:
    table = dealt(clock(game=60))
    play(table, 0, at=20)
    assert table.left(0) == 40 * SECOND
    assert table.left(1) == 60 * SECOND
    play(table, 1, at=50)  # and while he thought, it did not cost the other anything
    assert table.left(0) == 40 * SECOND
    assert table.left(1) == 10 * SECOND


def test_the_shorter_of_both_clocks_counts() -> None:
    table = dealt(clock(decision=30, game=60))
    assert deadlines(table) == {0: 30, 1: 30}
    table._spent[0] = 50 * SECOND
    assert deadlines(table) == {0: 10, 1: 30}


def test_time_that_is_spent_does_not_become_negative() -> None:
    table = dealt(clock(game=60))
    play(table, 0, at=70)  # the bot was late to take over
    assert table.left(0) == 0


def test_who_takes_a_pick_back_pays_for_the_time_until_then() -> None:
    table = dealt(clock(game=60), people=3, players=3)
    play(table, 0, at=20)
    told(table, "unpicked", 0, 30, turn=1)
    assert table.left(0) == 40 * SECOND
    assert deadlines(table)[0] == 30 + 40


def test_who_takes_a_pick_back_goes_on_with_the_same_decision() -> None:
    table = dealt(clock(decision=30), people=3, players=3)
    play(table, 0, at=20)
    told(table, "unpicked", 0, 25, turn=1)
    assert deadlines(table)[0] == 25 + 10
    play(table, 0, at=31)
    told(table, "unpicked", 0, 40, turn=3)
    assert deadlines(table)[0] == 40 + 4
    for seat in range(3):
        play(table, seat, at=41)
    assert deadlines(table)
    assert set(deadlines(table).values()) == {41 + 30}


def test_who_is_stood_in_for_has_no_deadline() -> None:
    table = dealt(clock(decision=10))
    told(table, "away", 0, 10, reason="time")
    assert deadlines(table) == {1: 10}


def test_who_comes_back_has_a_new_decision() -> None:
    table = dealt(clock(decision=10))
    told(table, "away", 0, 10, reason="time")
    told(table, "back", 0, 25)
    assert deadlines(table)[0] == 35


def test_who_comes_back_without_time_is_granted_a_little() -> None:
    table = dealt(clock(game=60))
    told(table, "away", 0, 60, reason="time")
    told(table, "back", 0, 100)
    assert table.left(0) == MERCY
    assert deadlines(table)[0] == 100 + MERCY // SECOND


def test_who_comes_back_with_time_has_what_he_had() -> None:
    table = dealt(clock(game=600))
    told(table, "left", 0, 60)
    told(table, "back", 0, 100)
    assert table.left(0) == 540 * SECOND


def test_when_the_game_is_over_no_time_runs() -> None:
    table = dealt(clock(decision=10, game=60))
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
    told(table, "left", 0)
    assert table.host == 1
    told(table, "left", 1)
    assert table.host == 2


def test_when_all_have_gone_the_next_to_sit_down_is_host() -> None:
    table = laid(people=1)
    told(table, "left", 0)
    assert table.host is None
    told(table, "joined", 0, name="Next", colour="red")
    assert table.host == 0


def test_a_bot_is_no_host() -> None:
    table = laid(people=1)
    told(table, "left", 0)
    told(table, "bot", 0, **table.bot("random"))
    assert table.host is None


def test_in_a_game_the_table_goes_to_somebody_who_is_not_stood_in_for() -> None:
    table = dealt(people=3, players=3)
    told(table, "left", 1)
    told(table, "left", 0)
    assert table.host == 2
    told(table, "back", 0)
    assert table.host == 2


def test_a_host_who_leaves_only_bots_behind_stays_host() -> None:
    table = dealt(people=1)
    told(table, "left", 0)
    assert table.host == 0


# ---- seats ------------------------------------------------------------------------------------------------------


def test_a_bot_gives_its_colour_to_a_person_who_wants_it() -> None:
    table = laid(people=1)
    colour = table.seats[1].colour
    assert colour is not None
    told(table, "changed", 0, **table.guest("Person 0", colour, 0))
    assert table.seats[0].colour == colour
    assert table.seats[1].colour not in (None, colour)


def test_the_game_is_played_in_the_colours_that_were_chosen() -> None:
    table = laid()
    told(table, "changed", 0, name="Red", colour="red")
    told(table, "changed", 1, name="White", colour="white")
    told(table, "started", seed="7", commitment="", rules=RULES_VERSION)
    assert table.game is not None
    assert [seat.colour for seat in table.game.view(None).seats] == ["red", "white"]


# ---- logs that can't be -----------------------------------------------------------------------------------------


def test_a_log_with_a_gap_is_no_log() -> None:
    table = laid()
    with pytest.raises(InvalidRecord, match="can't follow"):
        table.add(Entry(table.number + 2, "chat", 0, START, {"text": "Hello?"}))


def test_a_deal_of_other_rules_is_not_played_on() -> None:
    table = laid()
    with pytest.raises(InvalidRecord, match="rules of version"):
        told(table, "started", seed="7", commitment="", rules=RULES_VERSION + 1)


def test_the_same_log_is_the_same_table() -> None:
    table = dealt(clock(decision=10, game=600), people=3, players=4)
    for moment in range(1, 30):
        assert table.game is not None
        play(table, table.game.decisions[0].seat, at=moment)
    again = TableState("table", table.entries)
    assert again.game is not None
    assert table.game is not None
    assert again.game.position() == table.game.position()
    assert again.seats == table.seats
    assert again.turns == table.turns
    assert again.deadlines == table.deadlines
    assert again._spent == table._spent


# ---- its length -------------------------------------------------------------------------------------------------


def test_a_log_does_not_grow_for_ever() -> None:
    table = dealt(people=3, players=3)
    play(table, 0, at=1)
    while table.number < LONG:
        told(table, "chat", 1, 2, text="And another thing!")
    for command in (m.Chat("a", "And another!"), m.Unpick("b", 1)):
        with pytest.raises(Refused, match="Too much"):
            table.draft_entry(Identity(0), command, nobody_is_here)


def test_at_a_table_with_a_long_log_the_game_goes_on() -> None:
    table = dealt()
    while table.number < LONG:
        told(table, "chat", 1, 2, text="And another thing!")
    assert table.game is not None
    answer = table.game.decisions[0].options[0]
    kind, seat, _ = table.draft_entry(Identity(0), m.Play("a", 0, answer), nobody_is_here)
    assert (kind, seat) == ("played", 0)
    for command in (m.Leave("b"), m.PutBot("c", 1, "greedy")):
        table.draft_entry(Identity(0), command, nobody_is_here)
