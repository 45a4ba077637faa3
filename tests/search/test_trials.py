"""Trials: the same voyage with and without a card or a token."""

from __future__ import annotations

from statistics import mean

import pytest

from libertalia import COMPILED, Game
from libertalia.game.setup import edition_names, edition_of
from libertalia.rules.edition import Edition
from libertalia.rules.happening import PURSE_FILLED
from libertalia.search.trials import LEVELS, PARTS, Trials, _takings

DEALS = 150
ORIGINAL = edition_of("original", {})
many_voyages = pytest.mark.skipif(not COMPILED, reason="many voyages")


def worth(slug: str, part: str, day: int, edition: Edition = ORIGINAL) -> float:
    """The mean worth of a character on a day, of one part."""
    found = [
        worths[day - 1][PARTS.index(part)]
        for deal in range(DEALS)
        for rank, _, worths in Trials(edition, 4, "sensible", deal).cards()
        if rank == edition.rank_of[slug]
    ]
    return mean(found)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("edition", edition_names())
def test_a_deal_tries_every_card_of_the_hand_on_every_day(edition: str, level: str) -> None:
    found = Trials(edition_of(edition, {}), 3, level, 1).cards()
    assert len({rank for rank, _, _ in found}) == 9
    for _, best, worths in found:
        assert len(worths) == 6
        assert (0 <= best < 6) == (level == "search")
        assert {len(parts) for parts in worths} == {len(PARTS)}


def test_the_same_luck_gives_the_same_trials() -> None:
    one, two, other = (Trials(ORIGINAL, 4, "search", luck) for luck in (1, 1, 2))
    assert one.cards() == two.cards() != other.cards()
    assert one.tokens() == two.tokens()


@many_voyages
def test_a_barkeep_earns_by_night_and_less_with_every_day() -> None:
    early, late = worth("barkeep", "night", 1), worth("barkeep", "night", 6)
    assert early > late + 1
    assert late > -0.5


@many_voyages
def test_a_beggar_earns_by_day() -> None:
    assert worth("beggar", "day", 3) == pytest.approx(3, abs=1.5)


@many_voyages
def test_a_gambler_earns_at_the_end() -> None:
    assert worth("gambler", "end", 5) > 3


@many_voyages
@pytest.mark.parametrize(("kind", "expected"), [("chest", 5), ("jewel", 3), ("goods", 1), ("cursed-relic", -3)])
def test_a_token_is_worth_about_what_is_printed_on_it(kind: str, expected: float) -> None:
    number = ORIGINAL.kind_of[kind]
    found = [
        sum(parts)
        for deal in range(4 * DEALS)
        for taken, _, parts in Trials(ORIGINAL, 4, "sensible", deal).tokens()
        if taken == number
    ]
    assert mean(found) == pytest.approx(expected, abs=1)


@many_voyages
def test_who_wins_depends_on_how_ties_are_split() -> None:
    editions = [edition_of("original", {"influence": value}) for value in ("printed", "fair")]
    won: list[dict[int, float]] = [{}, {}]
    for deal in range(DEALS):
        for shares, seats in zip(won, Trials(ORIGINAL, 6, "sensible", deal).colours(editions), strict=True):
            assert sum(share for _, share in seats) == pytest.approx(1)
            for colour, share in seats:
                shares[colour] = shares.get(colour, 0.0) + share
    assert won[0] != won[1]


@pytest.mark.parametrize("edition", edition_names())
def test_what_a_seat_takes_adds_up_to_its_score(edition: str) -> None:
    for seed in range(6):
        game = Game.new(edition, players=3, seed=seed)
        table = game.table
        table.last_voyage = 1
        while not game.over:
            decision = game.decisions[0]
            game.play(decision.seat, decision.options[seed % len(decision.options)])
        assert table.happenings is not None
        for player in table.players:
            filled = [int(h.a) for h in table.happenings if h.what == PURSE_FILLED and h.seat in (-1, player.seat)]
            *mine, others = _takings(table, player.seat)
            assert sum(mine, float(filled[0])) == player.score
            assert others == -mean(int(other.score) for other in table.players if other is not player)
