"""Answers as text: short, stable, and the same in every language."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from libertalia.rules.asker import (
    ABILITY,
    CARD,
    DOUBLOONS,
    LOOT,
    PASS,
    SALE,
    SEAT,
    SEAT_CARD,
    SEAT_LOOT,
    SWAP,
    packed_sale,
    packed_swap,
    sold_count,
    sold_kind,
    swapped_today,
    swapped_tomorrow,
)
from libertalia.rules.bits import number_of, of_seat, ranks, seat_of
from libertalia.rules.edition import Edition
from libertalia.rules.table import Table

NO_ANSWER: Final = -1


def _kind(edition: Edition, kind: i64) -> str:
    """The name of a kind of token."""
    return edition.kinds[kind >> 2]


def to_text(edition: Edition, form: i64, answer: i64) -> str:
    """The text of an answer."""
    if number_of(answer) == PASS:
        return "pass"
    if answer == DOUBLOONS:
        return "doubloons"
    if form == CARD:
        return edition.slugs[answer]
    if form == LOOT:
        return _kind(edition, answer)
    if form == SEAT_CARD:
        return f"{seat_of(answer)}:{edition.slugs[number_of(answer)]}"
    if form == SEAT_LOOT:
        return f"{seat_of(answer)}:{_kind(edition, number_of(answer))}"
    if form == SWAP:
        return f"{_kind(edition, swapped_today(answer))}/{_kind(edition, swapped_tomorrow(answer))}"
    if form == SEAT:
        return str(answer)
    if form == ABILITY:
        return edition.slugs[answer]
    return f"{sold_count(answer)}*{_kind(edition, sold_kind(answer))}"


def from_text(edition: Edition, form: i64, text: str) -> i64:
    """The number of an answer; `NO_ANSWER` for a text that can't answer a question of this form."""
    if form == CARD:
        rank = edition.rank_of.get(text)
        if rank is not None:
            return rank
    elif form == LOOT:
        kind = edition.kind_of.get(text)
        if kind is not None:
            return kind
    elif form == SEAT_CARD:
        seat, _, slug = text.partition(":")
        rank = edition.rank_of.get(slug)
        if rank is not None and len(seat) == 1 and seat in "012345":
            return of_seat(int(seat), rank)
    elif form == SALE:
        count, _, name = text.partition("*")
        kind = edition.kind_of.get(name)
        if kind is not None and len(count) == 1 and count in "123":
            return packed_sale(kind, int(count))
    elif form == SEAT_LOOT:
        seat, _, name = text.partition(":")
        kind = edition.kind_of.get(name)
        if kind is not None and len(seat) == 1 and seat in "012345":
            return of_seat(int(seat), kind)
    elif form == SWAP:
        name, _, other = text.partition("/")
        kind, wanted = edition.kind_of.get(name), edition.kind_of.get(other)
        if kind is not None and wanted is not None:
            return packed_swap(kind, wanted)
    elif form == SEAT:
        if len(text) == 1 and text in "012345":
            return int(text)
    elif form == ABILITY and text in edition.slugs[1:]:
        return edition.slugs.index(text)
    if text == "doubloons":
        return DOUBLOONS
    return PASS if text == "pass" else NO_ANSWER


@final
class Phrases:
    """All possible answers of one form in one edition, in the order of their texts."""

    __slots__ = ("answers", "texts")

    def __init__(self, edition: Edition, form: i64) -> None:
        numbers = [PASS, DOUBLOONS, *ranks(edition.full_deck)] if form == CARD else [PASS]
        for kind in edition.kind_of.values():
            if form == LOOT:
                numbers.append(kind)
            elif form == SALE:
                numbers += [kind, kind + 1, kind + 2]
        phrases = sorted([(to_text(edition, form, number), number) for number in numbers])
        self.texts: list[str] = [text for text, _ in phrases]
        self.answers: list[int] = [number for _, number in phrases]

    def among(self, options: i64) -> tuple[str, ...]:
        """The texts of a bit set of answers."""
        return tuple([text for text, answer in zip(self.texts, self.answers) if options >> answer & 1])


_PHRASES: Final[dict[tuple[str, int], Phrases]] = {}


def phrases(edition: Edition, form: i64) -> Phrases:
    key = (edition.name(), int(form))
    found = _PHRASES.get(key)
    if found is None:
        found = _PHRASES[key] = Phrases(edition, form)
    return found


@final
class Decision:
    """What a seat has to decide: `kind` says what about, `options` are the legal answers.

    >>> from libertalia import Game
    >>> game = Game.new("original", players=2, seed=7)
    >>> game.decisions[1]
    Decision(seat=1, kind='pick', options=('bosun', 'brute', 'cabin-boy', ...))
    """

    __slots__ = ("_answers", "_kind", "_options", "_phrases", "_seat")

    def __init__(self, seat: int, kind: str, phrases: Phrases | None, answers: i64, options: tuple[str, ...]) -> None:
        self._seat: int = seat
        self._kind: str = kind
        self._phrases: Phrases | None = phrases  # None if `_options` is already filled in
        self._answers: i64 = answers
        self._options: tuple[str, ...] = options

    @property
    def seat(self) -> int:
        return self._seat

    @property
    def kind(self) -> str:
        return self._kind

    @property
    def options(self) -> tuple[str, ...]:
        """The legal answers as text, sorted."""
        if self._phrases is not None:
            self._options = self._phrases.among(self._answers)
            self._phrases = None
        return self._options

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Decision):
            return NotImplemented
        return self.seat == other.seat and self.kind == other.kind and self.options == other.options

    def __reduce__(self) -> tuple[object, ...]:
        return Decision, (self._seat, self._kind, None, 0, self.options)

    def __hash__(self) -> int:
        return hash((self.seat, self.kind, self.options))

    def __repr__(self) -> str:
        return f"Decision(seat={self.seat}, kind={self.kind!r}, options={self.options!r})"


def decision(table: Table, seat: i64) -> Decision:
    """The open decision of a seat."""
    edition = table.edition
    asker = table.asker()
    number, form = asker.number, asker.form()
    if form > SALE or form == SEAT_CARD:
        texts = sorted([to_text(edition, form, answer) for answer in table.answers(seat)])
        return Decision(seat, edition.slugs[number], None, 0, tuple(texts))
    me = table.players[seat]
    return Decision(seat, edition.slugs[number], phrases(edition, form), table.options(me, me), ())
