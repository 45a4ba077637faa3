"""A table before the game, in memory: what is played, who sits down, whom the host sends away."""

from __future__ import annotations

import pytest

from libertalia.game.errors import InvalidSetup
from libertalia.rules.player import COLOURS
from libertalia.tables import boundary
from libertalia.tables import messages as m
from libertalia.tables.entries import Changed, Kicked
from libertalia.tables.identity import Identity
from libertalia.tables.refusals import Malformed, Refused
from tests.tables.people import (
    GUEST,
    HOST,
    WATCHER,
    Here,
    again,
    bot_seated,
    dealt,
    do,
    drafted,
    happens,
    info_of,
    joined,
    laid,
    opened,
    play_out,
    record_of,
    refusal,
)


def test_the_host_changes_everything_about_an_open_table() -> None:
    table = laid(people=1, players=3)
    clock = m.ClockWish(decision=60, game=1800)
    do(table, HOST, m.ChangeSetup("1", "galecrest", 5, {"board": "stormy"}, True, clock))
    for one in (table, again(table)):
        info = info_of(one)
        assert (info.edition, info.players, info.options, info.public) == ("galecrest", 5, {"board": "stormy"}, True)
        assert info.clock == m.ClockRules(60, 1800)
        assert [seat.kind for seat in info.seats] == ["person", "bot", "bot", "open", "open"]
        assert one.host == 0


def test_fewer_players_send_bots_and_empty_chairs_away_but_no_person() -> None:
    table = laid(people=2, players=4)
    assert refusal(table, HOST, m.ChangeSetup("1", "galecrest", 1)) == "table.seat-needed"
    do(table, HOST, m.ChangeSetup("2", "original", 2))
    assert [seat.kind for seat in table.seats] == ["person", "person"]
    assert len(table.turns) == 2


@pytest.mark.parametrize(
    ("edition", "players", "options"),
    [("nowhere", 2, {}), ("original", 1, {}), ("original", 2, {"board": "calm"}), ("galecrest", 2, {"board": "wet"})],
)
def test_what_can_not_be_dealt_is_refused(edition: str, players: int, options: dict[str, str]) -> None:
    with pytest.raises(InvalidSetup):
        drafted(laid(people=1), HOST, m.ChangeSetup("1", edition, players, options))


def test_only_the_host_changes_it_and_only_before_the_start() -> None:
    change = m.ChangeSetup("1", "original", 2)
    assert refusal(laid(), GUEST, change) == "table.host-only"
    assert refusal(laid(), WATCHER, change) == "table.host-only"
    assert refusal(dealt(), HOST, change) == "table.is-playing"


def test_what_was_changed_is_dealt() -> None:
    table = laid(people=1, players=2)
    do(table, HOST, m.ChangeSetup("1", "galecrest", 2, {"board": "stormy"}))
    do(table, HOST, m.Start("2"))
    assert table.game is not None
    assert table.game.view(None).edition == "galecrest"


# ---- sent away before the start --------------------------------------------------------------------------------------


def test_a_guest_who_is_sent_away_leaves_an_open_seat() -> None:
    table = laid()
    do(table, HOST, m.Kick("1", 1))
    assert [seat.kind for seat in table.seats] == ["person", "open"]
    assert isinstance(table.entries[-1].fact, Kicked)


def test_who_may_not_be_sent_away() -> None:
    assert refusal(laid(), GUEST, m.Kick("1", 0)) == "table.host-only"
    assert refusal(laid(), HOST, m.Kick("1", 0)) == "table.no-guest"
    assert refusal(laid(people=1), HOST, m.Kick("1", 1)) == "table.no-guest"
    assert refusal(laid(), HOST, m.Kick("1", 5)) == "table.no-seat"
    assert refusal(dealt(), HOST, m.Kick("1", 1)) == "table.is-playing"


# ---- who sits down ------------------------------------------------------------------------------------------------


def test_people_sit_down_where_they_want_or_on_the_first_open_seat() -> None:
    table = opened(players=3)
    happens(table, joined(table, "Ines", "red", 2))
    happens(table, joined(table, "Joris"))
    assert [seat.name for seat in table.seats] == ["Joris", None, "Ines"]
    assert table.host == 2


@pytest.mark.parametrize(
    ("name", "colour", "seat", "key"),
    [
        ("iNES", None, None, "table.name-taken"),
        ("Joris", "red", None, "table.colour-taken"),
        ("Joris", None, 0, "table.seat-taken"),
        ("Joris", None, 9, "table.seat-taken"),
        ("x" * 21, None, None, "name.length"),
        ("You", None, None, "name.you"),
    ],
)
def test_nobody_sits_down_who_can_not_be_told_apart(name: str, colour: m.Colour | None, seat: int | None, key: str) -> None:
    table = opened(players=3)
    happens(table, joined(table, "Ines", "red", 0))
    with pytest.raises((Refused, Malformed)) as refused:
        joined(table, name, colour, seat)
    assert refused.value.key == key


def test_nobody_sits_down_at_a_full_table_or_in_a_game() -> None:
    for table, key in ((laid(), "table.full"), (dealt(), "table.is-playing")):
        with pytest.raises(Refused) as refused:
            joined(table, "Late")
        assert refused.value.key == key


def test_everyone_has_another_colour() -> None:
    assert sorted(str(seat.colour) for seat in laid(people=3, players=6).seats) == sorted(COLOURS)


