"""Solo: the Automa in seat 1, and the Pilferer, who is neither a player nor an owner."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from libertalia import Game, LibertaliaError
from tests.galecrest_table import AT_ANCHOR, BY_NIGHT, CAST, TOKENS, VOYAGES

SEEDS = range(25)
PREFERENCE = ("chest", "hook", "map", "saber", "amulet", "barrel", "relic")
GOOD = {"chest", "hook", "map"}
STARRED = {*BY_NIGHT, *AT_ANCHOR}


def solo(seed: int, **options: object) -> Game:
    return Game.new("galecrest", players=1, seed=seed, **options)


def days(game: Game, answer: int = 0) -> Iterator[dict[str, Any]]:
    """The position at each sunrise, while the human always gives the same answer."""
    while not game.over:
        if game.decisions[0].kind == "pick":
            yield game.position()
        options = game.decisions[0].options
        game.play(0, options[answer])


# ---- setup -------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(5))
def test_you_and_the_automa_start_with_the_same_6_cards_and_3_loot_a_day(seed: int) -> None:
    start = solo(seed).position()
    assert len(start["seats"]) == 2
    assert start["seats"][0]["hand"] == start["seats"][1]["hand"]
    assert len(start["seats"][0]["hand"]) == 6
    assert [len(day) for day in start["loot"]] == [3] * 4
    assert [colour is not None for colour in start["reputation"]] == [False, False, True, True, False, False]


@pytest.mark.parametrize(
    ("difficulty", "human", "automa"), [("easy", 10, 0), ("normal", 0, 0), ("hard", 0, 10), ("expert", 0, 20)]
)
def test_difficulty_is_starting_wealth(difficulty: str, human: int, automa: int) -> None:
    start = solo(3, difficulty=difficulty).position()
    base = [12 - start["reputation"].index(entry["colour"]) for entry in start["seats"]]
    assert [entry["doubloons"] for entry in start["seats"]] == [base[0] + human, base[1] + automa]


def test_normal_is_the_default_and_an_unknown_difficulty_is_refused() -> None:
    assert solo(3).position()["seats"] == solo(3, difficulty="normal").position()["seats"]
    with pytest.raises(LibertaliaError):
        solo(3, difficulty="brutal")


# ---- a whole game ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("board", ["calm", "stormy", "uncharted"])
@pytest.mark.parametrize("seed", range(8))
def test_only_the_human_is_ever_asked_and_one_of_the_two_wins(seed: int, board: str) -> None:
    game = solo(seed, board=board)
    while not game.over:
        assert [decision.seat for decision in game.decisions] == [0]
        game.play(0, game.decisions[0].options[-1])
    assert len(game.winners) == 1
    best = max(game.scores)
    track = game.position()["reputation"]
    first = [seat for seat, score in enumerate(game.scores) if score == best]
    colours = [entry["colour"] for entry in game.position()["seats"]]
    assert game.winners == (max(first, key=lambda seat: int(track.index(colours[seat]))),)


@pytest.mark.parametrize("seed", range(8))
def test_a_game_is_voyages_of_4_5_and_6_days_and_a_wind_nymph_is_never_dealt(seed: int) -> None:
    game = solo(seed)
    seen = [(position["voyage"], position["day"]) for position in days(game)]
    assert seen == [(voyage, day) for voyage, length in enumerate(VOYAGES, 1) for day in range(1, length + 1)]
    assert "wind-nymph" not in game.position()["deck"]
    dealt = [event.data()["cards"] for event in game.events if event.kind == "cards-dealt"]
    assert [len(cards) for cards in dealt if isinstance(cards, tuple)] == [6, 6, 6]
    assert not any("wind-nymph" in cards for cards in dealt if isinstance(cards, tuple))


@pytest.mark.parametrize("seed", range(8))
def test_tokens_are_never_lost(seed: int) -> None:
    for position in days(solo(seed)):
        count = Counter(position["bag"])
        for day in position["loot"]:
            count.update(day)
        for entry in position["seats"]:
            count.update(entry["loot"])
        assert count == TOKENS


@pytest.mark.parametrize("seed", range(8))
def test_a_solo_position_can_be_laid_again(seed: int) -> None:
    game = solo(seed, board="stormy")
    while not game.over:
        assert Game.at(game.position()).position() == game.position()
        game.play(0, game.decisions[0].options[0])


def test_the_human_does_not_see_the_automas_next_card_nor_the_solo_deck() -> None:
    one = solo(4)
    seen = {repr(one.view(0).imagine(rng).position().get("solo")) for rng in _rngs(8)}
    assert len(seen) > 1  # what lies on top is anybody's guess


# ---- what the Automa plays ---------------------------------------------------------------------------------------------------


def candidates(hand: list[str], loot: list[str]) -> set[str]:
    """The cards of her three variants for the loot of a day."""

    def nth(number: int) -> str:
        return hand[min(number, len(hand)) - 1]

    def starred(number: int) -> str:
        cards = [card for card in hand if card in STARRED]
        return cards[min(number, len(cards)) - 1] if cards else hand[-1]

    good = sum(kind in GOOD for kind in loot)
    bad = loot.count("relic")
    if len(loot) in (good, bad) or good == bad == 0:
        return {starred(1), starred(2), starred(3)}
    if bad >= 2:
        return {hand[-1], nth(5)}
    if bad and good:
        return {hand[-1], nth(5), nth(4)}
    if good:
        return {nth(4), nth(3), hand[-1]}
    return {nth(3), nth(2), nth(4)}


@pytest.mark.parametrize("seed", SEEDS)
def test_the_automa_plays_by_her_table(seed: int) -> None:
    game = solo(seed)
    told = 0
    for position in days(game, -1 if seed % 2 else 0):
        events = game.events
        if told:
            _check_pick(before, [event.data() for event in events[told:]])
        before, told = position, len(events)
    _check_pick(before, [event.data() for event in game.events[told:]])


def _check_pick(before: dict[str, Any], events: list[dict[str, Any]]) -> None:
    hand = before["seats"][1]["hand"]
    if not hand:
        return
    loot = before["loot"][before["day"] - 1]
    sent = [e["card"] for e in events if e["event"] == "moved" and (e["seat"], e["source"], e["target"]) == (1, "hand", "lineup")]
    assert sent[0] in candidates(hand, loot), (hand, loot)


# ---- what is taken -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
def test_the_automa_takes_by_her_order_of_preference(seed: int) -> None:
    game = solo(seed)
    for _ in days(game):
        pass
    left: Counter[str] = Counter()
    for event in (event.data() for event in game.events):
        if event["event"] == "loot-laid-out" and event["day"] == 1:
            left = Counter()
        if event["event"] == "took" and event["seat"] == 1 and left:
            assert event["token"] == min(left, key=PREFERENCE.index)
    assert set(PREFERENCE) == set(TOKENS)
    assert len(CAST) == 40
