"""The contract of asking: when a question comes up and when not, of which kind, and which answers it has."""

from __future__ import annotations

import pytest

from libertalia import Game, IllegalMove
from tests.table import Seat, lay, played, seat

# ---- picking -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_at_sunrise_every_seat_has_an_open_pick_at_the_same_time(players: int) -> None:
    table = lay(*(seat("topman", "captain", "bosun") for _ in range(players)))
    assert [(d.seat, d.kind) for d in table.game.decisions] == [(number, "pick") for number in range(players)]
    assert {d.options for d in table.game.decisions} == {("bosun", "captain", "topman")}


def test_picks_come_in_any_order() -> None:
    table = lay(seat("topman"), seat("captain"), seat("bosun"), loot="3*goods")
    table.game.play(2, "bosun")
    assert [d.seat for d in table.game.decisions] == [0, 1]
    table.game.play(0, "topman")
    table.game.play(1, "captain")
    assert table.lineup == [(0, "topman"), (2, "bosun"), (1, "captain")]


def test_the_last_card_of_a_hand_is_still_asked_for() -> None:
    table = lay(seat("topman", last=True), seat("captain"))
    assert table.game.decisions[0].options == ("topman",)


def test_an_empty_hand_has_no_pick_and_the_day_goes_on_without_it() -> None:
    table = lay(seat(), seat("topman"), seat("bosun"), loot="3*goods")
    assert [d.seat for d in table.game.decisions] == [1, 2]
    table.play(None, "topman", "bosun").answer("goods", "goods")
    assert table.asked() is None
    assert (table.loot(0), table.crew(0), table.loot_on(1)) == ({}, [], ["goods"])


def test_where_all_hands_are_empty_the_days_pass_by_themselves() -> None:
    table = lay(seat(crew="barkeep"), seat(), day=5)
    assert table.moment == (2, 1)
    assert table.last_scores == [12, 10]


def test_a_pick_can_be_taken_back_while_others_are_thinking() -> None:
    table = lay(seat("topman", "captain"), seat("bosun"))
    table.game.play(0, "topman")
    assert [d.seat for d in table.game.decisions] == [1]
    table.game.unpick(0)
    assert [d.seat for d in table.game.decisions] == [0, 1]
    assert table.hand(0) == ["topman", "captain"]
    table.play("captain", "bosun")
    assert table.crew(0) == ["captain"]


def test_a_pick_can_not_be_taken_back_after_the_last_player_has_picked() -> None:
    table = played(seat("topman"), seat("bosun"), loot="2*goods")
    with pytest.raises(IllegalMove):
        table.game.unpick(0)


def test_nothing_picked_nothing_to_take_back() -> None:
    table = lay(seat("topman"), seat("bosun"))
    with pytest.raises(IllegalMove):
        table.game.unpick(0)
    table.game.play(0, "topman")
    with pytest.raises(IllegalMove):
        table.game.play(0, "topman")  # changing one's mind goes by way of unpick
    table.game.unpick(0)
    with pytest.raises(IllegalMove):
        table.game.unpick(0)


# ---- kinds and forms ---------------------------------------------------------------------------------------------------------

OTHER = seat("topman", crew="cook")


@pytest.mark.parametrize(
    ("me", "loot", "before", "kind", "options"),
    [
        (seat("captain"), "goods chest goods", "", "take", ("chest", "goods")),
        (seat("captain"), "saber", "saber", "saber", ("1:cook",)),
        (seat("parrot", "monkey", "captain"), "", "", "parrot", ("captain", "monkey")),
        (seat("recruiter", crew="monkey bosun"), "", "", "recruiter", ("bosun", "monkey")),
        (seat("preacher", loot="2*saber jewel"), "", "", "preacher", ("jewel", "saber")),
        (seat(crew="waitress", loot="treasure-map"), "", "", "waitress", ("pass", "treasure-map")),
        (seat("gunner", crew="governors-daughter"), "", "", "gunner", ("0:governors-daughter", "1:cook")),
        (seat("merchant", loot="3*treasure-map"), "", "", "merchant", ("2*treasure-map", "3*treasure-map")),
        (seat("surgeon", graveyard="monkey bosun"), "", "", "surgeon", ("bosun", "monkey")),
    ],
)
def test_kinds_and_answers(me: Seat, loot: str, before: str, kind: str, options: tuple[str, ...]) -> None:
    table = played(me, OTHER, loot=loot).answer(*before.split())
    assert table.asked() == (0, kind, options)
    assert options == tuple(sorted(set(options)))