def test_name_and_colour_can_be_changed_until_the_start() -> None:
    table = laid()
    do(table, GUEST, m.Change("1", name="Jorinde", colour="white"))
    do(table, GUEST, m.Change("2", name="Joris"))
    assert (table.seats[1].name, table.seats[1].colour) == ("Joris", "white")
    do(table, GUEST, m.Change("3", colour="black"))
    assert drafted(table, GUEST, m.Change("4", name="Jo")) == Changed(1, "Jo", "black")
    assert refusal(table, GUEST, m.Change("5", name="person 0")) == "table.name-taken"
    assert refusal(table, GUEST, m.Change("6", name="You")) == "name.you"
    assert refusal(table, GUEST, m.Change("7", name="x" * 21)) == "name.length"
    assert refusal(table, GUEST, m.Change("8", colour=table.seats[0].colour)) == "table.colour-taken"
    do(table, HOST, m.Start("9"))
    assert refusal(table, GUEST, m.Change("10", name="Late")) == "table.is-playing"
    assert table.game is not None
    assert table.game.view(None).seats[1].colour == "black"


# ---- bots, and the host -------------------------------------------------------------------------------------------


def test_the_host_puts_bots_on_open_seats_and_sends_them_away() -> None:
    table = opened(players=3)
    happens(table, joined(table, "Ines"))
    do(table, HOST, m.PutBot("1", 1, "greedy"))
    do(table, HOST, m.PutBot("2", 2, "random"))
    assert [(seat.kind, seat.bot, seat.level) for seat in table.seats[1:]] == [("bot", True, "greedy"), ("bot", True, "random")]
    assert refusal(table, HOST, m.PutBot("3", 1, "random")) == "table.bot-there"
    do(table, HOST, m.Clear("4", 1))
    assert [seat.kind for seat in table.seats] == ["person", "open", "bot"]
    assert refusal(table, HOST, m.Clear("5", 1)) == "table.no-bot"
    assert refusal(table, HOST, m.Clear("6", 0)) == "table.no-bot"
    assert refusal(table, HOST, m.Clear("7", 5)) == "table.no-seat"
    assert refusal(table, HOST, m.PutBot("8", 5, "random")) == "table.no-seat"


def test_before_the_start_a_bot_sits_down_for_who_is_not_here_and_for_nobody_else() -> None:
    table = laid()
    assert refusal(table, HOST, m.PutBot("1", 1, "random"), Here(0, 1)) == "table.present"
    assert refusal(table, HOST, m.PutBot("1", 0, "random"), Here(0, 1)) == "table.present"
    do(table, HOST, m.PutBot("2", 1, "random"), Here(0))
    assert [seat.kind for seat in table.seats] == ["person", "bot"]


@pytest.mark.parametrize(
    "command",
    [
        m.PutBot("1", 2, "random"),
        m.Clear("1", 3),
        m.Start("1"),
        m.Archive("1"),
        m.Kick("1", 0),
        m.ChangeSetup("1", "original", 4),
    ],
    ids=lambda command: type(command).__name__,
)
def test_only_the_host_rules_the_table(command: m.AnyCommand) -> None:
    table = opened(players=4)
    for name in ("Ines", "Joris"):
        happens(table, joined(table, name))
    happens(table, bot_seated(table, 3))
    for other in (GUEST, WATCHER):
        assert refusal(table, other, command) == "table.host-only"


def test_a_host_who_stands_up_hands_the_table_on() -> None:
    table = laid(people=2, players=3)
    do(table, HOST, m.Leave("1"))
    assert table.host == 1
    do(table, GUEST, m.PutBot("2", 0, "random"))
    assert refusal(table, WATCHER, m.Clear("3", 0)) == "table.host-only"


def test_a_host_may_watch() -> None:
    table = opened(watches=True)
    happens(table, joined(table, "Ines"))
    host = Identity(host=True)
    assert table.host is None
    assert refusal(table, HOST, m.PutBot("1", 1, "random")) == "table.host-only"
    do(table, host, m.PutBot("1", 1, "random"))
    do(table, host, m.Start("2"))
    assert boundary.mine(table, host.seat) is None


# ---- started ------------------------------------------------------------------------------------------------------


def test_a_game_starts_when_no_seat_is_open_and_only_once() -> None:
    table = opened()
    happens(table, joined(table, "Ines"))
    assert refusal(table, HOST, m.Start("1")) == "table.seats-open"
    happens(table, joined(table, "Joris"))
    do(table, HOST, m.Start("2"))
    info = info_of(table)
    assert (info.status, info.seed) == ("playing", None)
    assert info.commitment
    assert refusal(table, HOST, m.Start("3")) == "table.is-playing"
    assert refusal(table, HOST, m.Clear("4", 1)) == "table.is-playing"


def test_before_the_start_there_is_nothing_to_play() -> None:
    table = laid()
    assert boundary.mine(table, 0) is None
    for command in (m.Play("1", 0, "brute"), m.Unpick("1", 0), m.TakeBack("1", 0), m.Rematch("1"), m.Remind("1", 1)):
        assert refusal(table, HOST, command) == "table.is-open"


# ---- put away -----------------------------------------------------------------------------------------------------


def test_a_game_under_way_is_not_put_away_but_any_other_is() -> None:
    table = laid()
    do(table, HOST, m.Archive("1"))
    assert table.status == "archived"
    assert refusal(table, HOST, m.Archive("2")) == "table.is-archived"
    assert refusal(table, HOST, m.Start("3")) == "table.is-archived"
    table = dealt()
    assert refusal(table, HOST, m.Archive("1")) == "table.is-playing"
    play_out(table)
    do(table, HOST, m.Archive("2"))
    assert record_of(table)["scores"] == info_of(table).scores
