"""Why one answer is better than another: what happens in more of the worlds after one of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Final

from libertalia.game import events as e
from libertalia.game.typed_events import typed
from libertalia.rules.asker import TAKE
from libertalia.rules.happening import DAY_BEGINS, Happening
from libertalia.rules.table import Table
from libertalia.search import Forecast

_STORIES: Final = 100
"""Worlds in which each answer is tried. Counts are out of them."""
_MOST: Final = 2
_CLEAR: Final = 15
"""In how many more worlds something must happen to be worth a sentence."""
_WORTH_OF_A_CARD: Final = 3.0
"""What a card or a token that changes hands counts beside doubloons."""
_TOLD: Final = (e.Gained, e.Lost, e.Paid, e.Took, e.Drew, e.HandedOver, e.Earned, e.ReputationMoved, e.Moved)


@dataclass(frozen=True, slots=True)
class Reason:
    """Something that happens in `played` of 100 worlds after what was played, and in `instead` of 100 after the other answer."""

    event: dict[str, Any]
    played: int
    instead: int


def reasons(
    table: Table, forecast: Forecast, seat: int, played: int, instead: int, luck: int, most: int | None = _MOST
) -> tuple[Reason, ...]:
    """What makes the largest difference for a seat between two of its answers, given by their indexes; `None` is all of it."""
    if played == instead:
        return ()
    answers = forecast.answers[played], forecast.answers[instead]
    cards = set() if table.questions else {table.edition.slugs[answer] for answer in answers}
    counts: tuple[dict[e.Event, list[int]], ...] = (defaultdict(list), defaultdict(list))
    taking = bool(table.questions) and table.asking() == TAKE
    for answer, found in zip(answers, counts):
        for story in forecast.stories(answer, _STORIES, luck):
            for event, amount in _told(table, story, seat, cards):
                if not (taking and isinstance(event, e.Took)):  # that is what was answered
                    found[event].append(amount)
    weighed = []
    for event in {*counts[0], *counts[1]}:
        often, rarely = len(counts[0].get(event, ())), len(counts[1].get(event, ()))
        amounts = [*counts[0].get(event, ()), *counts[1].get(event, ())]
        amount = round(sum(amounts) / len(amounts))
        worth = float(abs(amount)) or _WORTH_OF_A_CARD
        if abs(often - rarely) >= _CLEAR:
            told = _with_amount(event, amount)
            weighed.append((abs(often - rarely) * worth, Reason(told.data(), often, rarely)))
    weighed.sort(key=lambda each: (-each[0], str(each[1].event)))
    return tuple(reason for _, reason in weighed[:most])


def speaks_for(reason: Reason, seat: int) -> bool:
    """Whether a reason is an argument for what was played: something good happens more often, or something bad less often."""
    return _gain(e.event_of(reason.event), seat) * (reason.played - reason.instead) > 0


def _gain(event: e.Event, seat: int) -> int:
    """Whether an event is good for a seat (more than 0) or bad (less than 0). What a token is worth is not known here."""
    match event:
        case e.Gained() | e.Earned():
            return event.amount
        case e.Lost():
            return -event.amount
        case e.Paid(seat=payer):
            return -event.amount if payer == seat else event.amount
        case e.ReputationMoved():
            return event.target - event.source
        case e.Moved(seat=owner, source=source, target=target) if owner == seat:
            return (source == "graveyard") - (target == "graveyard")
        case _:
            return 0


def _told(table: Table, story: Iterable[Happening], seat: int, cards: set[str]) -> list[tuple[e.Event, int]]:
    """What a story tells about a seat, each thing once, with its doubloons: all of today, later what the cards in question do."""
    amounts: dict[e.Event, int] = {}
    today = True
    for raw in story:
        if raw.what == DAY_BEGINS:
            today = False
        if seat not in (raw.seat, raw.b):  # whatever it is, neither done nor given to the seat
            continue
        event = typed(table, raw, False, None)
        if not isinstance(event, _TOLD) or not (today or event.cause in cards):
            continue
        if seat not in (getattr(event, "seat", None), getattr(event, "to", None)) or _goes_without_saying(event):
            continue
        amount = getattr(event, "amount", 0)
        plain = _with_amount(event, 0)
        if isinstance(plain, e.ReputationMoved):
            plain = replace(plain, extras={})
        amounts[plain] = amounts.get(plain, 0) + amount
    return list(amounts.items())


def _with_amount(event: e.Event, amount: int) -> e.Event:
    return replace(event, amount=amount) if isinstance(event, e.Gained | e.Lost | e.Paid | e.Earned) else event


def _goes_without_saying(event: e.Event) -> bool:
    """Cards that line up and go home do so whatever was answered."""
    return isinstance(event, e.Moved) and (event.cause is None or event.card is None or event.target == "lineup")
