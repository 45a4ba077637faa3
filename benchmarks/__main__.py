"""Measures the engine and other projects' engines on one core, and says which goals are reached.

python -m benchmarks                 everything, about two minutes
python -m benchmarks --quick         fewer rounds, less exact
python -m benchmarks --json FILE     also writes the rates of every round to a file
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from benchmarks import envs, ours, peers
from benchmarks.measure import Contender, MissingError, Rates, Turn, fitting_size, rates_of, take_turns
from benchmarks.report import Figure, figures_table, machine, rates_table, summary

INTERPRETED = {"LIBERTALIA_INTERPRETED": "1"}
SAME_HASHES = {"PYTHONHASHSEED": "0"}  # catanatron's games depend on the order of sets

ENGINE = "engine, inside"
GALECREST = "engine, inside, galecrest on a calm board"
HEARTS = "OpenSpiel hearts, C++ rollouts"
GOOFSPIEL = "OpenSpiel goofspiel, C++ rollouts"
CATANATRON = "catanatron, 4 random players"
CLONES_INSIDE = "clones, loop inside the engine"
CLONES_OUTSIDE = "clones, loop in Python"
ACTIONS = "integer actions, compiled"
ACTIONS_INTERPRETED = "integer actions, interpreted"
TEXTS = "answers as text"
IDLE = "bots that do nothing"
GREEDY = "greedy bots"
LEARNED = "learned bots"
WORLDS = "worlds drawn, loop in Python"
SEARCH = "simulations of the search"
MCTS_HEARTS = "OpenSpiel hearts, C++ MCTS"
MCTS_GOOFSPIEL = "OpenSpiel goofspiel, C++ MCTS"
BARE_START = "start of Python"
IMPORT_START = "start of Python, import libertalia"
AEC = "PettingZoo libertalia, raw"
AEC_WRAPPED = "PettingZoo libertalia"
AEC_THEIRS = "PettingZoo libertalia, in the three wrappers of PettingZoo's own"
TEXAS = "PettingZoo texas hold'em, raw"
TEXAS_WRAPPED = "PettingZoo texas hold'em"
HANABI = "PettingZoo hanabi, raw"
HANABI_WRAPPED = "PettingZoo hanabi"
VECTOR = "vectorised libertalia"
VECTOR_SMALL = "vectorised libertalia, 32 games"
VECTOR_ALL = "vectorised libertalia, all seats observe"
PGX = "pgx sparrow mahjong"
SPIEL = "OpenSpiel libertalia, from Python"
SPIEL_GOOFSPIEL = "OpenSpiel goofspiel (C++), from Python"
ONE_PROCESS = "simulate, 1 process"
TWO_PROCESSES = "simulate, 2 processes"
SEARCH_IN_ONE = "games of the search, 1 process"
SEARCH_IN_TWO = "games of the search, 2 processes"

SIMULATION_SECONDS = 2.0
"""A simulation takes at least this long, so that the start of the processes hardly counts."""


def contenders() -> tuple[dict[str, Turn], dict[str, str]]:
    """Everything that is measured on one core; and what is missing, with the reason."""
    starts: dict[str, Callable[[], Contender]] = {
        ENGINE: partial(Contender, ours.playouts),
        GALECREST: partial(Contender, ours.playouts, "galecrest"),
        HEARTS: partial(Contender, peers.open_spiel, peers.HEARTS),
        GOOFSPIEL: partial(Contender, peers.open_spiel, peers.GOOFSPIEL),
        CATANATRON: partial(Contender, peers.catanatron, environ=SAME_HASHES),
        CLONES_INSIDE: partial(Contender, ours.clones_inside),
        CLONES_OUTSIDE: partial(Contender, ours.clones_outside),
        ACTIONS: partial(Contender, ours.actions),
        ACTIONS_INTERPRETED: partial(Contender, ours.actions, environ=INTERPRETED),
        TEXTS: partial(Contender, ours.texts),
        IDLE: partial(Contender, ours.bot_games, "idle"),
        GREEDY: partial(Contender, ours.bot_games, "greedy"),
        LEARNED: partial(Contender, ours.bot_games, "learned"),
        WORLDS: partial(Contender, ours.worlds),
        SEARCH: partial(Contender, ours.searches),
        MCTS_HEARTS: partial(Contender, peers.open_spiel_search, peers.HEARTS),
        MCTS_GOOFSPIEL: partial(Contender, peers.open_spiel_search, peers.GOOFSPIEL),
        AEC: partial(Contender, envs.aec, envs.OURS, envs.RAW),
        AEC_WRAPPED: partial(Contender, envs.aec, envs.OURS, envs.USUAL),
        AEC_THEIRS: partial(Contender, envs.aec, envs.OURS, envs.THEIRS),
        TEXAS: partial(Contender, envs.aec, envs.TEXAS, envs.RAW),
        TEXAS_WRAPPED: partial(Contender, envs.aec, envs.TEXAS, envs.USUAL),
        HANABI: partial(Contender, envs.aec, envs.HANABI, envs.RAW),
        HANABI_WRAPPED: partial(Contender, envs.aec, envs.HANABI, envs.USUAL),
        VECTOR: partial(Contender, envs.vector),
        VECTOR_SMALL: partial(Contender, envs.vector, 32),
        VECTOR_ALL: partial(Contender, envs.vector, envs.GAMES, "all"),
        PGX: partial(Contender, envs.pgx, "sparrow_mahjong"),
        SPIEL: partial(Contender, envs.spiel, f"libertalia(players={ours.PLAYERS})"),
        SPIEL_GOOFSPIEL: partial(Contender, envs.spiel, "goofspiel(players=4,num_cards=13)"),
        **{name: partial(Contender, envs.spiel, name) for name in envs.PYTHON_GAMES},
    }
    turns: dict[str, Turn] = {}
    missing: dict[str, str] = {}
    for name, start in starts.items():
        try:
            turns[name] = start().turn
        except MissingError as reason:
            missing[name] = str(reason)
    turns[BARE_START] = partial(rates_of, ours.fresh_processes("pass"), 1, time.perf_counter)
    turns[IMPORT_START] = partial(rates_of, ours.fresh_processes("import libertalia"), 1, time.perf_counter)
    return turns, missing


def simulations(rounds: int) -> tuple[dict[str, Rates], dict[str, str]]:
    """Games in one process and in two, in real time; and what is missing, with the reason."""
    found: dict[str, Rates] = {}
    missing: dict[str, str] = {}
    for bot, one, two in (("random", ONE_PROCESS, TWO_PROCESSES), ("search(n=300)", SEARCH_IN_ONE, SEARCH_IN_TWO)):
        try:
            works = {one: ours.simulations(bot, processes=1), two: ours.simulations(bot, processes=2)}
        except MissingError as reason:
            missing |= {one: str(reason), two: str(reason)}
            continue
        games = fitting_size(works[one], SIMULATION_SECONDS, time.perf_counter)
        found |= take_turns({name: partial(rates_of, work, games, time.perf_counter) for name, work in works.items()}, rounds)
    return found, missing


def goals(rates: Mapping[str, Rates], missing: Mapping[str, str]) -> list[Figure]:
    """The figures that have a goal, with their goals."""

    def best(name: str, unit: str) -> float | None:
        return rates[name].best(unit) if name in rates else None

    def versus(what: str, name: str, unit: str, goal: float | None, against: str) -> Figure:
        reason = missing.get(name) or missing.get(against, "")
        return Figure(what, f"{unit}/s", goal, False, best(name, unit), against, best(against, unit), reason)

    def clone(what: str, name: str) -> Figure:
        rate = best(name, "clones")
        return Figure(what, "ns", 250, True, 1e9 / rate if rate else None, missing=missing.get(name, ""))

    world_rate, clone_rate = best(WORLDS, "worlds"), best(CLONES_OUTSIDE, "clones")
    world_ns = 1e9 / world_rate - 1e9 / clone_rate if world_rate and clone_rate else None
    import_ms = 1000 / rates[IMPORT_START].best("starts") - 1000 / rates[BARE_START].best("starts")
    return [
        versus("random games inside the engine", ENGINE, "decisions", 1.5, HEARTS),
        versus("random games inside the engine", ENGINE, "decisions", 1.5, GOOFSPIEL),
        versus("random games inside the engine", ENGINE, "decisions", None, CATANATRON),
        versus("random games of galecrest", GALECREST, "games", 0.5, ENGINE),
        clone("clone a table, loop inside the engine", CLONES_INSIDE),
        clone("clone a table, loop in Python", CLONES_OUTSIDE),
        versus("Python loop over integer actions", ACTIONS, "games", 10, ACTIONS_INTERPRETED),
        Figure("Python loop over answers as text", "games/s", 1500, ours=best(TEXTS, "games")),
        Figure("games between bots that do nothing (0.3.0: 34)", "games/s", 68, ours=best(IDLE, "games")),
        Figure("games between greedy bots (0.3.0: 3.7)", "games/s", 37, ours=best(GREEDY, "games")),
        Figure("games between learned bots", "games/s", 20, ours=best(LEARNED, "games")),
        Figure("worlds drawn, loop in Python", "worlds/s", None, ours=world_rate),
        Figure("draw a world, above a clone", "ns", 1000, at_most=True, ours=world_ns),
        Figure("voyages played on by the search", "simulations/s", 150_000, ours=best(SEARCH, "simulations")),
        versus("voyages played on by the search", SEARCH, "simulations", None, MCTS_HEARTS),
        versus("voyages played on by the search", SEARCH, "simulations", None, MCTS_GOOFSPIEL),
        Figure("import libertalia", "ms", 150, at_most=True, ours=import_ms),
        versus("steps of the AEC environment", AEC, "steps", 10, TEXAS),
        versus("steps of the AEC environment", AEC, "steps", 10, HANABI),
        versus("steps of the AEC environment, wrapped", AEC_WRAPPED, "steps", 10, TEXAS_WRAPPED),
        versus("steps of the AEC environment, wrapped", AEC_WRAPPED, "steps", 10, HANABI_WRAPPED),
        versus("steps of the vectorised environment", VECTOR, "steps", 20, AEC),
        versus("steps of the vectorised environment", VECTOR, "steps", 20, AEC_WRAPPED),
        versus("steps of the vectorised environment", VECTOR, "steps", 20, AEC_THEIRS),
        versus("steps of the vectorised environment", VECTOR_SMALL, "steps", 20, AEC_WRAPPED),
        *[versus("steps in OpenSpiel", SPIEL, "steps", 3, name) for name in envs.PYTHON_GAMES],
        versus("simulate, 2 processes", TWO_PROCESSES, "games", 1.8, ONE_PROCESS),
        versus("games of the search, 2 processes", SEARCH_IN_TWO, "games", 1.8, SEARCH_IN_ONE),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="run fewer rounds; the figures are less exact")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the whole result to this file")
    options = parser.parse_args()

    began = time.perf_counter()
    facts = machine()
    print("\n".join(f"{name:12}{fact}" for name, fact in facts.items()))
    print("\nMeasuring ...", flush=True)
    turns, missing = contenders()
    rates = take_turns(turns, 3 if options.quick else 20)
    simulated, not_simulated = simulations(1 if options.quick else 6)
    rates |= simulated
    missing |= not_simulated
    figures = goals(rates, missing)

    print(f"\nRates per second, with {ours.PLAYERS} players. Forced decisions count, random draws do not.\n")
    print(rates_table(rates))
    print("\nGoals, by the best round of each. The other engines play other games: only the order of magnitude can be compared.")
    print("Imports and simulations are measured in real time; two processes need two free cores.\n")
    print(figures_table(figures))
    print(f"\n{summary(figures)}\nTook {time.perf_counter() - began:.0f} seconds.")
    if options.json:
        result = {
            "machine": facts,
            "rates": {name: each.turns for name, each in rates.items()},
            "missing": missing,
            "goals": [figure.as_json() for figure in figures],
        }
        options.json.write_text(json.dumps(result, indent=2) + "\n")


if __name__ == "__main__":
    main()
