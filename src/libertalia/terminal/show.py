"""What happened, shown at a pace that one can follow: one thing at a time, each with its sentence.

The show has its own copy of the table. It lags behind what is known and always catches up with it. Nothing waits for it but the
person who looks at it.
"""

from __future__ import annotations

import asyncio
import copy
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Final

from libertalia.game import events as e
from libertalia.game.fold import Fold
from libertalia.game.setup import edition_of
from libertalia.terminal.table_source import Data, News
from libertalia.words import Words

_LETTER: Final = 0.055
"""Seconds to read a letter of a sentence."""
_HOLD: Final = 0.8
"""Seconds that any sentence is shown at least."""
_HOLD_ON_ME: Final = 1.4
"""Seconds that a sentence about the person is shown at least."""

_REVEAL: Final = 0.4
"""Seconds for a card that is turned up."""
_HOUR: Final = 0.9
"""Seconds for the beginning of an hour."""
_MOVE: Final = 0.5
"""Seconds for what moves, before its sentence is read."""

_LOG_LINES: Final = 400
"""Lines in the log; older ones are dropped."""


class Speed(Enum):
    """How fast the show is. The value is the seconds that a second of the show takes."""

    NORMAL = 1.0
    QUICK = 0.4
    AT_ONCE = 0.0

    def next(self) -> Speed:
        speeds = list(Speed)
        return speeds[(speeds.index(self) + 1) % len(speeds)]


@dataclass(frozen=True, slots=True)
class Step:
    """Something to show: an event with its sentence, or with none how the table stands after all events."""

    seconds: float
    event: e.Event | None = None
    sentence: str = ""
    news: News | None = None


@dataclass(slots=True)
class Scene:
    """What is shown now."""

    view: Data | None = None
    mine: Data | None = None
    now: tuple[int | None, str] | None = None
    """The seat and the slug of the character or token whose ability works."""
    acted: set[tuple[int | None, str]] = field(default_factory=set)
    gone: dict[tuple[int, str], str] = field(default_factory=dict)
    """Where the characters went that left the lineup today."""
    changes: dict[int, int] = field(default_factory=dict)
    """What each purse gained or lost since sunrise."""


