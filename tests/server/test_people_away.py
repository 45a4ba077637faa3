"""What hosts and guests may do about a table and about each other, by the log alone: no server, no waiting."""

from __future__ import annotations

import pytest

from libertalia.game.errors import IllegalMove, InvalidSetup
from libertalia.tables import boundary
from libertalia.tables import messages as m
from libertalia.tables.drafts import REMIND_EVERY, draft_entry, draft_host_passed, draft_paused, draft_resumed
from libertalia.tables.entries import (
    BotTookOver,
    ChatSaid,
    EndWished,
    Entry,
    HostPassed,
    Kicked,
    Left,
    Paused,
    Reminded,
    Resumed,
    SetUp,
    now,
    stored,
)
from libertalia.tables.refusals import Forbidden, Refused
from libertalia.tables.state import LONG, MERCY, Identity, TableState
from tests.server.made_up import NOBODY_HERE, SECOND, START, Here, deadlines, dealt, happens, laid, play

HOST, GUEST, WATCHER = Identity(0), Identity(1), Identity()


def does(table: TableState, who: Identity, command: m.AnyCommand, here: Here = NOBODY_HERE, at: int = 0) -> None:
    """Somebody gives a command, and it is done."""
    happens(table, draft_entry(table, who, command, here), at)


def refusal(table: TableState, who: Identity, command: m.AnyCommand, here: Here = NOBODY_HERE) -> str:
    """Somebody gives a command, and it is refused: the key of the error. Nothing has changed."""
    before = table.number
    with pytest.raises((Refused, IllegalMove)) as refused:
        draft_entry(table, who, command, here)
    assert table.number == before
    return str(refused.value.key)


def again(table: TableState) -> TableState:
    """The same table, loaded from what is stored."""
    return TableState(table.id, [stored(entry).entry() for entry in table.entries])


# ---- what is played ---------------------------------------------------------------------------------------------


def test_the_host_changes_everything_about_an_open_table() -> None:
    table = laid(people=1, players=3)
    clock = m.ClockWish(decision=60, game=1800)
    does(table, HOST, m.ChangeSetup("1", "galecrest", 5, {"board": "stormy"}, True, clock))
    for one in (table, again(table)):
        info = boundary.info(one)
        assert (info.edition, info.players, info.options, info.public) == ("galecrest", 5, {"board": "stormy"}, True)
        assert info.clock == m.ClockRules(60, 1800)
        assert [seat.kind for seat in info.seats] == ["person", "bot", "bot", "open", "open"]
        assert one.host == 0


def test_fewer_players_send_bots_and_empty_chairs_away_but_no_person() -> None:
    table = laid(people=2, players=4)
    assert refusal(table, HOST, m.ChangeSetup("1", "galecrest", 1)) == "table.seat-needed"
    does(table, HOST, m.ChangeSetup("2", "original", 2))
    assert [seat.kind for seat in table.seats] == ["person", "person"]
    assert len(table.turns) == 2


@pytest.mark.parametrize(
    ("edition", "players", "options"),
    [("nowhere", 2, {}), ("original", 1, {}), ("original", 2, {"board": "calm"}), ("galecrest", 2, {"board": "wet"})],
)
def test_what_can_not_be_dealt_is_refused(edition: str, players: int, options: dict[str, str]) -> None:
    with pytest.raises(InvalidSetup):
        draft_entry(laid(people=1), HOST, m.ChangeSetup("1", edition, players, options), NOBODY_HERE)


def test_only_the_host_changes_it_and_only_before_the_start() -> None:
    change = m.ChangeSetup("1", "original", 2)
    assert refusal(laid(), GUEST, change) == "table.host-only"
    assert refusal(laid(), WATCHER, change) == "table.host-only"
    assert refusal(dealt(), HOST, change) == "table.is-playing"


def test_what_was_changed_is_dealt() -> None:
    table = laid(people=1, players=2)
    does(table, HOST, m.ChangeSetup("1", "galecrest", 2, {"board": "stormy"}))
    does(table, HOST, m.Start("2"))
    assert table.game is not None
    assert table.game.view(None).edition == "galecrest"


