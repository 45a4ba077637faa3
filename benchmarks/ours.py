"""The parts of this package that are measured."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from itertools import repeat
from pathlib import Path

import libertalia
from benchmarks.measure import Amounts, MissingError, Work
from libertalia import Decision, Game, View
from libertalia.bots import BOTS, Bot, bot_named, bot_seed
from libertalia.game.setup import edition_of
from libertalia.rules import course, playout
from libertalia.rules.phases import OVER
from libertalia.rules.table import Table
from libertalia.search import PickSearch

EDITION = "original"
PLAYERS = 4


def playouts(name: str = EDITION) -> Work:
    """Whole random games inside the engine, including the deal."""
    edition = edition_of(name, {})

    def work(games: int) -> Amounts:
        decisions = playout.random_games(edition, PLAYERS, games, 1)[0]
        return {"games": games, "decisions": decisions}

    return work


def actions() -> Work:
    """Random games, played by a Python loop over integer actions."""
    edition = edition_of(EDITION, {})

    def work(games: int) -> Amounts:
        luck = random.Random(1).random
        decisions = 0
        for game in range(games):
            table = course.start_game(edition, PLAYERS, None, game + 1, None)
            while table.phase != OVER:
                legal = table.legal_actions()
                course.play(table, table.asked(), legal[int(luck() * len(legal))])
                decisions += 1
        return {"games": games, "decisions": decisions}

    return work


def texts() -> Work:
    """Random games played through `Game`, with answers as text."""

    def work(games: int) -> Amounts:
        rng = random.Random(1)
        decisions = 0
        for seed in range(games):
            game = Game.new(EDITION, players=PLAYERS, seed=seed)
            while not game.over:
                decision = game.decisions[0]
                game.play(decision.seat, rng.choice(decision.options))
                decisions += 1
        return {"games": games, "decisions": decisions}

    return work


def bot_games(name: str) -> Work:
    """Games between bots, each of which gets a view for every decision."""
    make = bot_named(name) if name in BOTS else IdleBot

    def work(games: int) -> Amounts:
        decisions = 0
        for seed in range(games):
            game = Game.new(EDITION, players=PLAYERS, seed=seed)
            bots = [make(bot_seed(seed, seat)) for seat in range(PLAYERS)]
            while not game.over:
                decision = game.decisions[0]
                game.play(decision.seat, bots[decision.seat].answer(game.view(decision.seat), decision))
                decisions += 1
        return {"games": games, "decisions": decisions}

    return work


class IdleBot(Bot):
    """Looks at nothing, and gives the first answer."""

    def choose(self, view: View, decision: Decision) -> str:
        return decision.options[0]


def worlds() -> Work:
    """Worlds drawn from a view, by a loop in Python."""
    sight = Game.new(EDITION, players=PLAYERS, seed=1).view(0).sight

    def work(times: int) -> Amounts:
        for luck in range(times):
            sight.world(luck)
        return {"worlds": times}

    return work


def searches() -> Work:
    """Simulations of the search at the sunrises of a game, each played on to the end of its voyage."""
    sights = []
    game = Game.new(EDITION, players=PLAYERS, seed=1)
    while not game.over:
        decision = game.decisions[0]
        if decision.kind == "pick" and decision.seat == 0:
            sights.append(game.view(0).sight)
        game.play(decision.seat, decision.options[0])

    def work(times: int) -> Amounts:
        for sight in sights:
            PickSearch(sight, 1).run(10 * times)
        return {"simulations": 10 * times * len(sights)}

    return work


def clones_inside() -> Work:
    """Clones of a table, made by a loop inside the engine."""
    table = _table_in_midgame()

    def work(times: int) -> Amounts:
        playout.clones(table, times)
        return {"clones": times}

    return work


def clones_outside() -> Work:
    """Clones of a table, made by a loop in Python."""
    table = _table_in_midgame()

    def work(times: int) -> Amounts:
        for _ in repeat(None, times):
            table.clone()
        return {"clones": times}

    return work


def _table_in_midgame() -> Table:
    table = course.start_game(edition_of(EDITION, {}), PLAYERS, None, 1, None)
    for _ in range(80):
        course.play(table, table.asked(), table.legal_actions()[0])
    return table


def fresh_processes(program: str) -> Work:
    """Start Python, run a program and exit."""
    here = Path(libertalia.__file__).parent.parent
    environ = {**os.environ, "PYTHONPATH": str(here)}

    def work(times: int) -> Amounts:
        for _ in range(times):
            subprocess.run([sys.executable, "-c", program], check=True, env=environ)
        return {"starts": times}

    return work


def simulations(bot: str, processes: int) -> Work:
    """Games between bots of one kind, run by `libertalia.lab`."""
    try:
        from libertalia.lab import simulate
    except ImportError as error:
        raise MissingError(f"libertalia.lab.simulate can't be imported ({error})") from None

    def work(games: int) -> Amounts:
        simulate(edition=EDITION, players=PLAYERS, games=games, bots=(bot,), seed=0, processes=processes)
        return {"games": games}

    return work
