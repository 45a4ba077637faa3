"""Nothing leaks: worlds that differ only in what is hidden look the same."""

from __future__ import annotations

import gc
import inspect
import json
import pickle
import random
from collections.abc import Iterator
from types import FunctionType, ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from libertalia import Decision, Game, View
from libertalia.game import sight
from libertalia.game.tracked_table import TrackedTable
from libertalia.rules.chance import Seed
from libertalia.rules.edition import Edition
from libertalia.rules.happening import PICKED, Happening
from libertalia.rules.player import Player
from libertalia.rules.state import TableData
from libertalia.rules.table import Table
from libertalia.words import LANGUAGES, words
from tests.games import TABLES, Setting, fewer

NAMES = ("Anne", "Bart", "Cora", "Dirk", "Edda", "Finn")
seeds = st.integers(0, 10_000)


def seen(game: Game, viewer: int | None) -> tuple[object, ...]:
    """All that a viewer gets: the view, as an object and as data, and the end of the log in words."""
    view = game.view(viewer)
    log = [words(lang).event(view.edition, event, NAMES) for lang in LANGUAGES for event in view.events[-8:]]
    return view, json.dumps(view.data()), log


@given(seed=seeds, setting=st.sampled_from(TABLES))
@settings(max_examples=fewer(40), deadline=None)
def test_a_view_imagined_is_the_same_view(seed: int, setting: Setting) -> None:
    rng = random.Random(seed)
    for game in setting.moments(seed, share=0.05):
        for viewer in setting.viewers:
            view = game.view(viewer)
            imagined = view.imagine(rng)
            assert imagined.view(viewer) == view
            assert seen(imagined, viewer) == seen(game, viewer)


@given(seed=seeds, setting=st.sampled_from(TABLES))
@settings(max_examples=fewer(40), deadline=None)
def test_an_imagined_game_plays_on_to_its_end(seed: int, setting: Setting) -> None:
    rng = random.Random(seed)
    game = next(setting.moments(seed, share=0.02), None)
    if game is not None and not game.over:
        imagined = game.view(rng.randrange(setting.seats)).imagine(rng)
        while not imagined.over:
            decision = rng.choice(imagined.decisions)
            imagined.play(decision.seat, rng.choice(decision.options))


@given(seed=seeds, setting=st.sampled_from(TABLES))
@settings(max_examples=fewer(40), deadline=None)
def test_a_pick_is_unknown_until_the_reveal(seed: int, setting: Setting) -> None:
    rng = random.Random(seed)
    for game in setting.moments(seed, share=0.2):
        others = [d for d in game.decisions if d.kind == "pick" and len(d.options) > 1]
        if len(others) < 2:  # the last pick reveals
            continue
        decision = rng.choice(others)
        one, other = rng.sample(decision.options, 2)
        worlds = [game.clone(), game.clone()]
        worlds[0].play(decision.seat, one)
        worlds[1].play(decision.seat, other)
        for viewer in setting.viewers:
            same = seen(worlds[0], viewer) == seen(worlds[1], viewer)
            assert same == (viewer != decision.seat)
        for world in worlds:
            world.unpick(decision.seat)
        for viewer in setting.viewers:
            assert (seen(worlds[0], viewer) == seen(worlds[1], viewer)) == (viewer != decision.seat)


def surgeries(rng: random.Random) -> Iterator[tuple[Game, int]]:
    """Games in which a Surgeon is about to choose among several cards, with that seat."""
    for _ in range(40):
        for game in rng.choice(TABLES).random_game(rng.randrange(10**6)):
            if game.decisions and game.decisions[0].kind == "surgeon" and len(game.decisions[0].options) > 1:
                yield game.clone(), game.decisions[0].seat


@given(seed=seeds)
@settings(max_examples=fewer(25), deadline=None)
def test_what_a_surgeon_took_back_stays_unknown_through_reveals_and_days_until_it_is_played(seed: int) -> None:
    rng = random.Random(seed)
    game, owner = next(surgeries(rng))
    taken = rng.sample(game.decisions[0].options, 2)
    worlds = [game, game.clone()]
    for world, card in zip(worlds, taken, strict=True):
        world.play(owner, card)
    viewers = [viewer for viewer in (None, *range(len(game.scores))) if viewer != owner]
    for _ in range(60):
        for viewer in viewers:
            assert seen(worlds[0], viewer) == seen(worlds[1], viewer)
        if worlds[0].over or [d.seat for d in worlds[0].decisions] != [d.seat for d in worlds[1].decisions]:
            break
        index = rng.randrange(len(worlds[0].decisions))
        common = sorted(set(worlds[0].decisions[index].options) & set(worlds[1].decisions[index].options) - set(taken))
        if not common:
            break
        answer = rng.choice(common)
        for world in worlds:
            world.play(world.decisions[index].seat, answer)