# ---- sent away before the start ---------------------------------------------------------------------------------


def test_a_guest_who_is_sent_away_leaves_an_open_seat() -> None:
    table = laid()
    does(table, HOST, m.Kick("1", 1))
    assert [seat.kind for seat in table.seats] == ["person", "open"]
    assert isinstance(table.entries[-1].fact, Kicked)


def test_who_may_not_be_sent_away() -> None:
    assert refusal(laid(), GUEST, m.Kick("1", 0)) == "table.host-only"
    assert refusal(laid(), HOST, m.Kick("1", 0)) == "table.no-guest"
    assert refusal(laid(people=1), HOST, m.Kick("1", 1)) == "table.no-guest"
    assert refusal(laid(), HOST, m.Kick("1", 5)) == "table.no-seat"
    assert refusal(dealt(), HOST, m.Kick("1", 1)) == "table.is-playing"


# ---- reminded ---------------------------------------------------------------------------------------------------


def test_somebody_is_reminded_at_most_once_a_minute() -> None:
    table = dealt()
    table.add(Entry(table.number + 1, now(), draft_entry(table, HOST, m.Remind("1", 1), NOBODY_HERE)))
    assert refusal(table, HOST, m.Remind("2", 1)) == "table.reminded"
    table.reminded[1] -= REMIND_EVERY
    assert draft_entry(table, HOST, m.Remind("3", 1), NOBODY_HERE) == Reminded(1)


def test_who_can_not_be_reminded() -> None:
    table = dealt(people=2, players=3)
    assert refusal(table, GUEST, m.Remind("1", 0)) == "table.host-only"
    assert refusal(table, HOST, m.Remind("1", 0)) == "table.no-wait"
    assert refusal(table, HOST, m.Remind("1", 2)) == "table.no-wait"
    play(table, 1, at=1)
    assert refusal(table, HOST, m.Remind("1", 1)) == "table.no-wait"


# ---- stood in for -----------------------------------------------------------------------------------------------


def test_the_host_lets_a_bot_stand_in_at_once_and_anyone_else_after_a_while() -> None:
    bot = m.PutBot("1", 0, "random")
    assert refusal(dealt(), GUEST, bot, Here(1, long=False)) == "table.wait"
    assert draft_entry(dealt(), GUEST, bot, Here(1)) == BotTookOver(0, "asked")
    assert draft_entry(dealt(), HOST, m.PutBot("1", 1, "random"), Here(0, long=False)) == BotTookOver(1, "host")


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


# ---- ended early ------------------------------------------------------------------------------------------------


def test_the_game_ends_when_everyone_says_so() -> None:
    table = dealt(people=3, players=3)
    everyone = Here(0, 1, 2)
    for seat in range(3):
        assert table.status == "playing"
        does(table, Identity(seat), m.End("1", yes=True), everyone)
    for one in (table, again(table)):
        assert one.status == "over"
        info = boundary.info(one)
        assert (info.ended, info.winners, info.scores) == (True, [], [0, 0, 0])
        assert info.seed == "7"
    assert refusal(table, HOST, m.Play("1", 0, "brute")) == "table.is-over"
    assert refusal(table, HOST, m.End("2", yes=False)) == "table.is-over"


def test_people_who_are_away_do_not_count_but_those_who_went_a_moment_ago_do() -> None:
    end = m.End("1", yes=True)
    assert draft_entry(dealt(people=3, players=3), HOST, end, Here(0)) == EndWished(0, True, True)
    assert draft_entry(dealt(people=3, players=3), HOST, end, Here(0, long=False)) == EndWished(0, True, False)
    table = dealt()
    happens(table, BotTookOver(1, "time"))
    assert draft_entry(table, HOST, end, Here(0, long=False)) == EndWished(0, True, True)


