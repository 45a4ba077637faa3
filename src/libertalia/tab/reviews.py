"""Reviews on the device: thought about beside the tables, and stored decision by decision."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Final

from libertalia.features.reviews import budgets, finished_record, next_decision
from libertalia.features.thinking import judged
from libertalia.review import Question, questions
from libertalia.tab.store import Store
from libertalia.tab.thinker import REVIEW, Thinker
from libertalia.tables.state import TableState

SECONDS: Final = 100.0
"""Seconds to think about a finished game: a browser is some 2.5 times slower than a server, which takes 40."""


class Reviews:
    """The reviews of a device. One that was interrupted goes on when it is asked for again."""

    def __init__(self, store: Store, thinker: Thinker, now: Callable[[], int], seconds: float = SECONDS) -> None:
        self._store = store
        self._thinker = thinker
        self._now = now
        self._seconds = seconds
        self._working: dict[str, asyncio.Task[None]] = {}
        self._wanted: dict[str, int] = {}
        self._asked: dict[str, list[Question]] = {}

    async def ask(self, state: TableState) -> list[Question]:
        """Ask for the review of a game: the decisions to think about."""
        asked = self._questions(state)
        if state.id not in self._working and len(await self._store.judgements(state.id)) < len(asked):
            task = self._working[state.id] = asyncio.ensure_future(self._work(state, asked))
            task.add_done_callback(lambda _: self._working.pop(state.id, None))
        return asked

    def works_on(self, table: str) -> bool:
        return table in self._working

    def decisions(self, state: TableState) -> int:
        """How many decisions there are to think about."""
        return len(self._questions(state))

    def want(self, table: str, decision: int) -> None:
        """Somebody looks at a decision that is not judged yet: it comes next."""
        self._wanted[table] = decision

    def _questions(self, state: TableState) -> list[Question]:
        if state.id not in self._asked:
            self._asked[state.id] = questions(finished_record(state, self._now()))
        return self._asked[state.id]

    async def _work(self, state: TableState, asked: list[Question]) -> None:
        record, times = finished_record(state, self._now()), budgets(asked, self._seconds)
        known = {json.loads(judgement)["number"] for judgement in await self._store.judgements(state.id)}
        missing = [number for number in range(len(asked)) if number not in known]
        while missing:
            number = next_decision(asked, missing, self._wanted.get(state.id))
            missing.remove(number)
            thought = await self._thinker.do(REVIEW, judged, record, asked[number], times[number])
            await self._store.judge(state.id, number, thought)
