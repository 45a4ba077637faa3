"""Editions and options by name."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from libertalia.game.errors import InvalidSetup, brief
from libertalia.rules.chance import Seed
from libertalia.rules.edition import Edition
from libertalia.rules.editions import EDITIONS, OPTIONS
from libertalia.rules.galecrest.edition import CALM, STORMY, UNCHARTED
from libertalia.rules.galecrest.loot import TOKENS
from libertalia.rules.player import COLOURS


def edition_of(name: object, options: object) -> Edition:
    """The rules of an edition under the given options; the same object for the same words."""
    if not isinstance(name, str) or name not in EDITIONS:
        raise InvalidSetup(f"There is no edition {brief(name)}; there is {', '.join(EDITIONS)}.")
    if not isinstance(options, Mapping):
        raise InvalidSetup(f"Options are an object, not {brief(options)}.")
    known = OPTIONS[name]
    words: dict[str, str] = {}
    for option, value in options.items():
        if option not in known:
            raise InvalidSetup(f"The {name} edition has no option {brief(option)}; it has {', '.join(known)}.")
        if option == "board" and isinstance(value, Mapping):
            words[option] = _sides(value)
        elif value == UNCHARTED:
            raise InvalidSetup(f"An uncharted board is written down as its sides, calm or stormy, of {', '.join(TOKENS)}.")
        elif isinstance(value, str) and value in known[option]:
            words[option] = value
        else:
            raise InvalidSetup(f"{option} is one of {', '.join(known[option])}, not {brief(value)}.")
    return _edition(name, tuple(sorted(words.items())))


def charted(options: Mapping[str, object], seed: Seed) -> Mapping[str, object]:
    """The options with a side for every tile, where the board is uncharted."""
    if options.get("board") != UNCHARTED:
        return options
    coins = Seed(seed.secret[:48] + b"uncharted")  # luck of its own, so that the deal is the same on any board
    return {**options, "board": {kind: (CALM, STORMY)[coins.draw(i, 2)] for i, kind in enumerate(TOKENS)}}


def check_options(name: object, options: Mapping[str, object]) -> None:
    """Refuse options that an edition doesn't have, before one of them passes for another argument of `Game.new`."""
    edition_of(name, charted(options, Seed(b"")))


def check_players(edition: Edition, players: object) -> int:
    """The number of seats for a number of players; a solo game has two."""
    fewest, most = edition.seats()
    if edition.automated and type(players) is int and players == 1:
        return fewest
    if type(players) is not int or edition.automated or not fewest <= players <= most:
        counts = "1 player" if edition.automated else f"{1 if edition.solo() else fewest} to {most} players"
        rules = f"{edition.name()} edition with a difficulty" if edition.automated else f"{edition.name()} edition"
        raise InvalidSetup(f"The {rules} is for {counts}, not {brief(players)}.")
    return players


def check_colours(colours: object, players: int) -> list[int]:
    """The chosen colours in the engine's numbers; none, or one for each player."""
    if not isinstance(colours, list | tuple) or not all(colour in COLOURS for colour in colours):
        raise InvalidSetup(f"Colours are chosen among {', '.join(COLOURS)}, not {brief(colours)}.")
    if len(colours) not in (0, players) or len(set(colours)) < len(colours):
        raise InvalidSetup(f"Each of {players} players has a colour of his own, not {brief(colours)}.")
    return [COLOURS.index(colour) for colour in colours]


def _sides(board: Mapping[object, object]) -> str:
    for kind, side in board.items():
        if kind not in TOKENS or side not in (CALM, STORMY):
            raise InvalidSetup(f"A board has a side, calm or stormy, for each of {', '.join(TOKENS)}, not {brief({kind: side})}.")
    if missing := [kind for kind in TOKENS if kind not in board]:
        raise InvalidSetup(f"The board lacks a side for {', '.join(missing)}.")
    return "".join("s" if board[kind] == STORMY else "c" for kind in TOKENS)


@cache
def _edition(name: str, options: tuple[tuple[str, str], ...]) -> Edition:
    return EDITIONS[name](**dict(options))
