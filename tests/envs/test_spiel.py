"""The OpenSpiel games pass OpenSpiel's own tests, and its algorithms run on them."""

from __future__ import annotations

import copy
import pickle
import random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import cfr, exploitability, generate_playthrough

from libertalia import COMPILED, Game
from libertalia.envs import spiel
from libertalia.game.answers import to_text
from libertalia.game.setup import edition_of
from libertalia.rules.bits import size
from libertalia.rules.chance import Seed

NAMES = (
    "libertalia(edition=original,players=2)",
    "libertalia(edition=galecrest,players=3,board=stormy)",
    "libertalia_small(edition=galecrest,cards=3,days=2)",
)
MORE = (
    "libertalia(edition=original,players=5,reward=win)",
    "libertalia(edition=galecrest,players=2,reward=score)",
    "libertalia(edition=galecrest,players=4,board=uncharted)",
    "libertalia(edition=galecrest,players=1)",
    "libertalia(edition=galecrest,players=1,difficulty=hard,reward=win,board=uncharted)",
)


def steps(name: str, seed: int) -> Any:
    """The states of a random game."""
    rng = random.Random(seed)
    state = pyspiel.load_game(name).new_initial_state()
    while True:
        yield state
        if state.is_terminal():
            return
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, odds)[0])
        elif state.is_simultaneous_node():
            state.apply_actions([rng.choice(state.legal_actions(player)) for player in range(state.num_players())])
        else:
            state.apply_action(rng.choice(state.legal_actions()))


@pytest.mark.parametrize("name", [*NAMES, *MORE] if COMPILED else NAMES[2:])
def test_openspiels_random_simulation_passes(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=True, verbose=False)
    capfd.readouterr()


def test_the_playthrough_generator_runs_and_repeats_itself() -> None:
    text = generate_playthrough.playthrough(NAMES[2], None, seed=1)
    actions = [int(line.split(":")[1]) for line in text.splitlines() if line.startswith("action: ")]
    assert actions
    assert 'InformationStateString(0) = "0 of 2:' in text
    assert text == generate_playthrough.playthrough(NAMES[2], None, seed=1)


@pytest.mark.parametrize(
    ("edition", "players", "options"),
    [
        ("original", 3, {}),
        ("galecrest", 3, {"board": "stormy"}),
        ("galecrest", 3, {"board": "uncharted"}),
        ("galecrest", 1, {"difficulty": "hard"}),
    ],
)
def test_told_the_draws_of_a_seed_it_is_the_same_game_as_game_new(edition: str, players: int, options: dict[str, Any]) -> None:
    seed, rng = 13, random.Random(1)
    game = Game.new(edition, players=players, seed=seed, **options)
    seats = len(game.table.players)
    given = "".join(f",{name}={value}" for name, value in options.items())
    state = pyspiel.load_game(f"libertalia(edition={edition},players={players}{given})").new_initial_state()
    draws, chance = 0, Seed(b"%x" % seed)
    if options.get("board") == "uncharted":
        for kind in game.table.edition.kinds:
            sides = {state.action_to_string(side): side for side, _ in state.chance_outcomes()}
            assert list(sides) == ["calm", "stormy"]
            assert not state.dealt
            state.apply_action(sides[game.view(0).options["board"][kind]])
    while not state.is_terminal():
        if state.is_chance_node():
            needed = state.node._needed
            assert abs(sum(odds for _, odds in state.chance_outcomes()) - 1) < 1e-9
            drawn = chance.draw(draws, needed.below)
            likely = [outcome for outcome, _ in state.chance_outcomes() if outcome <= drawn]
            state.apply_action(likely[-1])  # of equal tokens, the first one stands for all
            draws += 1
            continue
        actions = {decision.seat: rng.choice(state.legal_actions(decision.seat)) for decision in game.decisions}
        for decision in game.decisions:
            form, table = game.table.asker().form(), game.table
            answer = state.node.actions.answer(form, actions[decision.seat], decision.seat, seats)
            game.play(decision.seat, to_text(table.edition, form, answer))
        if state.is_simultaneous_node():
            state.apply_actions([actions.get(seat, 0) for seat in range(players)])
        else:
            state.apply_action(actions[state.current_player()])
    assert game.over
    margin = game.scores[0] - sum(game.scores[1:]) / (seats - 1)
    assert state.returns()[0] == pytest.approx(margin)
    assert len(state.returns()) == players
    assert players == 1 or sum(state.returns()) == pytest.approx(0)