class Show:
    """Shows the news of a table. `changed` is called whenever the scene, the story or the log has changed."""

    def __init__(self, words: Words, edition: str, changed: Callable[[], None]) -> None:
        self.scene = Scene()
        self.story = ""
        self.lines: list[str] = []
        self.last = News(None, None, None, ())
        self.speed = Speed.NORMAL
        self.paused = False
        self._words, self._edition, self._changed = words, edition, changed
        self._order = [*edition_of(edition, {}).rank_of]
        self._steps: list[Step] = []
        self._next = 0
        self._logged = 0  # how many steps are in the log
        self._hour: tuple[int, Scene] = (0, Scene())  # the step with which the hour began, and the scene before it
        self._wake = asyncio.Event()

    @property
    def settled(self) -> bool:
        """Whether all that is known is shown."""
        return self._next >= len(self._steps)

    def news(self, news: News) -> None:
        """Show news of the table, after what is still to be shown."""
        self.last = news
        self.lines += news.notes
        if news.sudden or self.scene.view is None:
            self._steps, self._next, self._logged = [], 0, 0
            self.lines += filter(None, map(self._sentence, news.events))
            self._settle(news)
        else:
            self._forget_old_hours()
            self._steps += [self._step(event) for event in news.events]
            self._steps.append(Step(0.0, news=news))
        del self.lines[:-_LOG_LINES]
        self._wake.set()
        self._changed()

    async def run(self) -> None:
        """Show step by step, for ever."""
        while True:
            self._wake.clear()
            if self.settled or self.paused:
                await self._wake.wait()
                continue
            seconds = self._advance().seconds * self.speed.value
            if seconds and not self.settled:
                self._changed()
                try:
                    await asyncio.wait_for(self._wake.wait(), seconds)
                except TimeoutError:
                    continue
            elif self.settled:
                self._changed()

    # ---- what the person may do with it: it changes only what is shown -------------------------------------

    def step_on(self) -> None:
        """End the step that is shown; in a pause, show the next one."""
        if self.paused and not self.settled:
            self._advance()
        self._wake.set()
        self._changed()

    def catch_up(self) -> None:
        """Show at once all that is known."""
        self.paused = False
        while not self.settled:
            self._advance()
        self._wake.set()
        self._changed()

    def pause(self) -> None:
        """Stop, or go on."""
        self.paused = not self.paused
        self._wake.set()
        self._changed()

    def again(self) -> None:
        """Show the last hour again."""
        first, scene = self._hour
        if scene.view is not None:
            self._next, self.scene, self.paused = first, copy.deepcopy(scene), False
            self._wake.set()
            self._changed()

    def change_speed(self) -> None:
        self.speed = self.speed.next()
        self._wake.set()
        self._changed()

    # ---- steps ---------------------------------------------------------------

    def _step(self, event: e.Event) -> Step:
        sentence = self._sentence(event)
        return Step(self._seconds(event, sentence), event, sentence)

    def _seconds(self, event: e.Event, sentence: str) -> float:
        match event:
            case e.Picked() | e.Unpicked():
                return 0.0
            case e.Moved(source="hand", target="lineup", cause=None):
                return _REVEAL
            case e.HourStrikes():
                return _HOUR
            case e.Acts() if not sentence:
                return _MOVE
        if not sentence:
            return 0.0
        seats = (getattr(event, "seat", None), getattr(event, "to", None))
        least = _HOLD_ON_ME if self.last.seat is not None and self.last.seat in seats else _HOLD
        return _MOVE + max(least, _LETTER * len(sentence))

    def _sentence(self, event: e.Event) -> str:
        if isinstance(event, e.Picked | e.Unpicked):  # the lineup shows who has picked
            return ""
        return self._words.event(self._edition, event, self.last.names, self.last.seat)

    def _advance(self) -> Step:
        """Show the next step. Its sentence goes into the log, unless the step is shown again."""
        place, step = self._next, self._steps[self._next]
        self._next += 1
        if isinstance(step.event, e.HourStrikes | e.DayBegins):
            self._hour = (place, copy.deepcopy(self.scene))
        if step.event is not None:
            self._apply(step.event)
        if step.sentence:
            self.story = step.sentence
            if place >= self._logged:
                self.lines.append(step.sentence)
        if step.news is not None:
            self._settle(step.news)
        self._logged = max(self._logged, place + 1)
        return step

    def _forget_old_hours(self) -> None:
        """Keep only the steps of the last hour, for showing them again."""
        if not self.settled:
            return
        first, scene = self._hour
        self._steps = self._steps[first:]
        self._logged = self._next = len(self._steps)
        self._hour = (0, scene)

    def _settle(self, news: News) -> None:
        """Show the table as the news has it, whatever the events came to."""
        scene = self.scene
        scene.view, scene.mine = copy.deepcopy(news.view), copy.deepcopy(news.mine)
        scene.now = None
        if news.sudden:
            self.scene = Scene(scene.view, scene.mine)
            self._hour = (0, Scene())
            self.story = news.notes[-1] if news.notes else ""

    def _apply(self, event: e.Event) -> None:
        """Change the scene by an event."""
        scene = self.scene
        if scene.view is not None:
            Fold(scene.view, self._order).apply(event.data())
        match event:
            case e.DayBegins():
                scene.acted, scene.gone, scene.changes, scene.now = set(), {}, {}, None
            case e.HourStrikes():
                scene.acted, scene.now = set(), None
            case e.Acts():
                if scene.now:
                    scene.acted.add(scene.now)
                scene.now = (event.seat, event.cause or "")
            case e.Moved(source="lineup", card=str(card)):
                scene.gone[event.seat, card] = event.target
            case e.Gained():
                self._purse(event.seat, event.amount)
            case e.Lost():
                self._purse(event.seat, -event.amount)
            case e.Paid():
                self._purse(event.seat, -event.amount)
                self._purse(event.to, event.amount)
        if scene.mine is not None and isinstance(event, e.Moved) and event.seat == self.last.seat and event.card:
            self._move_mine(scene.mine, event.source, event.target, event.card)

    def _move_mine(self, mine: Data, source: str, target: str, card: str) -> None:
        for zone in ("hand", "graveyard"):
            if zone == source:
                mine[zone] = [other for other in mine[zone] if other != card]
            if zone == target:
                mine[zone] = sorted({*mine[zone], card}, key=self._order.index)

    def _purse(self, seat: int, amount: int) -> None:
        self.scene.changes[seat] = self.scene.changes.get(seat, 0) + amount


def question(scene: Scene) -> Data | None:
    """The person's open decision."""
    return scene.mine["decision"] if scene.mine else None


def in_order(edition: str, options: Sequence[str]) -> list[str]:
    """The options of a decision as people expect them: cards by rank, everything else as it comes."""
    ranks = edition_of(edition, {}).rank_of
    return sorted(options, key=lambda option: (option not in ranks, ranks.get(option, 0)))
