"""Editions and options by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Final

from libertalia.game.errors import InvalidSetup, UnknownRules, brief, whole
from libertalia.rules.chance import Seed
from libertalia.rules.edition import Edition
from libertalia.rules.editions import EDITIONS, KNOWN_RULES, RULES_VERSION
from libertalia.rules.option import Option
from libertalia.rules.player import COLOURS

DEFAULT_EDITION: Final = next(iter(EDITIONS))
"""The edition that is played where none is named: the first in the registry."""


def edition_names() -> tuple[str, ...]:
    """The names of the editions.

    >>> edition_names()
    ('original', 'galecrest')
    """
    return tuple(EDITIONS)


def options_of(name: object) -> tuple[Option, ...]:
    """The options of an edition.

    >>> [(option.name, option.values) for option in options_of("original")]
    [('influence', ('printed', 'fair')), ('tie_break', ('shared', 'last_campaign'))]
    """
    if not isinstance(name, str) or name not in EDITIONS:
        given, known = brief(name), ", ".join(EDITIONS)
        raise InvalidSetup(f"There is no edition {given}; there is {known}.", "setup.edition", given=given, known=known)
    return EDITIONS[name].OPTIONS


def sides_of(name: object) -> tuple[str, ...]:
    """The sides that the tokens of an edition have; none where a token is always the same.

    >>> sides_of("original"), sides_of("galecrest")
    ((), ('calm', 'stormy'))
    """
    return next((option.sides for option in options_of(name) if option.sides), ())


def edition_of(name: object, options: object, rules: int | None = None) -> Edition:
    """An edition with the given options and version of the rules. The same arguments give the same object."""
    known = {option.name: option for option in options_of(name)}
    if not isinstance(options, Mapping):
        raise InvalidSetup(f"Options are an object, not {brief(options)}.")
    words: dict[str, str] = {}
    for given, value in options.items():
        option = known.get(given)
        if option is None:
            message = f"The {name} edition has no option {brief(given)}; it has {', '.join(known)}."
            raise InvalidSetup(message, "setup.no-option", edition=name, given=brief(given), known=", ".join(known))
        words[option.name] = _word(str(name), option, value)
    return _edition(str(name), tuple(sorted(words.items())), check_rules(rules))


def seated(name: object, players: object, seed: Seed, options: Mapping[str, object], rules: int | None) -> tuple[Edition, int]:
    """The edition that a new game is played by, with what chance chooses of its options, and the number of seats."""
    chosen = draw_sides(name, options, seed)
    edition = edition_of(name, chosen, rules)
    if edition.solo() and whole(players) == 1:
        edition = edition_of(name, with_solo_defaults(str(name), chosen), rules)
    return edition, check_players(edition, players)


def check_rules(rules: int | None) -> int:
    """A version of the rules that can be played; the newest if none is given."""
    if rules is None:
        return RULES_VERSION
    if rules not in KNOWN_RULES:
        known = ", ".join(map(str, KNOWN_RULES))
        message = f"The rules of version {brief(rules)} can't be played by this program; it plays {known}."
        raise UnknownRules(message, version=brief(rules), known=known)
    return rules


def with_solo_defaults(name: str, options: Mapping[str, object]) -> Mapping[str, object]:
    """The options of a solo game, with defaults for those that only a solo game has."""
    return {**{option.name: option.default for option in options_of(name) if option.alone}, **options}


def draw_sides(name: object, options: Mapping[str, object], seed: Seed) -> Mapping[str, object]:
    """The options, with the sides of the tokens drawn by chance if the options ask for it."""
    drawn = dict(options)
    for option in options_of(name):
        if option.drawn and drawn.get(option.name) == option.drawn:
            # A chance of its own, so that the deal is the same on any board.
            coins = Seed(seed.secret[:48] + option.drawn.encode())
            sides, count = option.sides, len(option.sides)
            drawn[option.name] = {kind: sides[coins.draw(i, count)] for i, kind in enumerate(_kinds(str(name)))}
    return drawn


def check_options(name: object, options: Mapping[str, object]) -> None:
    """Refuse unknown options, so that none of them is taken for another argument of `Game.new`."""
    edition_of(name, draw_sides(name, options, Seed(b"")))


def check_players(edition: Edition, players: object) -> int:
    """The number of seats for a number of players; a solo game has two."""
    fewest, most = edition.seats()
    number = whole(players)
    if edition.automated and number == 1:
        return fewest
    if number is None or edition.automated or not fewest <= number <= most:
        name, given = edition.name(), brief(players)
        if edition.automated:
            alone = ", ".join(option.name for option in options_of(name) if option.alone)
            message = f"The {name} edition with {alone} is for 1 player, not {given}."
            raise InvalidSetup(message, "setup.players-alone", edition=name, option=alone, given=given)
        least = 1 if edition.solo() else fewest
        message = f"The {name} edition is for {least} to {most} players, not {given}."
        raise InvalidSetup(message, "setup.players", edition=name, fewest=least, most=most, given=given)
    return number


def check_colours(colours: object, players: int) -> list[int]:
    """The numbers of the chosen colours: none, or one for each player."""
    if not isinstance(colours, list | tuple) or not all(colour in COLOURS for colour in colours):
        raise InvalidSetup(f"Colours are chosen among {', '.join(COLOURS)}, not {brief(colours)}.")
    if len(colours) not in (0, players) or len(set(colours)) < len(colours):
        raise InvalidSetup(f"Each of {players} players has their own colour, not {brief(colours)}.")
    return [COLOURS.index(colour) for colour in colours]


def _word(name: str, option: Option, value: object) -> str:
    """The value of an option as its edition wants it: a word, or the sides of the kinds of token, separated by commas."""
    if option.sides and isinstance(value, Mapping):
        kinds = _kinds(name)
        for kind, side in value.items():
            if kind not in kinds or side not in option.sides:
                sides = " or ".join(option.sides)
                raise InvalidSetup(
                    f"A {option.name} has a side, {sides}, for each of {', '.join(kinds)}, not {brief({kind: side})}."
                )
        if missing := [kind for kind in kinds if kind not in value]:
            raise InvalidSetup(f"The {option.name} lacks a side for {', '.join(missing)}.")
        return ",".join(str(value[kind]) for kind in kinds)
    if option.drawn and value == option.drawn:
        kinds = _kinds(name)
        raise InvalidSetup(
            f"{option.name} {value} is written down as its sides, {' or '.join(option.sides)}, of {', '.join(kinds)}."
        )
    if not isinstance(value, str) or value not in option.values:
        values, given = ", ".join(option.values), brief(value)
        message = f"{option.name} is one of {values}, not {given}."
        raise InvalidSetup(message, "setup.value", option=option.name, values=values, given=given)
    return value


@cache
def _kinds(name: str) -> tuple[str, ...]:
    return tuple(_edition(name, (), RULES_VERSION).kinds)


@cache
def _edition(name: str, options: tuple[tuple[str, str], ...], rules: int) -> Edition:
    make: Callable[..., Edition] = EDITIONS[name]
    edition = make(**dict(options))
    edition.rules = rules
    return edition