def test_a_wish_to_end_the_game_is_taken_back_in_words_or_by_playing_on() -> None:
    everyone = Here(0, 1)
    table = dealt()
    assert refusal(table, HOST, m.End("1", yes=False), everyone) == "table.said"
    does(table, HOST, m.End("1", yes=True), everyone)
    assert refusal(table, HOST, m.End("2", yes=True), everyone) == "table.said"
    assert boundary.info(table).ending == [0]
    does(table, HOST, m.End("3", yes=False), everyone)
    assert boundary.info(table).ending == []
    does(table, HOST, m.End("4", yes=True), everyone)
    play(table, 0, at=1)
    assert boundary.info(table).ending == []
    does(table, HOST, m.End("5", yes=True), everyone)
    happens(table, Left(0))
    assert boundary.info(table).ending == []


def test_who_has_no_say_in_it() -> None:
    assert refusal(dealt(), WATCHER, m.End("1", yes=True)) == "table.watching"
    assert refusal(laid(), HOST, m.End("1", yes=True)) == "table.is-open"
    table = dealt()
    happens(table, Left(1))
    assert refusal(table, GUEST, m.End("1", yes=True)) == "move.away"


# ---- another host -----------------------------------------------------------------------------------------------


def test_the_next_person_who_is_here_becomes_host() -> None:
    table = dealt(people=4, players=4)
    assert draft_host_passed(table, Here(2, 3)) == HostPassed(2)
    happens(table, HostPassed(2))
    assert draft_host_passed(table, Here(0, 1, host=2)) == HostPassed(0)
    happens(table, BotTookOver(0, "host"))
    assert draft_host_passed(table, Here(0, 1, host=2)) == HostPassed(1)


def test_a_host_who_is_here_stays_host() -> None:
    with pytest.raises(Refused, match="The host is here"):
        draft_host_passed(dealt(), Here(0, 1))
    with pytest.raises(Refused, match="Nobody is here"):
        draft_host_passed(dealt(), NOBODY_HERE)


def test_the_new_host_has_the_hosts_rights_and_the_old_one_no_longer() -> None:
    table = laid(people=3, players=3)
    happens(table, HostPassed(1))
    does(table, GUEST, m.Kick("1", 2))
    with pytest.raises(Forbidden):
        draft_entry(table, HOST, m.Kick("2", 1), NOBODY_HERE)


# ---- nobody here ------------------------------------------------------------------------------------------------


def test_clocks_stand_still_while_nobody_is_here() -> None:
    table = dealt(m.ClockRules(decision=60, game=600))
    happens(table, draft_paused(table, START + 10 * SECOND), 15)
    for one in (table, again(table)):
        assert deadlines(one) == {}
        assert one.clocks.paused
    happens(table, draft_resumed(table), 1000)
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
            draft_paused(dealt(clock), START)


def test_clocks_do_not_stand_still_twice_or_at_a_table_that_is_too_long() -> None:
    table = dealt(m.ClockRules(decision=60))
    with pytest.raises(Refused):
        draft_resumed(table)
    happens(table, Paused(START))
    with pytest.raises(Refused):
        draft_paused(table, START)
    happens(table, Resumed())
    while table.number < LONG:
        happens(table, ChatSaid(0, "and so on"))
    with pytest.raises(Refused):
        draft_paused(table, START)


def test_bots_do_not_play_on_when_they_play_for_everybody() -> None:
    table = dealt(people=2, players=3)
    assert not table.left_to_bots
    happens(table, Left(0))
    assert not table.left_to_bots
    happens(table, BotTookOver(1, "time"))
    assert table.left_to_bots
    assert not dealt(people=0).left_to_bots  # a game of bots alone, for somebody who watches


def test_old_entries_still_load() -> None:
    """An entry that was stored before there were reasons of this kind, and one without the newer fields."""
    table = dealt()
    happens(table, BotTookOver(1, "host"))
    happens(table, SetUp("original", 2, {}, False, None))  # out of order: it changes nothing that would break
    assert again(table).number == table.number
