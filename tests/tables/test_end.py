"""A game that its people end early, in memory."""

from __future__ import annotations

import pytest

from libertalia.tables import messages as m
from libertalia.tables.entries import BotTookOver, EndWished, Left
from libertalia.tables.identity import Identity
from libertalia.tables.refusals import Refused
from tests.tables.people import (
    GUEST,
    HOST,
    WATCHER,
    Here,
    again,
    agreed_end,
    dealt,
    do,
    drafted,
    happens,
    info_of,
    laid,
    play,
    record_of,
    refusal,
)


def test_the_game_ends_when_everyone_says_so() -> None:
    table = dealt(people=3, players=3)
    everyone = Here(0, 1, 2)
    for seat in range(3):
        assert table.status == "playing"
        do(table, Identity(seat), m.End("1", yes=True), everyone)
    for one in (table, again(table)):
        assert one.status == "over"
        info = info_of(one)
        assert (info.ended, info.winners, info.scores) == (True, [], [0, 0, 0])
        assert info.seed == "7"
    assert refusal(table, HOST, m.Play("1", 0, "brute")) == "table.is-over"
    assert refusal(table, HOST, m.End("2", yes=False)) == "table.is-over"


def test_people_who_are_away_do_not_count_but_those_who_went_a_moment_ago_do() -> None:
    end = m.End("1", yes=True)
    assert drafted(dealt(people=3, players=3), HOST, end, Here(0)) == EndWished(0, True, True)
    assert drafted(dealt(people=3, players=3), HOST, end, Here(0, long=False)) == EndWished(0, True, False)
    table = dealt()
    happens(table, BotTookOver(1, "time"))
    assert drafted(table, HOST, end, Here(0, long=False)) == EndWished(0, True, True)


def test_a_wish_to_end_the_game_is_taken_back_in_words_or_by_playing_on() -> None:
    everyone = Here(0, 1)
    table = dealt()
    assert refusal(table, HOST, m.End("1", yes=False), everyone) == "table.said"
    do(table, HOST, m.End("1", yes=True), everyone)
    assert refusal(table, HOST, m.End("2", yes=True), everyone) == "table.said"
    assert info_of(table).ending == [0]
    do(table, HOST, m.End("3", yes=False), everyone)
    assert info_of(table).ending == []
    do(table, HOST, m.End("4", yes=True), everyone)
    play(table, 0, at=1)
    assert info_of(table).ending == []
    do(table, HOST, m.End("5", yes=True), everyone)
    happens(table, Left(0))
    assert info_of(table).ending == []


def test_who_has_no_say_in_it() -> None:
    assert refusal(dealt(), WATCHER, m.End("1", yes=True)) == "table.watching"
    assert refusal(laid(), HOST, m.End("1", yes=True)) == "table.is-open"
    table = dealt()
    happens(table, Left(1))
    assert refusal(table, GUEST, m.End("1", yes=True)) == "move.away"


def test_a_game_that_all_here_want_to_end_is_over_when_the_others_count_as_away() -> None:
    table = dealt(people=3, players=3)
    for seat in (0, 1):
        do(table, Identity(seat), m.End("1", yes=True), Here(0, 1, long=False))
    assert table.status == "playing"
    with pytest.raises(Refused, match="Not everyone"):
        agreed_end(table, Here(0, 1, long=False))
    happens(table, agreed_end(table, Here(0, 1)))
    assert (table.status, info_of(table).winners) == ("over", [])
    assert record_of(table)["ended"]