def test_the_information_state_hides_what_is_hidden_and_forgets_nothing() -> None:
    """A seat that takes a card back unseen: the others' strings and tensors are the same whichever card it is."""
    rng, found = random.Random(3), 0
    for seed in range(60 if COMPILED else 15):
        for state in steps("libertalia(edition=original,players=3)", seed):
            player = state.current_player()
            if player < 0 or state.is_terminal():
                continue
            table = state.node.episode.table
            names = [state.action_to_string(player, action) for action in state.legal_actions()]
            if table.edition.slugs[table.asking()] != "surgeon" or len(names) < 2:
                continue
            found += 1
            one, two = rng.sample(state.legal_actions(), 2)
            worlds = [state.child(one), state.child(two)]
            for seat in range(3):
                strings = [world.information_state_string(seat) for world in worlds]
                tensors = [np.array(world.information_state_tensor(seat)) for world in worlds]
                assert (strings[0] == strings[1]) == (seat != player)
                assert np.array_equal(tensors[0], tensors[1]) == (seat != player)
                assert all(string.startswith(state.information_state_string(seat)) for string in strings)
            break
        if found >= 3:
            return
    assert found or not COMPILED


def test_the_small_game_is_solved_step_by_step() -> None:
    game = pyspiel.convert_to_turn_based(pyspiel.load_game("libertalia_small(cards=3,days=2,deal=1)"))
    solver = cfr.CFRPlusSolver(game)
    found = []
    for rounds in (1, 11):
        for _ in range(rounds):
            solver.evaluate_and_update_policy()
        found.append(exploitability.exploitability(game, solver.average_policy()))
    assert found[1] < found[0] / 2


def test_a_small_table_has_a_few_cards_and_days() -> None:
    table = spiel.small_table(edition_of("original", {}), 2, 3, 2, 1)
    assert [size(player.hand) for player in table.players] == [3, 3]
    assert (table.day, table.last_voyage) == (5, 1)
    with pytest.raises(ValueError, match="1 to 9 cards"):
        spiel.small_table(edition_of("original", {}), 2, 10, 2, 1)
    with pytest.raises(ValueError, match="no small game for one"):
        pyspiel.load_game("libertalia_small(edition=galecrest,players=1)").new_initial_state()
    uncharted = pyspiel.load_game("libertalia_small(edition=galecrest,board=uncharted,deal=5)")
    dealt = Game.new("galecrest", players=2, seed=5, board="uncharted")
    assert uncharted.new_initial_state().node.episode.table.edition.options() == dealt.table.edition.options()


def test_at_sunrise_each_player_has_actions_and_all_together_have_none() -> None:
    state = pyspiel.load_game("libertalia_small").new_initial_state()
    assert state.is_simultaneous_node()
    assert all(len(state.legal_actions(player)) == 3 for player in (0, 1))
    with pytest.raises(ValueError, match="of one player"):
        state.legal_actions()


def test_copies_and_pickles_of_a_state_go_on_alike() -> None:
    """In the middle of a game, and while chance chooses the sides of the tokens."""
    for index, state in enumerate(steps("libertalia(edition=galecrest,players=2,board=uncharted)", 2)):
        if index in (0, 3, 20, 60, 61, 62, 63):
            for twin in (state.clone(), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
                assert str(twin) == str(state)
                assert twin.history() == state.history()
                assert twin.current_player() == state.current_player()
                if state.is_chance_node():
                    assert twin.chance_outcomes() == state.chance_outcomes()
                elif not state.is_simultaneous_node():
                    assert twin.legal_actions() == state.legal_actions()
        if index == 64:
            return
