"""Luck: repeatable from its seed, unrelated from seed to seed, and even."""

from __future__ import annotations

from collections import Counter

import pytest

from libertalia import Game
from libertalia.rules.chance import Seed, scramble, step


def test_a_seed_gives_the_same_draws_again_and_in_any_order() -> None:
    forwards = [Seed(b"7").draw(number, 50) for number in range(40)]
    one = Seed(b"7")
    backwards = [one.draw(number, 50) for number in reversed(range(40))]
    assert forwards == backwards[::-1]
    assert forwards != [Seed(b"8").draw(number, 50) for number in range(40)]


def test_draws_are_even() -> None:
    seed = Seed(b"even")
    counts = Counter(seed.draw(number, 10) for number in range(20_000))
    assert sorted(counts) == list(range(10))
    assert max(counts.values()) - min(counts.values()) < 300


def test_neighbouring_numbers_start_the_quick_generator_far_apart() -> None:
    first = [step(scramble(number)) >> 24 for number in range(4096)]
    assert len(set(first)) == 256
    assert all(0 < step(scramble(number)) < 1 << 32 for number in range(4096))


def test_the_deal_follows_from_the_seed_alone() -> None:
    deals = [Game.new("original", players=6, seed=seed).position() for seed in (1, 1, 2, 2**255)]
    assert deals[0] == deals[1]
    assert deals[0] != deals[2]
    assert deals[0] != deals[3]


def test_without_a_seed_every_game_is_another() -> None:
    games = [Game.new("original", players=2) for _ in range(3)]
    assert len({game.record().seed for game in games}) == 3


@pytest.mark.parametrize("seat", range(4))
def test_every_colour_comes_up_on_every_seat(seat: int) -> None:
    colours = {Game.new("original", players=4, seed=seed).view(None).seats[seat].colour for seed in range(100)}
    assert len(colours) == 6
