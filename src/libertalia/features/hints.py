"""Hints in a running game, made from what the seat that asks may know."""

from __future__ import annotations

from libertalia.game.answers import Decision
from libertalia.review import Hint, Teller
from libertalia.tables import messages as m
from libertalia.tables.entries import HintAsked
from libertalia.tables.state import TableState
from libertalia.words import words


def open_decision(state: TableState, asked: HintAsked) -> Decision | None:
    """The decision that a hint was asked for, if it is still to be made."""
    if state.game is None or state.turns[asked.seat] != asked.turn:
        return None
    return next((each for each in state.game.decisions if each.seat == asked.seat), None)


def hint_message(state: TableState, asked: HintAsked, found: Hint | None, language: str) -> m.HintMessage:
    """A hint in words; without one, that nothing came to mind in time."""
    teller = Teller(words(language), state.setup.edition, [each.name or "" for each in state.seats], asked.seat)
    if found is None:
        return m.HintMessage(asked.turn, teller.words.text("hint.none"), teller.words.text("hint.none.why"), False, [])
    title, text = teller.hint(found)
    options = [m.HintOption(option.answer, option.share, option.chance) for option in found.options]
    return m.HintMessage(asked.turn, title, text, found.alike, options)
