"""What everyone can see of a table, as text and as a picture."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from libertalia.game.errors import LibertaliaError, brief
from libertalia.game.setup import edition_of
from libertalia.game.view import SeatView, View
from libertalia.words import words

METADATA: Final[dict[str, Any]] = {"render_modes": ["human", "ansi", "rgb_array"], "render_fps": 1}

_INK: Final = {
    "yellow": (214, 174, 40), "red": (186, 48, 44), "blue": (44, 92, 176), "green": (52, 128, 70), "black": (52, 52, 56),
    "white": (214, 214, 210),
}  # fmt: skip
_SEA: Final = (24, 44, 60)
_PAPER: Final = (238, 226, 196)
_BROWN: Final = (92, 66, 40)
_DIGITS: Final = {  # five rows of three dots
    "0": (7, 5, 5, 5, 7), "1": (2, 6, 2, 2, 7), "2": (7, 1, 7, 4, 7), "3": (7, 1, 7, 1, 7), "4": (5, 5, 7, 1, 1),
    "5": (7, 4, 7, 1, 7), "6": (7, 4, 7, 5, 7), "7": (7, 1, 1, 1, 1), "8": (7, 5, 7, 5, 7), "9": (7, 5, 7, 1, 7),
}  # fmt: skip
_TOKENS: Final = (
    (150, 96, 44), (60, 160, 170), (128, 128, 128), (186, 60, 120), (200, 200, 216), (220, 180, 90), (110, 60, 140),
)  # fmt: skip
WIDTH: Final = 480
_ROW: Final = 44


def check_mode(mode: str | None) -> str | None:
    """A way to render that there is, or `None`."""
    if mode is not None and mode not in METADATA["render_modes"]:
        raise LibertaliaError(f"render_mode is one of {', '.join(METADATA['render_modes'])} or None, not {brief(mode)}.")
    return mode


def rendered(view: View, mode: str | None) -> str | np.ndarray | None:
    """The table in a way to render: `ansi` is text, `rgb_array` a picture, and `human` prints the text."""
    if mode == "rgb_array":
        return picture(view)
    if mode == "human":
        print(text(view))
    return text(view) if mode == "ansi" else None


def text(view: View) -> str:
    """The table as some lines of text."""
    english, edition = words("en"), view.edition
    lines = [english.date(view.data())]
    for day, tokens in enumerate(view.loot, 1):
        if day >= view.day:
            mark = ">" if day == view.day else " "
            lines.append(f"{mark} day {day}: {', '.join(english.token(edition, token) for token in tokens) or '-'}")
    if view.lineup:
        lines.append("lineup: " + ", ".join(f"{rank:g} {card} ({seat})" for seat, card, rank in view.lineup))
    for seat in view.seats:
        lines.append(_line(view, seat))
    if view.winners:
        lines.append(f"winners: {', '.join(map(str, view.winners))}")
    return "\n".join(lines)


def _line(view: View, seat: SeatView) -> str:
    waiting = " *" if any(who == seat.seat for who, _ in view.waiting) else ""
    loot = ", ".join(f"{count} {kind}" for kind, count in seat.loot.items()) or "-"
    zones = f"crew {_cards(seat.crew)}; loot {loot}; graveyard {_cards(seat.graveyard)}; may hold {_cards(seat.may_hold)}"
    return f"seat {seat.seat} {seat.colour}{waiting}: {seat.doubloons} doubloons, score {seat.score}; {zones}"


def _cards(cards: tuple[str, ...]) -> str:
    return ", ".join(cards) or "-"


def picture(view: View) -> np.ndarray:
    """The table as a picture: the loot of the days, the lineup, and a row for each seat.

    A card is a box with its rank, a token a square in the colour of its kind. The row of a seat begins with its colour, its
    score and its doubloons; then come its crew, its loot, and below the cards that it may hold.
    """
    edition = edition_of(view.edition, view.options, view.rules)
    found = np.full((2 * _ROW + _ROW * len(view.seats) + 4, WIDTH, 3), _SEA, np.uint8)
    for day, tokens in enumerate(view.loot, 1):
        left = 4 + (day - 1) * 78
        if day == view.day:
            found[2:24, left - 2 : left + 74] = _BROWN
        for index, token in enumerate(tokens):
            _token(found, left + index * 12, 8, edition.kinds.index(token))
    for index, (seat, _, rank) in enumerate(view.lineup):
        ink = _PAPER if seat is None else _INK[view.seats[seat].colour]
        _card(found, 4 + index * 30, _ROW, int(rank), ink, wide=26)
    for seat_view in view.seats:
        top = 2 * _ROW + _ROW * seat_view.seat
        found[top : top + _ROW - 4, 2:WIDTH:1] = (34, 58, 76)
        found[top : top + _ROW - 4, 2:12] = _INK[seat_view.colour]
        _number(found, 18, top + 4, seat_view.score, _PAPER)
        _number(found, 18, top + 22, seat_view.doubloons, _INK["yellow"])
        for index, card in enumerate(seat_view.crew):
            _card(found, 60 + index * 22, top + 2, edition.rank_of[card], _PAPER)
        for index, card in enumerate(seat_view.may_hold):
            _card(found, 60 + index * 22, top + 21, edition.rank_of[card], (150, 170, 180))
        owned = [kind for kind, count in seat_view.loot.items() for _ in range(count)]
        for index, token in enumerate(owned):
            _token(found, WIDTH - 14 - index * 12, top + 6, edition.kinds.index(token))
    return found


def _token(canvas: np.ndarray, left: int, top: int, kind: int) -> None:
    canvas[top : top + 10, left : left + 10] = _TOKENS[kind % len(_TOKENS)]


def _card(canvas: np.ndarray, left: int, top: int, rank: int, paper: tuple[int, int, int], wide: int = 20) -> None:
    canvas[top : top + 16, left : left + wide] = paper
    _number(canvas, left + 2, top + 3, rank, _SEA)


def _number(canvas: np.ndarray, left: int, top: int, number: int, ink: tuple[int, int, int]) -> None:
    """A number in signs of 6 by 10 dots."""
    for sign in str(number):
        for row, dots in enumerate(_DIGITS.get(sign, (0, 0, 7, 0, 0))):
            for column in range(3):
                if dots >> (2 - column) & 1:
                    canvas[top + 2 * row : top + 2 * row + 2, left + 2 * column : left + 2 * column + 2] = ink
        left += 8
