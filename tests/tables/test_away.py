"""People who are away, in memory: reminded, stood in for, another host."""

from __future__ import annotations

import pytest

from libertalia.tables import boundary
from libertalia.tables import messages as m
from libertalia.tables.drafts import REMIND_EVERY
from libertalia.tables.entries import BotTookOver, HostPassed, Left, Reminded
from libertalia.tables.identity import Identity
from libertalia.tables.refusals import Forbidden, Refused
from tests.tables.people import (
    GUEST,
    HOST,
    NOBODY_HERE,
    SECOND,
    WATCHER,
    Here,
    bot_answered,
    dealt,
    do,
    drafted,
    happens,
    host_passed,
    info_of,
    joined,
    laid,
    opened,
    play,
    refusal,
)


def test_somebody_is_reminded_at_most_once_a_minute() -> None:
    table = dealt()
    do(table, HOST, m.Remind("1", 1), at=100)
    minute = REMIND_EVERY // SECOND
    assert refusal(table, HOST, m.Remind("2", 1), at=99 + minute) == "table.reminded"
    assert drafted(table, HOST, m.Remind("3", 1), at=100 + minute) == Reminded(1)


def test_who_can_not_be_reminded() -> None:
    table = dealt(people=2, players=3)
    assert refusal(table, GUEST, m.Remind("1", 0)) == "table.host-only"
    assert refusal(table, HOST, m.Remind("1", 0)) == "table.no-wait"
    assert refusal(table, HOST, m.Remind("1", 2)) == "table.no-wait"
    play(table, 1, at=1)
    assert refusal(table, HOST, m.Remind("1", 1)) == "table.no-wait"


# ---- stood in for ----------------------------------------------------------------------------------------------------


def test_the_host_lets_a_bot_stand_in_at_once_and_anyone_else_after_a_while() -> None:
    bot = m.PutBot("1", 0, "random")
    assert refusal(dealt(), GUEST, bot, Here(1, long=False)) == "table.wait"
    assert drafted(dealt(), GUEST, bot, Here(1), at=180) == BotTookOver(0, "asked")
    assert drafted(dealt(), HOST, m.PutBot("1", 1, "random"), Here(0, long=False)) == BotTookOver(1, "host")


def test_nobody_asks_for_a_bot_for_somebody_who_is_here_or_has_picked() -> None:
    bot = m.PutBot("1", 0, "random")
    assert refusal(dealt(), GUEST, bot, Here(0, 1)) == "table.present"
    assert refusal(dealt(), WATCHER, bot) == "table.host-only"
    assert refusal(laid(), GUEST, bot) == "table.host-only"
    table = dealt()
    play(table, 0, at=1)
    assert refusal(table, GUEST, bot) == "table.wait"


def test_with_a_clock_only_the_clock_and_the_host_bring_a_stand_in() -> None:
    assert refusal(dealt(m.ClockRules(decision=60)), GUEST, m.PutBot("1", 0, "random")) == "table.host-only"


def test_a_bot_that_stands_in_answers_until_its_person_is_back() -> None:
    table = dealt()
    assert table.game is not None
    answer = table.game.decisions[1].options[0]
    with pytest.raises(Refused, match="otherwise"):
        bot_answered(table, 1, 0, answer)
    do(table, GUEST, m.Leave("1"))
    assert info_of(table).seats[1].bot
    assert refusal(table, GUEST, m.Leave("2")) == "table.left"
    assert refusal(table, GUEST, m.Play("3", 0, answer)) == "move.away"
    happens(table, bot_answered(table, 1, 0, answer))
    with pytest.raises(Refused, match="otherwise"):
        bot_answered(table, 1, 0, answer)  # it was too late
    do(table, GUEST, m.Back("4"))
    assert not info_of(table).seats[1].bot
    assert refusal(table, GUEST, m.Back("5")) == "table.not-away"


def test_a_pick_of_the_stand_in_may_be_changed_until_the_reveal() -> None:
    table = dealt()
    assert table.game is not None
    picked, other = table.game.decisions[1].options[:2]
    happens(table, BotTookOver(1, "host"))
    happens(table, bot_answered(table, 1, 0, picked))
    do(table, GUEST, m.Back("1"))
    do(table, GUEST, m.Unpick("2", table.turns[1]))
    do(table, GUEST, m.Play("3", table.turns[1], other))
    mine = boundary.mine(table, 1)
    assert mine is not None
    assert mine.pick == other


# ---- another host ----------------------------------------------------------------------------------------------------


def test_the_next_person_who_is_here_becomes_host() -> None:
    table = dealt(people=4, players=4)
    assert host_passed(table, Here(2, 3)) == HostPassed(2)
    happens(table, HostPassed(2))
    assert host_passed(table, Here(0, 1)) == HostPassed(0)
    happens(table, BotTookOver(0, "host"))
    assert host_passed(table, Here(0, 1)) == HostPassed(1)


def test_a_host_who_is_here_stays_host() -> None:
    with pytest.raises(Refused, match="The host is here"):
        host_passed(dealt(), Here(0, 1))
    with pytest.raises(Refused, match="Nobody is here"):
        host_passed(dealt(), NOBODY_HERE)


def test_a_lobby_gets_another_host_too_and_a_host_who_only_watches_is_replaced() -> None:
    assert host_passed(laid(), Here(1)) == HostPassed(1)
    table = opened(watches=True)
    for name in ("Joris", "Katell"):
        happens(table, joined(table, name))
    do(table, Identity(host=True), m.Start("1"))
    happens(table, host_passed(table, Here(0, 1)))
    assert table.host == 0
    assert refusal(table, Identity(host=True), m.Remind("1", 1)) == "table.host-only"
    assert drafted(table, HOST, m.Remind("1", 1)) == Reminded(1)


def test_there_is_one_new_host() -> None:
    """Two workers may notice at the same time that the host is away. The first of them is right."""
    table = dealt(people=3, players=3)
    happens(table, host_passed(table, Here(1, 2)))
    with pytest.raises(Refused, match="The host is here"):
        host_passed(table, Here(1, 2))


def test_the_new_host_has_the_hosts_rights_and_the_old_one_no_longer() -> None:
    table = laid(people=3, players=3)
    happens(table, HostPassed(1))
    do(table, GUEST, m.Kick("1", 2))
    with pytest.raises(Forbidden):
        drafted(table, HOST, m.Kick("2", 1))


def test_bots_do_not_play_on_when_they_play_for_everybody() -> None:
    table = dealt(people=2, players=3)
    assert not table.left_to_bots
    happens(table, Left(0))
    assert not table.left_to_bots
    happens(table, BotTookOver(1, "time"))
    assert table.left_to_bots
    assert not dealt(people=0).left_to_bots  # a game of bots alone, for somebody who watches