@pytest.mark.parametrize(
    "me",
    [
        seat("monkey", loot="2*cursed-relic"),
        seat("beggar"),
        seat("cabin-boy"),
        seat("barkeep"),
        seat("carpenter"),
        seat("french-officer", doubloons=3),
        seat("voodoo-witch", graveyard="monkey"),
        seat("freed-slave", crew="captain"),
        seat("mutineer", crew="monkey beggar"),
        seat("brute"),
        seat("topman"),
        seat("spanish-spy", loot="2*spanish-officer"),
        seat("cook"),
        seat("bosun", crew="monkey"),
        seat("armorer", loot="saber"),
        seat("treasurer", loot="chest"),
        seat("gambler", loot="chest"),
        seat("governors-daughter"),
        seat("quartermaster", loot="chest"),
        seat("granny-wata"),
        seat("first-mate"),
        seat("captain", loot="cursed-relic"),
        seat("spanish-governor", crew="monkey bosun"),
    ],
    ids=lambda me: me.hand[0],
)
def test_characters_that_ask_nothing(me: Seat) -> None:
    table = played(me, OTHER)
    assert (table.asked(), table.moment) == (None, (1, 2))


def test_a_cooks_second_token_is_a_take_too() -> None:
    table = played(seat("cook"), OTHER, loot="goods chest").answer("goods")
    assert table.asked() == (0, "take", ("chest",))


def test_the_last_token_is_still_asked_for() -> None:
    assert played(seat("captain"), OTHER, loot="cursed-relic").asked() == (0, "take", ("cursed-relic",))


@pytest.mark.parametrize(
    ("me", "loot", "before"),
    [
        (seat("captain"), "cursed-relic", ""),
        (seat("captain"), "saber", "saber"),
        (seat("parrot", "monkey"), "", ""),
        (seat("recruiter", crew="monkey"), "", ""),
        (seat("preacher", loot="2*saber"), "", ""),
        (seat("gunner"), "", ""),
        (seat("merchant", loot="2*chest"), "", ""),
        (seat("surgeon", graveyard="monkey"), "", ""),
    ],
)
def test_nothing_but_the_waitress_can_be_declined(me: Seat, loot: str, before: str) -> None:
    table = played(me, OTHER, loot=loot).answer(*before.split())
    with pytest.raises(IllegalMove):
        table.answer("pass")


def test_a_pick_can_not_be_declined() -> None:
    with pytest.raises(IllegalMove):
        lay(seat("topman"), seat("topman")).game.play(0, "pass")


# ---- what is refused ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "answer", ["", "captain", "cook", "1:captain", "2:cook", "1:", ":cook", "1:cook ", "1:Cook", "-1:cook", "pass", "kraken"]
)
def test_what_is_not_among_the_answers_is_refused_and_nothing_changes(answer: str) -> None:
    table = played(seat("gunner"), OTHER)
    before = table.game.position()
    with pytest.raises(IllegalMove):
        table.answer(answer)
    assert table.game.position() == before
    assert table.asked() == (0, "gunner", ("1:cook",))


@pytest.mark.parametrize("answer", ["treasure-map", "1*treasure-map", "4*treasure-map", "2*chest", "2*", "02*treasure-map"])
def test_a_merchant_sells_two_or_three_of_what_he_has(answer: str) -> None:
    table = played(seat("merchant", loot="5*treasure-map chest"), OTHER)
    with pytest.raises(IllegalMove):
        table.answer(answer)


def test_an_error_says_what_was_given_and_what_is_allowed() -> None:
    table = played(seat("gunner", crew="bosun"), OTHER)
    with pytest.raises(IllegalMove, match=r"kraken.*0:bosun, 1:cook"):
        table.answer("kraken")


def test_only_the_seat_that_is_asked_may_answer() -> None:
    table = played(seat("gunner"), OTHER)
    before = table.game.position()
    with pytest.raises(IllegalMove):
        table.game.play(1, "1:cook")
    assert table.game.position() == before


def test_a_card_that_is_not_in_the_hand_can_not_be_picked() -> None:
    table = lay(seat("topman", crew="captain"), seat("topman", "bosun"))
    for card in ("captain", "bosun", "0:topman"):
        with pytest.raises(IllegalMove):
            table.game.play(0, card)


def test_when_the_game_is_over_nothing_can_be_played() -> None:
    table = played(seat("topman"), seat("topman"), voyage=3, day=6)
    assert table.game.over
    assert table.game.decisions == ()
    for number in range(2):
        with pytest.raises(IllegalMove):
            table.game.play(number, "cabin-boy")


# ---- in the middle of a day --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 4, 6])
def test_a_game_goes_on_the_same_from_any_moment(players: int) -> None:
    game = Game.new("original", players=players, seed=11)
    moves = 0
    while not game.over:
        again = Game.at(game.position())
        assert again.decisions == game.decisions
        assert again.position() == game.position()
        decision = game.decisions[moves % len(game.decisions)]
        game.play(decision.seat, decision.options[moves % len(decision.options)])
        moves += 1
    assert Game.at(game.position()).winners == game.winners
