"""What is played: which bots, at which tables, on which deals. Every game has a number, and the number decides all of it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from itertools import combinations, pairwise, permutations
from typing import Any

from libertalia.bots import LEVELS, bot_named
from libertalia.game.errors import InvalidSetup, brief
from libertalia.game.game import Game
from libertalia.lab.seating import seatings
from libertalia.rules.editions import RULES_VERSION

Lineup = tuple[str, ...]
"""The bots at a table, whatever their seats."""


@dataclass(frozen=True)
class Contest:
    """A tournament, or the games of a simulation. All line-ups play the same deals, each deal with all their seatings."""

    edition: str
    players: int
    options: tuple[tuple[str, Any], ...]
    lineups: tuple[Lineup, ...]
    games: int
    """How many are played: those with the lowest numbers."""
    seed: int

    @cached_property
    def tables(self) -> list[tuple[int, tuple[str, ...]]]:
        """What is played on each deal: the number of a line-up, and who sits where."""
        return [(number, seating) for number, lineup in enumerate(self.lineups) for seating in seatings(lineup)]

    def table(self, game: int) -> tuple[int, int, tuple[str, ...]]:
        """The deal of a game, its line-up, and who sits where."""
        deal, table = divmod(game, len(self.tables))
        return deal, *self.tables[table]

    def luck(self, deal: int) -> int:
        """The seed of a deal: 128 bits."""
        return _hashed(f"game {self.seed} {deal}")

    def minds(self, game: int) -> int:
        """What the seeds of the bots of a game are made from. Bots have other seeds in every game, also on the same deal."""
        return _hashed(f"minds {self.seed} {game}")

    def settings(self) -> dict[str, Any]:
        """All that the result of a game depends on, as plain data. Files of bots count by their name."""
        return {
            "edition": self.edition,
            "players": self.players,
            "options": dict(self.options),
            "lineups": [list(lineup) for lineup in self.lineups],
            "levels": {level.name: level.bot for level in LEVELS if any(level.name in lineup for lineup in self.lineups)},
            "seed": self.seed,
            "rules": RULES_VERSION,
        }


def _hashed(text: str) -> int:
    return int.from_bytes(blake2b(text.encode(), digest_size=16).digest(), "big")


def checked(contest: Contest) -> Contest:
    """The contest, if it can be played; otherwise the error says what is wrong, before anything is played."""
    Game.new(contest.edition, contest.players, seed=0, **dict(contest.options))
    for bot in sorted({bot for lineup in contest.lineups for bot in lineup}):
        bot_named(bot)
    if contest.games < 1:
        raise InvalidSetup(f"There must be at least 1 game, not {contest.games}.")
    json.dumps(contest.settings())
    return contest


def in_turn(bots: Sequence[str], players: int) -> Lineup:
    """A line-up in which the bots take the seats in turn.

    >>> in_turn(["greedy", "random"], 3)
    ('greedy', 'random', 'greedy')
    """
    if not bots or len(bots) > max(players, 1):  # how many players there may be is for the edition to say
        raise InvalidSetup(f"A game for {players} needs 1 to {players} bots, not {len(bots)}: {brief(', '.join(bots))}.")
    return tuple(bots[seat % len(bots)] for seat in range(players))


def duels(bots: Sequence[str], players: int) -> tuple[Lineup, ...]:
    """Each bot alone against a table of each other one.

    >>> duels(["greedy", "random"], 3)
    (('greedy', 'random', 'random'), ('random', 'greedy', 'greedy'))
    >>> duels(["greedy", "random"], 2)
    (('greedy', 'random'),)
    """
    pairs = combinations(bots, 2) if players == 2 else permutations(bots, 2)
    return tuple((one, *[other] * (players - 1)) for one, other in pairs)


def ladder(bots: Sequence[str], players: int) -> tuple[Lineup, ...]:
    """Each bot alone against a table of the one that is named before it.

    >>> ladder(["random", "greedy", "search"], 3)
    (('greedy', 'random', 'random'), ('search', 'greedy', 'greedy'))
    """
    return tuple((upper, *[lower] * (players - 1)) for lower, upper in pairwise(bots))


def mixed(bots: Sequence[str], players: int) -> tuple[Lineup, ...]:
    """All choices of different bots, as many as there are seats; if there are fewer bots, they take the seats in turn.

    >>> mixed(["a", "b", "c"], 2)
    (('a', 'b'), ('a', 'c'), ('b', 'c'))
    """
    return tuple(combinations(bots, players)) if len(bots) > players else (in_turn(bots, players),)


FORMATS = {"duels": duels, "ladder": ladder, "mixed": mixed}
"""How a tournament makes line-ups of its bots, by name."""


def lineups(form: str, bots: Sequence[str], players: int) -> tuple[Lineup, ...]:
    """The line-ups of a tournament."""
    if form not in FORMATS:
        raise InvalidSetup(f"There is no format {brief(form)} of a tournament; there is {', '.join(FORMATS)}.")
    if len(bots) < 2 or len(set(bots)) < len(bots):
        raise InvalidSetup(f"A tournament needs two or more different bots, not {brief(', '.join(bots))}.")
    if players < 2:
        raise InvalidSetup("A tournament needs tables of two or more. For games alone there is `libertalia simulate`.")
    return FORMATS[form](bots, players)
