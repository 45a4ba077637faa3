"""Lay a table in a line or two, so that a test reads as a fact: this table, these picks, that outcome.

    table = played(seat("brute"), seat("beggar", doubloons=2))     # each seat plays the card named first
    assert table.graveyard(0) == ["brute"]

Unless a test says otherwise: colours go round in their order (yellow, red, …), everyone has 10 doubloons, it is the first day
of the first voyage, and nothing lies there to take, so that nobody is asked at dusk. Cards and tokens are words separated by
blanks, several tokens `3*goods`.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple

from libertalia import Game, View


def words(text: str) -> list[str]:
    return text.split()


COLOURS = ("yellow", "red", "blue", "green", "black", "white")
TOKENS = {"chest": 4, "jewel": 6, "goods": 10, "spanish-officer": 6, "saber": 6, "treasure-map": 8, "cursed-relic": 10}
CAST = words("""
    parrot monkey beggar recruiter cabin-boy preacher barkeep waitress carpenter french-officer
    voodoo-witch freed-slave mutineer brute gunner topman spanish-spy cook bosun armorer
    merchant surgeon treasurer gambler governors-daughter quartermaster granny-wata first-mate captain spanish-governor
""")
"""The thirty characters of the original edition by rank, the Parrot at 0."""

SPARES = ("cabin-boy", "topman", "treasurer", "first-mate")


class Seat(NamedTuple):
    hand: list[str]
    crew: list[str]
    graveyard: list[str]
    loot: Counter[str]
    doubloons: int
    scores: tuple[int, ...] | None
    colour: str | None


class Question(NamedTuple):
    seat: int
    kind: str
    options: tuple[str, ...]


def seat(
    *hand: str,
    crew: str = "",
    graveyard: str = "",
    loot: str = "",
    doubloons: int = 10,
    scores: tuple[int, ...] | None = None,
    colour: str | None = None,
    last: bool = False,
) -> Seat:
    """A seat. A card named alone has two spare ones beside it, for the days to come, unless it is the `last`.

    Without a card the seat has no pick: the plainest way to watch a night or a day of rest.
    """
    held = {*hand, *words(crew), *words(graveyard)}
    spares = [card for card in SPARES if card not in held][:2] if len(hand) == 1 and not last else []
    return Seat([*hand, *spares], words(crew), words(graveyard), heap(loot), doubloons, scores, colour)


def lay(
    *seats: Seat, loot: str = "", day: int = 1, voyage: int = 1, bag: str | None = None, seed: int = 1, **options: str
) -> Table:
    """A table at sunrise with the `loot` of this day. A given `bag` holds just that; all other tokens lie on another day."""
    days = [Counter[str]() for _ in range(6)]
    days[day - 1] = heap(loot)
    if bag is not None:
        elsewhere = sum((s.loot for s in seats), days[day - 1] + heap(bag))
        days[0 if day == 6 else 5] += Counter(TOKENS) - elsewhere
    free = [colour for colour in COLOURS if colour not in {s.colour for s in seats}]
    position = {
        "edition": "original",
        "options": options,
        "voyage": voyage,
        "day": day,
        "loot": [sorted(tokens.elements()) for tokens in days],
        "seats": [
            {
                "colour": s.colour or free.pop(0),
                "doubloons": s.doubloons,
                "hand": s.hand,
                "crew": s.crew,
                "graveyard": s.graveyard,
                "loot": dict(s.loot),
                "voyage_scores": list(s.scores or (0,) * (voyage - 1)),
            }
            for s in seats
        ],
    }
    return Table(Game.at(position, seed=seed), [s.hand[0] if s.hand else None for s in seats])


def played(
    *seats: Seat, loot: str = "", day: int = 1, voyage: int = 1, bag: str | None = None, seed: int = 1, **options: str
) -> Table:
    """The same, and each seat has played the card named first."""
    table = lay(*seats, loot=loot, day=day, voyage=voyage, bag=bag, seed=seed, **options)
    return table.play(*table.first)


def rested(*seats: Seat, tie_break: str = "shared") -> Table:
    """The end of the game after a last day on which nobody had a card to play: the night of day 6, and the day of rest."""
    return lay(*seats, voyage=3, day=6, tie_break=tie_break)


class Table:
    """A game under the eyes of a test."""

    def __init__(self, game: Game, first: list[str | None]) -> None:
        self.game = game
        self.first = first

    def play(self, *picks: str | None) -> Table:
        """Everyone's picks, seat by seat; `None` for an empty hand."""
        for number, card in enumerate(picks):
            if card is not None:
                self.game.play(number, card)
        return self

    def answer(self, *answers: str) -> Table:
        """Answer the open questions one after another, whoever is asked."""
        for text in answers:
            question = self.asked()
            assert question is not None, f"nobody is asked anything that {text!r} could answer"
            self.game.play(question.seat, text)
        return self

    def asked(self) -> Question | None:
        """The open question; `None` at sunrise, and when the game is over."""
        decisions = self.game.decisions
        if not decisions or decisions[0].kind == "pick":
            return None
        assert len(decisions) == 1
        return Question(decisions[0].seat, decisions[0].kind, decisions[0].options)

    @property
    def lineup(self) -> list[tuple[int | None, str]]:
        """Who stands there, from left to right."""
        return [(seat, card) for seat, card, _ in self.view(None).lineup]

    def hand(self, number: int) -> list[str]:
        return self._cards(number, "hand")

    def crew(self, number: int) -> list[str]:
        return self._cards(number, "crew")

    def graveyard(self, number: int) -> list[str]:
        return self._cards(number, "graveyard")

    def loot(self, number: int) -> dict[str, int]:
        return dict(self._seat(number)["loot"])

    def doubloons(self, number: int) -> int:
        return int(self._seat(number)["doubloons"])

    @property
    def purses(self) -> list[int]:
        """The doubloons of all seats."""
        return [self.doubloons(number) for number in range(len(self.first))]

    def voyage_scores(self, number: int) -> list[int]:
        return list(self._seat(number)["voyage_scores"])

    @property
    def last_scores(self) -> list[int]:
        """What each seat scored in the voyage that ended last."""
        return [self.voyage_scores(number)[-1] for number in range(len(self.first))]

    @property
    def winners(self) -> tuple[int, ...]:
        return self.game.winners

    @property
    def moment(self) -> tuple[int, int]:
        """Voyage and day."""
        position = self.game.position()
        return position["voyage"], position["day"]

    def loot_on(self, day: int) -> list[str]:
        return list(self.game.position()["loot"][day - 1])

    @property
    def bag(self) -> dict[str, int]:
        return dict(self.game.position()["bag"])

    def view(self, viewer: int | None) -> View:
        return self.game.view(viewer)

    def happened(self, kind: str) -> list[dict[str, Any]]:
        """The events of a kind as plain data, in order."""
        return [event.data() for event in self.game.events if event.kind == kind]

    def _seat(self, number: int) -> dict[str, Any]:
        found: dict[str, Any] = self.game.position()["seats"][number]
        return found

    def _cards(self, number: int, zone: str) -> list[str]:
        return list(self._seat(number)[zone])


def heap(text: str) -> Counter[str]:
    """`2*jewel saber` as a counter."""
    counted = Counter[str]()
    for word in words(text):
        count, _, kind = word.rpartition("*")
        counted[kind] += int(count or 1)
    return counted
