"""Tables of the galecrest edition, laid as shortly as those of the original (see `tests.table`).

    table = played(seat("brute"), seat("beggar"), reputation=".01.2.")
    assert table.reputation == "..0.12"

Unless a test says otherwise: the board is calm, everyone has 10 doubloons, it is the first day of the first voyage and nothing
lies there to take. Where fewer than three seats are named, others without cards and tokens sit there too, so that nobody meets
the Midshipman; `duel=True` is a game of two. Reputation is written from left to right, a seat's number for its token and a dot
for the token of a colour that nobody plays.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from libertalia import Game
from tests.table import COLOURS, Question, Seat, Table, heap, words

TOKENS = {"map": 10, "barrel": 8, "relic": 8, "saber": 6, "amulet": 6, "hook": 6, "chest": 4}
CAST = words("""
    scout apprentice beggar innkeeper cabin-boy bandit preacher barkeep stowaway explorer
    carpenter officer smuggler bodyguard witch mutineer brute gunner necromancer freed-prisoner
    bosun brawler thief topman recruiter cook watchman armorer infantry merchant
    surgeon treasurer gambler aristocrat collector quartermaster wind-nymph first-mate captain governor
""")
"""The forty characters by rank, the Scout at 0."""

BY_DAY = words("""
    scout apprentice beggar innkeeper cabin-boy bandit preacher stowaway carpenter officer smuggler bodyguard brute gunner
    necromancer bosun brawler thief recruiter watchman infantry merchant surgeon gambler aristocrat quartermaster first-mate
    captain governor
""")
"""Those with a daytime ability."""

BY_NIGHT = words("barkeep witch mutineer freed-prisoner brawler topman armorer wind-nymph")
"""Those with a night ability."""

AT_ANCHOR = words("preacher barkeep explorer carpenter witch treasurer gambler aristocrat collector quartermaster first-mate")
"""Those with an anchor ability."""

VOYAGES = (4, 5, 6)
"""The days of the voyages."""

Board = str | Mapping[str, str]

_MIDDLE = {1: "..0...", 2: "..01..", 3: ".012..", 4: ".0123.", 5: "01234.", 6: "012345"}
_SPARES = ("treasurer", "collector", "explorer", "cook")


def seat(
    *hand: str,
    crew: str = "",
    graveyard: str = "",
    loot: str = "",
    doubloons: int = 10,
    scores: tuple[int, ...] | None = None,
    last: bool = False,
) -> Seat:
    """A seat. A card named alone has two spare ones beside it, for the days to come, unless it is the `last`."""
    held = {*hand, *words(crew), *words(graveyard)}
    spares = [card for card in _SPARES if card not in held][:2] if len(hand) == 1 and not last else []
    return Seat([*hand, *spares], words(crew), words(graveyard), heap(loot), doubloons, scores, None)


class GaleTable(Table):
    """A galecrest game under the eyes of a test. `purses` and the like speak of the seats that the test named."""

    @property
    def reputation(self) -> str:
        """The track from left to right."""
        position = self.game.position()
        seats = {entry["colour"]: str(number) for number, entry in enumerate(position["seats"])}
        return "".join("." if colour is None else seats[colour] for colour in position["reputation"])

    def answer(self, *answers: str) -> GaleTable:
        super().answer(*answers)
        return self

    def play(self, *picks: str | None) -> GaleTable:
        super().play(*picks)
        return self


def position_of(
    seats: tuple[Seat, ...], loot: str, later: str, day: int, voyage: int, bag: str | None, board: Board, reputation: str | None
) -> dict[str, Any]:
    """The position that `lay` lays."""
    days = [Counter[str]() for _ in range(VOYAGES[voyage - 1])]
    days[day - 1] += heap(loot)
    if later:
        days[day] += heap(later)
    if bag is not None:
        assert day < len(days), "the other tokens lie on the last day"
        days[-1] += Counter(TOKENS) - sum((s.loot for s in seats), days[day - 1] + days[day] + heap(bag))
    track = reputation or _MIDDLE[len(seats)]
    return {
        "edition": "galecrest",
        "options": {"board": board},
        "voyage": voyage,
        "day": day,
        "loot": [sorted(tokens.elements()) for tokens in days],
        "reputation": [None if mark == "." else COLOURS[int(mark)] for mark in track],
        "seats": [
            {
                "colour": COLOURS[number],
                "doubloons": s.doubloons,
                "hand": s.hand,
                "crew": s.crew,
                "graveyard": s.graveyard,
                "loot": dict(s.loot),
                "voyage_scores": list(s.scores or (0,) * (voyage - 1)),
            }
            for number, s in enumerate(seats)
        ],
    }


def lay(
    *seats: Seat,
    loot: str = "",
    later: str = "",
    day: int = 1,
    voyage: int = 1,
    bag: str | None = None,
    board: Board = "calm",
    reputation: str | None = None,
    duel: bool = False,
    seed: int = 1,
) -> GaleTable:
    """A table at sunrise with the `loot` of this day, and `later` that of the next.

    A given `bag` holds just that; all other tokens lie on the last day of the voyage.
    """
    around = seats + (seat(),) * ((2 if duel else 3) - len(seats))
    position = position_of(around, loot, later, day, voyage, bag, board, reputation)
    return GaleTable(Game.at(position, seed=seed), [s.hand[0] if s.hand else None for s in seats])


def played(
    *seats: Seat,
    loot: str = "",
    later: str = "",
    day: int = 1,
    voyage: int = 1,
    bag: str | None = None,
    board: Board = "calm",
    reputation: str | None = None,
    duel: bool = False,
    seed: int = 1,
) -> GaleTable:
    """The same, and each seat has played the card named first."""
    table = lay(
        *seats, loot=loot, later=later, day=day, voyage=voyage, bag=bag, board=board, reputation=reputation, duel=duel, seed=seed
    )
    return table.play(*table.first)


def anchored(*seats: Seat, board: Board = "calm", reputation: str | None = None) -> GaleTable:
    """The end of the game after a last day on which nobody had a card to play: the night of day 6, and the anchor."""
    return lay(*seats, voyage=3, day=6, board=board, reputation=reputation)


__all__ = [
    "AT_ANCHOR", "BY_DAY", "BY_NIGHT", "CAST", "COLOURS", "TOKENS", "VOYAGES", "Board", "GaleTable", "Question", "Seat",
    "anchored", "lay", "played", "position_of", "seat", "words",
]  # fmt: skip