@given(seed=seeds, setting=st.sampled_from(TABLES))
@settings(max_examples=fewer(40), deadline=None)
def test_chance_to_come_is_unknown(seed: int, setting: Setting) -> None:
    """The same table with other luck ahead looks the same to all, until something is drawn."""
    rng = random.Random(seed)
    start = setting.new(seed).position()
    worlds = [Game.at(start, seed=1), Game.at(start, seed=2)]
    while worlds[0].table.draws == 0:
        for viewer in setting.viewers:
            assert worlds[0].view(viewer) == worlds[1].view(viewer)
        decision = rng.choice(worlds[0].decisions)
        answer = rng.choice(decision.options)
        for world in worlds:
            world.play(decision.seat, answer)


@pytest.mark.parametrize("setting", TABLES, ids=str)
def test_the_seed_is_nowhere_in_a_view(setting: Setting) -> None:
    seed = 2**200 + 12345
    game = setting.new(seed)
    for viewer in setting.viewers:
        text = json.dumps(game.view(viewer).data()) + repr(game.view(viewer))
        assert str(seed) not in text
        assert f"{seed:x}" not in text


def test_a_view_leads_to_no_game_and_to_nothing_hidden() -> None:
    game = Game.new("original", players=3, seed=5)
    game.play(0, game.decisions[0].options[0])
    game.play(1, game.decisions[0].options[0])
    reached: set[int] = set()
    frontier: list[object] = [game.view(1)]
    while frontier:
        thing = frontier.pop()
        assert not isinstance(thing, Game | TrackedTable | Seed)
        if isinstance(thing, Table):
            assert (thing.seed, thing.draws, thing.happenings) == (None, 0, None)
            frontier += thing.players
        elif isinstance(thing, Player) and thing.seat != 1:
            assert thing.pick == 0
        elif isinstance(thing, Happening) and thing.what == PICKED and thing.seat != 1:
            assert thing.a == 0
        for next_thing in gc.get_referents(thing):
            if id(next_thing) not in reached and not isinstance(next_thing, type | ModuleType | FunctionType | Edition):
                reached.add(id(next_thing))
                frontier.append(next_thing)
    assert len(reached) > 20


def test_a_view_can_not_be_changed() -> None:
    view = Game.new("original", players=2, seed=1).view(0)
    for name in ("day", "seats", "sight", "nothing"):
        with pytest.raises(AttributeError, match=name):
            setattr(view, name, None)


def test_what_a_table_knows_is_public_or_named_here() -> None:
    """A new field of a table or a player must be copied by `sight_of`, or be hidden on purpose."""

    def fields(kind: type) -> set[str]:
        return {name for name, value in vars(kind).items() if inspect.isdatadescriptor(value)}

    hidden = {"cause", "cause_seat", "draws", "happenings", "seed"}
    assert fields(TableData) - {*sight._TABLE} == {"edition", "last_voyage", "players"} | hidden
    assert fields(Player) == {*sight._PLAYER}


@given(seed=seeds, setting=st.sampled_from(TABLES))
@settings(max_examples=fewer(20), deadline=None)
def test_a_view_that_was_sent_elsewhere_is_the_same(seed: int, setting: Setting) -> None:
    for game in setting.moments(seed, share=0.05):
        for viewer in setting.viewers:
            view = game.view(viewer)
            there = pickle.loads(pickle.dumps(view))
            assert (there, hash(there)) == (view, hash(view))
            assert there.sight.numbers() == view.sight.numbers()


def test_a_view_stays_as_it_was_when_the_game_goes_on() -> None:
    setting = TABLES[2]
    early, late = setting.new(3), setting.new(3)
    view, events = early.view(0), early.view(0).events
    for _ in range(60):
        decision = early.decisions[0]
        early.play(decision.seat, decision.options[0])
    assert view == late.view(0)
    assert view.events == events


