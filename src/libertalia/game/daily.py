"""The voyage of the day: the same deal for everyone, made from a seed that a server had committed itself to the day before.

It is a game of one voyage, the last one of the edition, so that nothing comes after it. Everyone begins as in a first voyage, and
has three cards more than there are days. With the seed it can be dealt again; `libertalia verify` does.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Final

from libertalia.game.game import Game
from libertalia.game.position import Position
from libertalia.game.setup import edition_of
from libertalia.rules.bits import size

COLOURS: Final = ("yellow", "red", "blue", "green")
"""Of the person, who has the first seat, and of the bots."""
_SPARE: Final = 3


def name_of_day(edition: str, day: str) -> str:
    """What a voyage of the day is called in the commitment to it, where another game has the name of its table.

    >>> name_of_day("original", "2026-11-17")
    'original 2026-11-17'
    """
    return f"{edition} {day}"


def dealt_on_day(edition: str, seed: int, rules: int | None = None) -> Position:
    """The position that a voyage of the day begins with.

    >>> position = dealt_on_day("galecrest", 7)
    >>> len(position["loot"]), {len(seat["hand"]) for seat in position["seats"]}
    (6, {9})
    """
    most = edition_of(edition, {}, rules).seats()[1]
    # The deal has a seed of its own: what is dealt openly must not tell what chance brings later.
    own_seed = int.from_bytes(sha256(f"libertalia deal {seed}".encode()).digest(), "big")
    game = Game.new(edition, min(most, len(COLOURS)), own_seed, COLOURS[:most], rules)
    table = game.table
    last = len(table.edition.voyages)
    days = table.edition.voyages[last - 1]
    tokens = len(game.position()["loot"][0])
    heaps = list(table.days[:days])
    table.bag += sum(table.days[days:])
    while len(heaps) < days:
        heaps.append(sum(1 << table.draw_token() for _ in range(tokens)))
    table.days = heaps
    drawn = table.draw_cards(days + _SPARE - size(table.players[0].hand))
    for player in table.players:
        player.hand |= drawn
    position = game.position()
    position["voyage"] = last
    for seat in position["seats"]:
        seat["voyage_scores"] = [0] * (last - 1)
    return position
