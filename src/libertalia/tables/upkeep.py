"""What happens at a table without a command: bots decide, and the time of people runs out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from libertalia.bots import BOTS, bot_seed
from libertalia.game.answers import Decision
from libertalia.game.game import Game
from libertalia.game.view import View
from libertalia.tables.attendance import Attendance
from libertalia.tables.lessons import LESSONS, scripted_answer
from libertalia.tables.state import TableState

STAND_IN: Final = "skerry"
"""The bot that plays for people who are away."""
PAUSE_AFTER: Final = 5_000
"""Milliseconds without any person until the clocks stand still. Loading the page again takes less."""


@dataclass(frozen=True, slots=True)
class BotTurn:
    """A decision of a bot, and all that it needs to decide."""

    decision: Decision
    turn: int
    """The number of the decision among those of its seat."""
    level: str
    seed: int
    view: View
    lesson: str | None
    """The lesson whose script the bot follows, if there is one."""

    def scripted(self) -> str | None:
        """The answer, if a lesson's script has it."""
        return scripted_answer(self.lesson, self.view, self.decision) if self.lesson is not None else None


def bot_decisions(state: TableState) -> list[Decision]:
    """The decisions that bots have to make now."""
    if state.game is None or state.status != "playing":
        return []
    return [each for each in state.game.decisions if each.seat < len(state.seats) and state.seats[each.seat].bot]


def bot_turn(state: TableState, decision: Decision) -> BotTurn:
    """A bot's decision with what its seat may know."""
    assert state.game is not None
    assert state.seed is not None
    seat, number = state.seats[decision.seat], decision.seat
    seen = _before_picks(state.game) if state.setup.day is not None and decision.kind == "pick" else state.game
    view = seen.view(number, events=False)
    lesson = state.setup.lesson if seat.kind == "bot" and state.setup.lesson in LESSONS else None
    return BotTurn(
        decision,
        state.turns[number],
        seat.level if seat.level in BOTS else STAND_IN,
        bot_seed(state.seed + state.turns[number], number),
        view,
        lesson,
    )


def _before_picks(game: Game) -> Game:
    """A game as it was at sunrise, before anyone had picked.

    In the voyage of the day bots see that and nothing else, so that they pick alike for everyone, however quick the person is.
    """
    position = game.position()
    position.pop("pending", None)
    return Game.at(position)


def waits_for_people(state: TableState, attendance: Attendance) -> bool:
    """Whether the table waits until somebody comes: bots that play for people don't go on among themselves."""
    return state.left_to_bots and attendance.empty_since is not None


def due_at(state: TableState, attendance: Attendance) -> int | None:
    """When something has to be done: at once if a bot must decide, or when a person's time runs out.

    While nobody is here, clocks are stopped after a moment, and a table that is left to bots waits.
    """
    if state.game is None or state.status != "playing" or waits_for_people(state, attendance):
        return None
    empty_since = attendance.empty_since
    if bot_decisions(state) or (state.clocks.paused and empty_since is None):
        return state.entries[-1].at
    end = min(state.clocks.deadlines.values(), default=None)
    if end is not None and state.pausable and empty_since is not None:
        end = min(end, empty_since + PAUSE_AFTER)
    return end
