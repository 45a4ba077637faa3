"""What stays hidden: picks before the reveal, and which card a Surgeon took back. Cemeteries and booty are public knowledge."""

from __future__ import annotations

import pytest

from tests.table import Table, lay, played, seat


def others(table: Table) -> list[int | None]:
    """Everyone who is not seat 0: the other seats and a spectator."""
    return [*range(1, len(table.first)), None]


# ---- picks -------------------------------------------------------------------------------------------------------------------


def test_a_pick_is_hidden_until_the_reveal_but_that_it_was_made_is_seen() -> None:
    table = lay(seat("topman", "captain", "bosun"), seat("topman", "captain", "bosun"), loot="2*goods")
    table.game.play(0, "captain")
    assert table.view(0).seats[0].pick == "captain"
    for viewer in others(table):
        assert table.view(viewer).seats[0].picked
        assert table.view(viewer).seats[0].pick is None
        assert table.view(viewer).lineup == ()
    table.game.play(1, "bosun")
    for viewer in (0, 1, None):
        assert table.view(viewer).lineup == ((1, "bosun", 19), (0, "captain", 29))


def test_others_see_the_same_whichever_card_was_picked() -> None:
    seen = []
    for card in ("topman", "captain"):
        table = lay(seat("topman", "captain", "bosun"), seat("topman", "captain", "bosun"))
        table.game.play(0, card)
        seen.append([table.view(viewer) for viewer in others(table)])
    assert seen[0] == seen[1]


def test_others_see_no_difference_after_a_pick_was_taken_back() -> None:
    seen = []
    for card in ("topman", "captain"):
        table = lay(seat("topman", "captain", "bosun"), seat("topman", "captain", "bosun"))
        table.game.play(0, card)
        table.game.unpick(0)
        table.game.play(0, "bosun")
        seen.append([table.view(viewer) for viewer in others(table)])
    assert seen[0] == seen[1]


def test_only_the_seat_that_is_asked_sees_its_answers() -> None:
    table = played(seat("parrot", "captain", "bosun"), seat("topman"))
    decision = table.view(0).decision
    assert decision is not None
    assert decision.options == ("bosun", "captain")
    for viewer in others(table):
        assert table.view(viewer).decision is None
        assert table.view(viewer).waiting == ((0, "parrot"),)


# ---- what the Surgeon took back ----------------------------------------------------------------------------------------------


def after_surgeon(card: str) -> Table:
    """A Surgeon took one of three cards back; the next day is at its sunrise."""
    table = played(seat("surgeon", "topman", graveyard="brute bosun captain"), seat("cook"), seat("monkey"))
    return table.answer(card)


def test_which_card_a_surgeon_took_back_is_hidden_from_the_others() -> None:
    seen = [[after_surgeon(card).view(viewer) for viewer in (1, 2, None)] for card in ("brute", "bosun", "captain")]
    assert seen[0] == seen[1] == seen[2]


def test_the_owner_knows_what_his_surgeon_took_back() -> None:
    table = after_surgeon("bosun")
    assert table.view(0).me.holds == ("topman", "bosun")
    assert table.view(0).me.graveyard == ("brute", "captain")


@pytest.mark.parametrize("viewer", [1, 2, None])
def test_others_see_the_cemetery_as_it_was_and_that_one_card_of_it_went_back(viewer: int | None) -> None:
    them = after_surgeon("bosun").view(viewer).seats[0]
    assert (them.graveyard, them.unseen) == (("brute", "bosun", "captain"), 1)
    assert (them.hand_size, them.holds) == (2, ("topman",))
    assert them.may_hold == ("brute", "topman", "bosun", "captain")


@pytest.mark.parametrize("viewer", [1, 2, None])
def test_playing_the_card_tells_which_it_was(viewer: int | None) -> None:
    table = after_surgeon("bosun").play("bosun", "cabin-boy", "cabin-boy")
    them = table.view(viewer).seats[0]
    assert (them.graveyard, them.unseen) == (("brute", "captain"), 0)
    assert (them.holds, them.may_hold) == (("topman",), ("topman",))


def test_playing_another_card_tells_nothing() -> None:
    them = after_surgeon("bosun").play("topman", "cabin-boy", "cabin-boy").view(1).seats[0]
    assert (them.graveyard, them.unseen) == (("brute", "bosun", "captain"), 1)
    assert them.may_hold == ("brute", "bosun", "captain")


def test_a_single_card_in_the_cemetery_is_no_secret() -> None:
    them = played(seat("surgeon", "topman", graveyard="captain"), seat("cook")).answer("captain").view(1).seats[0]
    assert (them.graveyard, them.unseen, them.holds) == ((), 0, ("topman", "captain"))


def test_a_secret_outlives_its_campaign() -> None:
    seen = []
    for card in ("brute", "captain"):
        table = played(seat("surgeon", "topman", graveyard="brute captain"), seat("cook"), day=6).answer(card)
        assert table.moment == (2, 1)
        seen.append([table.view(viewer).seats[0] for viewer in (1, None)])
        assert table.view(1).seats[0].graveyard == ()
    assert seen[0] == seen[1]


# ---- what everyone sees ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_doubloons_booty_dens_and_cemeteries_are_open(viewer: int | None) -> None:
    table = lay(seat("topman"), seat("topman", crew="cook", graveyard="brute", loot="2*jewel saber", doubloons=7))
    them = table.view(viewer).seats[1]
    assert (them.doubloons, them.loot) == (7, {"jewel": 2, "saber": 1})
    assert (them.crew, them.graveyard) == (("cook",), ("brute",))
