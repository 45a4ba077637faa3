"""A table by its entries alone: hosts, seats, logs that can't be read, and how long a log may get."""

from __future__ import annotations

import msgspec
import pytest

from libertalia.game.errors import IllegalMove, InvalidRecord, UnknownRules
from libertalia.game.tracked_table import UNPICK
from libertalia.rules.editions import RULES_VERSION
from libertalia.tables import boundary
from libertalia.tables import messages as m
from libertalia.tables.entries import (
    AnyFact,
    Archived,
    BotTookOver,
    CameBack,
    Changed,
    ChatSaid,
    Entry,
    Joined,
    Kicked,
    Left,
    Played,
    SetUp,
    Started,
    StoredEntry,
    Unpicked,
    kind_of,
    stored,
)
from libertalia.tables.identity import Identity
from libertalia.tables.refusals import Refused
from libertalia.tables.state import LONG, Result, TableState
from tests.tables.people import (
    GUEST,
    HOST,
    START,
    again,
    bot_seated,
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
    happens(table, bot_seated(table, 0))
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
    do(table, HOST, m.Change("a", colour=colour))
    assert table.seats[0].colour == colour
    assert table.seats[1].colour not in (None, colour)


def test_at_a_full_table_of_six_a_bot_takes_the_colour_that_is_left() -> None:
    table = laid(people=1, players=6)
    mine, bots = table.seats[0].colour, table.seats[3].colour
    do(table, HOST, m.Change("1", colour=bots))
    assert (table.seats[0].colour, table.seats[3].colour) == (bots, mine)
    assert len({seat.colour for seat in table.seats}) == 6


def test_at_a_full_table_of_six_a_bot_that_sits_down_for_somebody_takes_their_colour() -> None:
    table = laid(people=6, players=6)
    theirs = table.seats[3].colour
    do(table, Identity(0, host=True), m.PutBot("1", seat=3, level="greedy"))
    assert (table.seats[3].kind, table.seats[3].colour) == ("bot", theirs)
    assert len({seat.colour for seat in table.seats}) == 6


@pytest.mark.parametrize(
    "fact",
    [
        Changed(0, "Red", "red"),
        Kicked(1),
        SetUp("galecrest", 3, {}, public=True, clock=m.ClockRules(60)),
        Started("7", "", RULES_VERSION),
    ],
    ids=kind_of,
)
def test_how_a_table_would_stand_after_an_entry(fact: AnyFact) -> None:
    """It is how it stands when all its entries are read, and the table itself is as it was."""
    table = laid(players=4)
    happens(table, Changed(0, "White", "white"))
    before, entry = info_of(table), Entry(table.number + 1, 0, fact)
    assert info_of(table.after(entry)) == info_of(TableState(table.id, [*table.entries, entry]))
    assert info_of(table) == before
    assert info_of(table) == info_of(TableState(table.id, table.entries))


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
    info = info_of(table)
    assert info.problem is not None
    assert (info.problem.key, info.problem.details["version"]) == ("rules.unknown", str(RULES_VERSION + 1))
    assert (info.seed, info.scores, info.commitment) == (None, None, "")
    assert boundary.seen(table, table.entries[-2], 0) == {
        "number": 5,
        "kind": "played",
        "at": START,
        "seat": 0,
        "turn": 0,
        "events": [],
    }
    assert refusal(table, HOST, m.Play("a", 0, "brute")) == "table.is-unplayable"
    with pytest.raises(Refused, match="not over"):
        record_of(table)


def test_of_a_finished_game_by_unknown_rules_the_record_is_still_there() -> None:
    table = laid()
    happens(table, Started("7", "", RULES_VERSION + 1))
    happens(table, Played(0, 0, "brute"))
    happens(table, Unpicked(0, 1))
    table.known_result = Result([50, 40], [0])
    assert table.status == "over"
    record = record_of(table)
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
    loaded = TableState("table", table.entries)
    assert loaded.game is not None
    assert table.game is not None
    assert loaded.game.position() == table.game.position()
    assert loaded.seats == table.seats
    assert loaded.turns == table.turns
    assert loaded.clocks.deadlines == table.clocks.deadlines
    seats = range(len(table.seats))
    assert [loaded.clocks.left(seat) for seat in seats] == [table.clocks.left(seat) for seat in seats]


def test_old_entries_still_load() -> None:
    """An entry that was stored before there were reasons of this kind, and one without the newer fields."""
    table = dealt()
    happens(table, BotTookOver(1, "host"))
    happens(table, SetUp("original", 2, {}, False, None))  # out of order: it changes nothing that would break
    assert again(table).number == table.number


# ---- its length -------------------------------------------------------------------------------------------------


def long_table(table: TableState) -> TableState:
    while table.number < LONG:
        happens(table, ChatSaid(0, "and so on"))
    return table


@pytest.mark.parametrize(
    "command",
    [m.Chat("1", "One more thing."), m.Change("1", "Else"), m.Leave("1"), m.PutBot("1", 1, "random"), m.Clear("1", 2)],
    ids=lambda command: type(command).__name__,
)
def test_a_table_does_not_grow_for_ever_before_the_start(command: m.AnyCommand) -> None:
    assert refusal(long_table(laid(people=2, players=3)), HOST, command) == "table.long"


@pytest.mark.parametrize(
    "command",
    [m.Chat("1", "One more thing."), m.Leave("1"), m.PutBot("1", 1, "random"), m.Unpick("1", 0)],
    ids=lambda command: type(command).__name__,
)
def test_a_table_does_not_grow_for_ever_in_a_game(command: m.AnyCommand) -> None:
    assert refusal(long_table(dealt()), HOST, command) == "table.long"


def test_a_table_does_not_grow_for_ever_after_the_game() -> None:
    """People who have left may come back, once. They can't leave again."""
    table = dealt()
    play_out(table)
    happens(table, Left(1))
    long_table(table)
    do(table, GUEST, m.Back("1"))
    assert refusal(table, GUEST, m.Leave("2")) == "table.long"


def test_at_a_table_with_a_long_log_the_game_goes_on() -> None:
    table = dealt()
    while table.number < LONG:
        happens(table, ChatSaid(1, "And another thing!"), 2)
    assert table.game is not None
    answer = table.game.decisions[0].options[0]
    assert drafted(table, HOST, m.Play("a", 0, answer)) == Played(0, 0, answer)


# ---- after the table was put away ---------------------------------------------------------------------------------


def test_there_is_no_rematch_of_a_game_that_never_began() -> None:
    table = laid()
    happens(table, Archived(0))
    assert refusal(table, HOST, m.Rematch("1")) == "table.is-archived"


# ---- what nobody has to know --------------------------------------------------------------------------------------


def test_what_is_wrong_with_a_table_is_said_without_its_id() -> None:
    """Who knows the id of a private table can watch it, so it is in no log."""
    entries = laid().entries
    with pytest.raises(InvalidRecord) as gap:
        TableState("the-id-of-the-table", [entries[0], entries[2]])
    with pytest.raises(InvalidRecord) as beginning:
        TableState("the-id-of-the-table", entries[1:])
    assert "the-id" not in f"{gap.value} {beginning.value}"
