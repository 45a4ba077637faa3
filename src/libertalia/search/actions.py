"""The answers of an edition as the numbers of one fixed list of actions: for programs that learn to play.

An answer that names a player names them as that many seats to the left of the one who answers. So an action means the same on
every seat. Which question is answered is not part of the action: it is part of what the seat knows.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from libertalia.rules.asker import (
    ABILITY,
    CARD,
    DOUBLOONS,
    FIRST_TOKEN,
    LOOT,
    PASS,
    SALE,
    SEAT,
    SEAT_CARD,
    SEAT_LOOT,
    SWAP,
    packed_swap,
    swapped_today,
    swapped_tomorrow,
)
from libertalia.rules.bits import number_of, of_seat, seat_of
from libertalia.rules.edition import Edition
from libertalia.rules.table import Table

NOTHING: Final = 0
"""The action of a seat that has nothing to decide."""

PASSES: Final = 1
TAKES_DOUBLOONS: Final = 2
NO_ANSWER: Final = -1

SEATS: Final = 6
_ORDER: Final = (CARD, LOOT, SALE, SWAP, SEAT, ABILITY, SEAT_LOOT, SEAT_CARD)
_MEANING: Final = {
    CARD: "a character: picked at sunrise, or chosen for an ability",
    LOOT: "a kind of token",
    SALE: "one, two or three tokens of a kind",
    SWAP: "a kind of token of today for a kind of tomorrow",
    SEAT: "a player",
    ABILITY: "which ability comes next: of a character or of a kind of token",
    SEAT_LOOT: "a kind of token of a player",
    SEAT_CARD: "a character of a player",
}


@final
class Section:
    """Some actions in a row that answer in the same form."""

    __slots__ = ("form", "meaning", "size", "start")

    def __init__(self, form: i64, start: i64, size: i64, meaning: str) -> None:
        self.form: i64 = form
        """See `asker`; -1 for actions that answer questions of any form."""
        self.start: i64 = start
        self.size: i64 = size
        self.meaning: str = meaning


@final
class Actions:
    """The list of actions of an edition, the same for all its options and numbers of players.

    >>> from libertalia.game.setup import edition_of
    >>> actions = Actions(edition_of("original", {}))
    >>> actions.size
    241
    >>> [actions.text(action) for action in (0, 1, 3, 33, 40, 61, 91)]
    ['nothing', 'pass', 'parrot', 'chest', '1*chest', '0:parrot', '1:parrot']
    """

    __slots__ = ("_cards", "_edition", "_forms", "_kinds", "_sizes", "_start", "sections", "size")

    def __init__(self, edition: Edition) -> None:
        self._edition: Edition = edition
        cards: i64 = len(edition.cast) - 1
        kinds: i64 = len(edition.kinds)
        self._cards: i64 = cards
        self._kinds: i64 = kinds
        self._start: vec[i64] = vec[i64]([-1] * (ABILITY + 1))  # by form
        self._sizes: vec[i64] = vec[i64]([0] * (ABILITY + 1))
        self._forms: vec[i64] = vec[i64]([int(asker.form()) for asker in edition.askers])  # by the number of what asks
        self.sections: list[Section] = [
            Section(-1, NOTHING, 1, "nothing: the action of a seat that has nothing to decide"),
            Section(-1, PASSES, 1, "pass: decline what may be declined"),
            Section(-1, TAKES_DOUBLOONS, 1, "take the doubloons instead of keeping a character"),
        ]
        used: set[int] = {CARD, LOOT}
        for asker in edition.askers:
            used.add(asker.form())
        self.size: i64 = 3
        for form in _ORDER:
            if form in used:
                size: i64 = cards
                if form == LOOT:
                    size = kinds
                elif form == SALE:
                    size = 3 * kinds
                elif form == SWAP:
                    size = kinds * kinds
                elif form == SEAT:
                    size = SEATS
                elif form == ABILITY:
                    size = cards + kinds
                elif form == SEAT_LOOT:
                    size = SEATS * kinds
                elif form == SEAT_CARD:
                    size = SEATS * cards
                self._start[form] = self.size
                self._sizes[form] = size
                self.sections.append(Section(form, self.size, size, _MEANING[form]))
                self.size += size

    def form(self, table: Table) -> i64:
        """The form in which the open question of a table is answered; a pick at sunrise is a card."""
        number = table.asking()
        return self._forms[number] if number else CARD

    def first(self, form: i64) -> i64:
        """The first of the actions that answer in this form."""
        return self._start[form]

    def number(self, form: i64, answer: i64, seat: i64, seats: i64) -> i64:
        """The action that is an answer of a seat to a question of this form."""
        if number_of(answer) == PASS:
            return PASSES
        if answer == DOUBLOONS:
            return TAKES_DOUBLOONS
        start = self._start[form]
        if form == CARD:
            return start + answer - 1
        if form == LOOT:
            return start + (answer >> 2)
        if form == SALE:
            return start + (answer >> 2) * 3 + (answer & 3)
        if form == SWAP:
            return start + (swapped_today(answer) >> 2) * self._kinds + (swapped_tomorrow(answer) >> 2)
        if form == SEAT:
            return start + _apart(answer, seat, seats)
        if form == ABILITY:
            return start + (answer - 1 if answer < FIRST_TOKEN else self._cards + answer - FIRST_TOKEN)
        if form == SEAT_LOOT:
            return start + _apart(seat_of(answer), seat, seats) * self._kinds + (number_of(answer) >> 2)
        return start + _apart(seat_of(answer), seat, seats) * self._cards + number_of(answer) - 1

    def answer(self, form: i64, action: i64, seat: i64, seats: i64) -> i64:
        """The answer that an action of a seat gives to a question of this form; `NO_ANSWER` if it can't answer it."""
        if action == PASSES:
            return of_seat(seat, PASS) if form in (SEAT_CARD, SEAT_LOOT) else PASS
        if action == TAKES_DOUBLOONS:
            return DOUBLOONS if form == CARD else NO_ANSWER
        start = self._start[form]
        index = action - start
        if index < 0 or index >= self._sizes[form]:
            return NO_ANSWER
        if form == CARD:
            return index + 1
        if form == LOOT:
            return index << 2
        if form == SALE:
            return (index // 3 << 2) + index % 3
        if form == SWAP:
            return packed_swap(index // self._kinds << 2, index % self._kinds << 2)
        if form == ABILITY:
            return index + 1 if index < self._cards else FIRST_TOKEN + index - self._cards
        each: i64 = 1 if form == SEAT else self._kinds if form == SEAT_LOOT else self._cards
        apart = index // each
        if apart >= seats:
            return NO_ANSWER
        whose = (seat + apart) % seats
        if form == SEAT:
            return whose
        return of_seat(whose, index % each << 2 if form == SEAT_LOOT else index % each + 1)

    def text(self, action: i64) -> str:
        """What an action says, as it is written in a `Decision`; a player is named by how many seats to the left they sit."""
        if action < 3:
            return ("nothing", "pass", "doubloons")[action]
        slugs = self._edition.slugs
        kinds = self._edition.kinds
        for section in self.sections:
            index = action - section.start
            if index >= section.size:
                continue
            if section.form == CARD:
                return slugs[index + 1]
            if section.form == LOOT:
                return kinds[index]
            if section.form == SALE:
                return f"{index % 3 + 1}*{kinds[index // 3]}"
            if section.form == SWAP:
                return f"{kinds[index // self._kinds]}/{kinds[index % self._kinds]}"
            if section.form == SEAT:
                return str(index)
            if section.form == ABILITY:
                return slugs[index + 1] if index < self._cards else kinds[index - self._cards]
            if section.form == SEAT_LOOT:
                return f"{index // self._kinds}:{kinds[index % self._kinds]}"
            return f"{index // self._cards}:{slugs[index % self._cards + 1]}"
        raise IndexError(f"There is no action {action}: they go from 0 to {self.size - 1}.")


def _apart(whose: i64, seat: i64, seats: i64) -> i64:
    """How many seats to the left of a seat another one is."""
    return (whose - seat + seats) % seats