def laid(graveyard: list[str], **owner: object) -> Game:
    """Seat 1 is about to pick; it holds a Surgeon."""
    seats = [
        {"colour": "yellow", "doubloons": 10, "hand": ["captain", "brute", "cook"]},
        {"colour": "red", "doubloons": 10, "hand": ["surgeon", "cabin-boy", "monkey"], "graveyard": graveyard, **owner},
    ]
    return Game.at({"edition": "original", "voyage": 1, "day": 2, "loot": [[]] * 6, "seats": seats})


def operate(game: Game, take: str) -> View:
    game.play(0, "captain")
    game.play(1, "surgeon")
    game.play(1, take)
    return game.view(0)


def test_a_single_card_taken_back_is_known() -> None:
    view = operate(laid(["parrot"]), "parrot")
    assert view.seats[1].holds == view.seats[1].may_hold == ("parrot", "monkey", "cabin-boy")
    assert view.seats[1].graveyard == ()
    assert view.seats[1].unseen == 0


def test_of_several_cards_the_graveyard_shows_as_before_with_one_gone_back() -> None:
    game = laid(["parrot", "beggar", "gunner"])
    view = operate(game, "beggar")
    seat = view.seats[1]
    assert seat.graveyard == ("parrot", "beggar", "gunner")
    assert seat.unseen == 1
    assert seat.hand_size == 3
    assert seat.holds == ("monkey", "cabin-boy")
    assert seat.may_hold == ("parrot", "monkey", "beggar", "cabin-boy", "gunner")
    own = game.view(1).seats[1]
    assert own.holds == own.may_hold == ("monkey", "beggar", "cabin-boy")
    assert own.graveyard == ("parrot", "gunner")


def test_playing_the_card_tells_which_it_was() -> None:
    game = laid(["parrot", "gunner"])
    operate(game, "gunner")
    game.play(0, "cook")
    game.play(1, "gunner")
    view = game.view(0)
    assert view.seats[1].graveyard == ("parrot",)
    assert view.seats[1].unseen == 0
    assert view.seats[1].holds == view.seats[1].may_hold == ("monkey", "cabin-boy")


def test_playing_another_card_tells_nothing() -> None:
    game = laid(["parrot", "gunner"])
    operate(game, "gunner")
    game.play(0, "brute")
    game.play(1, "monkey")
    seat = game.view(0).seats[1]
    assert seat.may_hold == ("parrot", "cabin-boy", "gunner")
    assert seat.holds == ("cabin-boy",)


def test_two_surgeries_on_two_cards_leave_no_doubt() -> None:
    game = laid(["parrot", "gunner"], hand=["surgeon", "recruiter", "monkey"])
    operate(game, "gunner")
    for mine, theirs, answer in (("brute", "recruiter", "surgeon"), ("cook", "surgeon", "parrot")):
        game.play(0, mine)
        game.play(1, theirs)
        while game.decisions[0].kind != "pick" and game.decisions[0].kind != "surgeon":
            game.play(game.decisions[0].seat, answer)
            answer = game.decisions[0].options[0]
        if game.decisions[0].kind == "surgeon":
            assert game.decisions[0].options == ("parrot",)
            game.play(1, "parrot")
    seat = game.view(0).seats[1]
    assert {"parrot", "gunner"} <= set(seat.holds)
    assert seat.unseen == 0
    unseen = [event.data() for event in game.view(0).events if event.data().get("unseen")]
    assert len(unseen) == 2
    assert all("card" not in data for data in unseen), "which of the two went first is still nobody's to know"


def test_a_spectator_sees_no_hand_and_no_options() -> None:
    game = Game.new("original", players=2, seed=1)
    view = game.view(None)
    assert view.decision is None
    assert view.waiting == ((0, "pick"), (1, "pick"))
    with pytest.raises(ValueError, match="no seat"):
        view.me  # noqa: B018


def test_only_ones_own_decision_has_options() -> None:
    game = Game.new("original", players=2, seed=1)
    assert isinstance(game.view(1).decision, Decision)
    game.play(1, game.decisions[1].options[0])
    assert game.view(1).decision is None
    assert game.view(0).decision == game.decisions[0]
