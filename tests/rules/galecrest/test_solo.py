"""Solo: the Automa in seat 1, and the Pilferer, who is neither a player nor an owner."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

from libertalia import Event, Game, LibertaliaError
from tests.galecrest_table import AT_ANCHOR, BY_NIGHT, CAST, TOKENS, VOYAGES, GaleTable, Seat, position_of, seat

PREFERENCE = ("chest", "hook", "map", "saber", "amulet", "barrel", "relic")
GOOD = {"chest", "hook", "map"}
STARRED = {*BY_NIGHT, *AT_ANCHOR}


def solo(seed: int, **options: Any) -> Game:
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
    ("rules", "difficulty", "human", "automa"),
    [
        *[(1, "easy", 10, 0), (1, "normal", 0, 0), (1, "hard", 0, 10), (1, "expert", 0, 20)],
        *[(2, "easy", 10, 0), (2, "normal", 0, 0), (2, "hard", 0, 10), (2, "expert", 0, 20)],
        *[(3, "easy", 0, 30), (3, "normal", 0, 40), (3, "hard", 0, 50), (3, "expert", 0, 60)],
    ],
)
def test_difficulty_is_starting_wealth(rules: int, difficulty: str, human: int, automa: int) -> None:
    start = solo(3, difficulty=difficulty, rules=rules).position()
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
    assert [len(cards) for cards in dealt if isinstance(cards, list)] == [6, 6, 6]
    assert not any("wind-nymph" in cards for cards in dealt if isinstance(cards, list))


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


@pytest.mark.parametrize("seed", range(8))
def test_the_pilferer_comes_from_a_deck_without_the_cards_dealt(seed: int) -> None:
    game = solo(seed)
    for _ in days(game):
        pass
    dealt: set[object] = set()
    drawn: list[object] = []
    for event in (event.data() for event in game.events):
        if event["event"] == "cards-dealt":
            cards = event["cards"]
            assert isinstance(cards, list)
            assert dealt.isdisjoint(cards)
            dealt.update(cards)
            drawn = []
        if event["event"] == "neutral-stands":
            rank = event["rank"]
            assert isinstance(rank, int)
            card = CAST[rank - 1]
            assert card not in (*dealt, *drawn, "wind-nymph")
            drawn.append(card)
    assert len(drawn) == 6


@pytest.mark.parametrize("seed", range(8))
def test_the_pilferer_draws_the_card_that_was_looked_at_the_day_before(seed: int) -> None:
    game = solo(seed)
    tops = [position["solo"]["top"] for position in days(game)]
    ranks = [event.data()["rank"] for event in game.events if event.kind == "neutral-stands"]
    for top, rank in zip(tops, ranks, strict=True):
        assert top is None or CAST.index(top) + 1 == rank
    assert [day for day, top in enumerate(tops) if top is None] == [0, 4, 9]  # shuffled before each voyage


# ---- what the Automa plays ---------------------------------------------------------------------------------------------------


def choice(hand: list[str], loot: list[str], variant: int) -> str:
    """The card that the table of the Automa gives."""

    def nth(number: int) -> str:
        return hand[min(number, len(hand)) - 1]

    def starred(number: int) -> str:
        cards = [card for card in hand if card in STARRED]
        return cards[min(number, len(cards)) - 1] if cards else hand[-1]

    good = sum(kind in GOOD for kind in loot)
    bad = loot.count("relic")
    if len(loot) in (good, bad) or good == bad == 0:
        return starred(variant + 1)
    if bad >= 2:
        return (hand[-1], hand[-1], nth(5))[variant]
    if bad and good:
        return (hand[-1], nth(5), nth(4))[variant]
    if good:
        return (nth(4), nth(3), hand[-1])[variant]
    return (nth(3), nth(2), nth(4))[variant]


def sent(events: tuple[Event, ...]) -> object:
    """The first card that the Automa sent to the island."""
    plain = [event.data() for event in events if event.kind == "moved"]
    return next(e["card"] for e in plain if (e["seat"], e["source"], e["target"]) == (1, "hand", "lineup"))


@pytest.mark.parametrize("seed", range(40))
def test_the_automa_plays_by_her_table(seed: int) -> None:
    game = solo(seed)
    before: dict[str, Any] | None = None
    told = 0
    for after in days(game, -1 if seed % 2 else 0):
        if before and before["voyage"] == after["voyage"] and before["seats"][1]["hand"]:
            loot = before["loot"][before["day"] - 1]
            looked_at = CAST.index(after["solo"]["top"]) + 1
            assert sent(game.events[told:]) == choice(before["seats"][1]["hand"], loot, looked_at % 3)
        before, told = after, len(game.events)


# ---- facts over positions ----------------------------------------------------------------------------------------------------


def lay_solo(
    human: Seat, automa: Seat, loot: str = "2*relic map", top: str = "explorer", later: str = "", day: int = 2, voyage: int = 1,
    board: str = "calm", reputation: str = "..01..", rules: int | None = None,
) -> GaleTable:  # fmt: skip
    """A day on which the Pilferer draws `top`. With two relics the Automa plays the highest of up to five cards."""
    position = position_of((human, automa), loot, later, day, voyage, None, board, reputation)
    start = solo(1).position()
    position |= {"options": start["options"] | {"board": board}, "solo": start["solo"] | {"top": top}}
    table = GaleTable(Game.at(position, 1, rules), [human.hand[0] if human.hand else None, None])
    return table.play(*table.first)


def test_at_dusk_the_pilferer_removes_and_the_automa_takes_by_their_order() -> None:
    table = lay_solo(seat("innkeeper"), seat("treasurer"), loot="2*relic chest map", top="governor")
    assert table.asked() == (0, "take", ("relic",))
    assert (table.loot(1), table.bag["chest"]) == ({"map": 1}, 4)
    table = lay_solo(seat("innkeeper"), seat("treasurer"), loot="2*relic chest map", top="bosun")
    assert table.asked() == (0, "take", ("relic",))
    assert (table.loot(1), table.bag["map"]) == ({"chest": 1}, 10)


@pytest.mark.parametrize(("better", "worse"), list(pairwise(PREFERENCE)))
def test_each_kind_is_preferred_to_the_next(better: str, worse: str) -> None:
    table = lay_solo(seat("innkeeper"), seat("collector", last=True), loot=f"{better} {worse} {worse}", top="scout")
    assert table.loot(1) == {better: 1}


def test_the_pilferer_removes_without_effect() -> None:
    table = lay_solo(seat("innkeeper"), seat("explorer", last=True), loot="2*relic barrel", top="governor")
    assert (table.asked(), table.reputation) == ((0, "take", ("relic",)), "..01..")


def test_the_pilferer_is_a_character_on_the_island_but_no_owner() -> None:
    assert lay_solo(seat("cabin-boy"), seat("collector", last=True), top="scout").doubloons(0) == 10
    assert lay_solo(seat("cabin-boy"), seat("collector", last=True), top="governor").doubloons(0) == 13
    assert lay_solo(seat("infantry"), seat("cook", last=True), top="governor").doubloons(0) == 10
    table = lay_solo(seat("beggar"), seat("cook", last=True), top="governor")
    assert (table.purses, table.reputation) == ([10, 10], "..01..")


def test_a_saber_cannot_reach_the_pilferer() -> None:
    table = lay_solo(seat("treasurer"), seat("explorer", last=True), loot="saber 2*relic", top="scout").answer("saber")
    assert table.asked() == (0, "saber", ("1:explorer",))


def test_the_automas_victims_are_your_highest_ranked() -> None:
    table = lay_solo(seat("innkeeper", crew=""), seat("smuggler", last=True), loot="saber 2*relic", top="scout")
    assert (table.loot(1), table.graveyard(0)) == ({"saber": 1}, ["innkeeper"])
    table = lay_solo(seat("treasurer", crew="bosun governor scout"), seat("gunner", crew="captain", last=True))
    assert (table.graveyard(0), table.crew(1)) == (["governor"], ["captain"])


def test_the_automa_gives_up_the_worst() -> None:
    table = lay_solo(seat("treasurer"), seat("preacher", loot="map amulet relic", last=True), loot="2*relic", top="scout")
    assert table.loot(1) == {"map": 1}


@pytest.mark.parametrize(
    ("loot", "doubloons", "left"),
    [("3*map 4*chest", 19, {"chest": 4}), ("2*relic map", 14, {"map": 1}), ("4*chest barrel", 11, {"chest": 4})],
)
def test_the_automa_sells_the_largest_set_but_never_chests(loot: str, doubloons: int, left: dict[str, int]) -> None:
    table = lay_solo(seat("captain"), seat("merchant", loot=loot, last=True), loot="2*relic", top="scout")
    assert (table.doubloons(1), table.loot(1)) == (doubloons, left)


def test_the_automa_plays_and_recruits_the_rightmost_of_her_hand() -> None:
    table = lay_solo(seat("captain"), seat("scout", "bosun", "recruiter"), loot="2*relic", top="cook")
    assert (table.hand(1), table.asked()) == (["scout"], (0, "take", ("relic",)))
    assert table.crew(1) == ["bosun"]


@pytest.mark.parametrize("card", ["surgeon", "necromancer"])
def test_the_automa_chooses_the_highest_of_her_graveyard(card: str) -> None:
    table = lay_solo(seat("captain"), seat(card, graveyard="scout cook bosun", loot="relic", last=True), loot="2*relic")
    assert table.graveyard(1) == ["scout", "bosun"]


def test_the_automa_chooses_the_highest_of_her_ship() -> None:
    table = lay_solo(seat("captain"), seat("innkeeper", crew="bosun cook scout", last=True), loot="2*relic")
    assert table.hand(1) == ["cook"]


def test_the_automas_apprentice_and_witch_use_the_highest_suitable_card() -> None:
    table = lay_solo(seat("captain"), seat("apprentice", crew="officer quartermaster wind-nymph", loot="map", last=True))
    assert table.doubloons(1) == 11  # the Quartermaster
    table = lay_solo(seat("captain"), seat(crew="barkeep witch armorer treasurer", loot="3*saber"), loot="")
    assert table.doubloons(1) == 10 + 1 + 3 + 3


def test_the_automas_watchman_does_nothing_by_day() -> None:
    table = lay_solo(seat("captain"), seat("watchman", last=True), loot="2*relic map", later="amulet hook")
    assert (table.loot_on(2), table.loot_on(3)) == (["map", "relic", "relic"], ["amulet", "hook"])


def test_the_automas_watchman_takes_the_best_of_today_and_tomorrow() -> None:
    table = lay_solo(seat("innkeeper"), seat("watchman", last=True), loot="2*relic map", later="amulet hook")
    assert table.loot(1) == {"hook": 1}, "tomorrow's hook is better than today's map"
    assert table.loot_on(3) == ["amulet", "relic"], "today's worst token was swapped for it"


@pytest.mark.parametrize("later", ["amulet", "map", ""])
def test_the_automas_watchman_takes_todays_token_where_tomorrow_has_none_that_is_better(later: str) -> None:
    table = lay_solo(seat("innkeeper"), seat("watchman", last=True), loot="2*relic map", later=later)
    assert (table.loot(1), table.loot_on(3)) == ({"map": 1}, later.split())


def test_by_the_rules_of_version_1_the_automas_watchman_swaps_by_day() -> None:
    table = lay_solo(seat("captain"), seat("watchman", last=True), loot="2*relic map", later="amulet hook", rules=1)
    assert (table.loot_on(2), table.loot_on(3)) == (["hook", "map", "relic"], ["amulet", "relic"])


@pytest.mark.parametrize(("voyage", "day"), [(1, 4), (2, 5), (3, 6)])
def test_the_automas_watchman_does_nothing_on_the_last_day(voyage: int, day: int) -> None:
    table = lay_solo(seat("captain"), seat("watchman", last=True), day=day, voyage=voyage)
    assert table.asked() == (0, "take", ("map", "relic"))


def test_the_automas_hooks_bring_2_each() -> None:
    table = lay_solo(seat("innkeeper"), seat(crew="bosun", loot="2*hook"), loot="", day=4)
    assert (table.last_scores[1], table.crew(1)) == (14, [])


def test_the_automas_order_is_ascending_rank() -> None:
    table = lay_solo(seat("innkeeper"), seat(crew="barkeep mutineer topman"), loot="")
    assert (table.doubloons(1), table.graveyard(1)) == (10 + 1 + 2 + 2, ["barkeep"])
