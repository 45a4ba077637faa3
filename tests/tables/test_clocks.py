"""How much time a player has, and when a bot takes over."""

from __future__ import annotations

import pytest

from libertalia.tables import messages as m
from libertalia.tables.entries import (
    BotTookOver,
    CameBack,
    ChatSaid,
    Left,
    Paused,
    Resumed,
    Unpicked,
)
from libertalia.tables.refusals import Refused
from libertalia.tables.state import LONG, MERCY
from tests.tables.people import (
    SECOND,
    START,
    again,
    deadlines,
    dealt,
    happens,
    laid,
    paused,
    play,
    resumed,
    timed_out,
    told_clock,
)


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


def test_who_comes_back_with_time_has_what_they_had() -> None:
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


def test_a_bot_takes_over_when_the_time_is_up_and_no_sooner() -> None:
    table = dealt(m.ClockRules(decision=10))
    play(table, 0, at=4)
    for seat, at in ((0, 10), (1, 9)):  # who has picked, and who has a second left
        with pytest.raises(Refused, match="time left"):
            timed_out(table, seat, at)
    assert timed_out(table, 1, at=10) == BotTookOver(1, "time")


def test_everyone_sees_the_deadlines_and_what_is_left_of_the_game() -> None:
    table = dealt(m.ClockRules(game=60), people=2, players=3)
    play(table, 1, at=5)
    clock = told_clock(table, at=7)
    assert clock is not None
    assert (clock.now, clock.deadlines) == (START + 7 * SECOND, {0: START + 60 * SECOND})
    assert clock.left == {0: 60 * SECOND, 1: 55 * SECOND}
    assert told_clock(laid(m.ClockRules(game=60)), at=7) is None
    assert told_clock(dealt(), at=7) is None


# ---- nobody here -----------------------------------------------------------------------------------------------------


def test_clocks_stand_still_while_nobody_is_here() -> None:
    table = dealt(m.ClockRules(decision=60, game=600))
    happens(table, paused(table, 10), 15)
    for one in (table, again(table)):
        assert deadlines(one) == {}
        assert one.clocks.paused
    happens(table, resumed(table), 1000)
    assert deadlines(table) == {0: 1050, 1: 1050}
    play(table, 0, at=1005)
    assert table.clocks.left(0) == (600 - 10 - 5) * SECOND


def test_who_had_almost_no_time_left_has_a_little_when_the_clocks_go_on() -> None:
    table = dealt(m.ClockRules(decision=60, game=60))
    happens(table, Paused(START + 59 * SECOND), 60)
    happens(table, Resumed(), 500)
    assert deadlines(table) == {0: 500 + MERCY // SECOND, 1: 500 + MERCY // SECOND}


def test_a_bot_that_answers_while_the_clocks_stand_still_starts_no_clock() -> None:
    table = dealt(m.ClockRules(decision=60), people=1)
    happens(table, Paused(START + SECOND), 6)
    play(table, 0, at=7)
    play(table, 1, at=8)
    assert deadlines(table) == {}
    happens(table, Resumed(), 20)
    assert all(end == 80 for end in deadlines(table).values())


def test_a_clock_for_games_by_mail_never_stands_still() -> None:
    for clock in (None, m.ClockRules(decision=86_400)):
        with pytest.raises(Refused):
            paused(dealt(clock), 0)


def test_clocks_do_not_stand_still_twice_or_at_a_table_that_is_too_long() -> None:
    table = dealt(m.ClockRules(decision=60))
    with pytest.raises(Refused):
        resumed(table)
    happens(table, Paused(START))
    with pytest.raises(Refused):
        paused(table, 0)
    happens(table, Resumed())
    while table.number < LONG:
        happens(table, ChatSaid(0, "and so on"))
    with pytest.raises(Refused):
        paused(table, 0)
