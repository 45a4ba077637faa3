"""Reviews of finished games: thought about in the background, decision by decision, and stored for everyone who asks."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures.process import BrokenProcessPool
from typing import Final

from sqlalchemy.exc import SQLAlchemyError

from libertalia.features.reviews import budgets, finished_record, next_decision, review_body, tried
from libertalia.features.thinking import judged
from libertalia.review import Question, questions
from libertalia.server.clock import now
from libertalia.server.storage import ReviewJob
from libertalia.server.tables.registry import Place, Tables
from libertalia.tables.refusals import NotFound, Refused
from libertalia.tables.state import TableState

_logger: Final = logging.getLogger(__name__)


class Reviews:
    """The reviews of a worker."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._services = tables.services
        self._wake = asyncio.Event()
        self._free_at: dict[str, int] = {}  # when the reviews of an address would be done if nobody else wanted any

    async def ask(self, state: TableState, address: str) -> tuple[ReviewJob, list[Question]]:
        """Ask for the review of a game: the job, which is the same for everyone who asks, and the decisions to think about."""
        if not self._services.settings.review_seconds:
            raise Refused("This server makes no reviews.", "review.none")
        asked = await asyncio.to_thread(questions, finished_record(state, now()))
        jobs = self._services.review_jobs
        if (job := await jobs.find(state.id)) is None:
            await jobs.add(state.id, len(asked), self._turn(address))
            job = await jobs.find(state.id)
        assert job is not None
        self._wake.set()
        return job, asked

    async def want(self, state: TableState, number: int) -> None:
        """Somebody looks at a decision that is not judged yet: it comes next."""
        job = await self._job(state)
        if number >= job.decisions:
            raise NotFound("There is no such decision.", "review.no-decision")
        if not job.finished:
            await self._services.review_jobs.want(state.id, number)

    async def progress(self, state: TableState) -> tuple[ReviewJob, set[int]] | None:
        """The review of a game, and the numbers of the decisions that are judged by now; None if nobody has asked for one."""
        jobs = self._services.review_jobs
        job = await jobs.find(state.id)
        return None if job is None else (job, await jobs.numbers(state.id))

    async def body(self, state: TableState, job: ReviewJob, language: str, seat: int | None, after: int) -> bytes:
        """What is known by now, in sentences for the reader on a seat: JSON, with the judgements from number `after` on."""
        stored = await self._services.review_jobs.judged(state.id)
        return await asyncio.to_thread(review_body, state, job.decisions, stored, language, seat, after, now())

    async def try_from(self, state: TableState, number: int) -> Place:
        """Make a table where a finished game goes on from one of its decisions, and start it."""
        return await self._tables.create_started(await asyncio.to_thread(tried, state, number, now()))

    async def _job(self, state: TableState) -> ReviewJob:
        if (job := await self._services.review_jobs.find(state.id)) is None:
            raise Refused("Nobody has asked for a review of this game.", "review.unknown")
        return job

    def _turn(self, address: str) -> int:
        """When it is the turn of another review for an address: after those it has asked for, so that others come in between."""
        moment = now()
        turn = max(moment, self._free_at.get(address, moment))
        self._free_at = {other: at for other, at in self._free_at.items() if at > moment}
        self._free_at[address] = turn + int(1000 * self._services.settings.review_seconds)
        return turn

    # ---- thinking -----------------------------------------------------------------------------------------------------------

    async def work(self) -> None:
        """Think about games that were asked for, one after the other, for as long as the worker lives."""
        async with asyncio.TaskGroup() as group:
            for _ in range(self._services.settings.reviews_at_once):
                group.create_task(self._work())

    async def _work(self) -> None:
        while True:
            try:
                while (job := await self._services.review_jobs.take()) is not None:
                    await self._think(job)
            except Exception as error:  # whatever it is, the next review has to come
                expected = isinstance(error, SQLAlchemyError | Refused | BrokenProcessPool)
                _logger.warning("a review has to wait: %s", type(error).__name__, exc_info=None if expected else error)
            self._wake.clear()
            try:
                await asyncio.wait_for(self._wake.wait(), self._services.settings.heartbeat)
            except TimeoutError:
                continue

    async def _think(self, job: ReviewJob) -> None:
        """Judge what is not judged yet, unless another worker has taken over."""
        jobs = self._services.review_jobs
        record = finished_record(await self._tables.state(job.table), now())
        asked = await asyncio.to_thread(questions, record)
        times = budgets(asked, self._services.settings.review_seconds)
        missing = sorted(set(range(len(asked))) - await jobs.numbers(job.table))
        while missing:
            number = next_decision(asked, missing, await jobs.wanted(job.table))
            missing.remove(number)
            thought = await self._services.reviewers.think(judged, record, asked[number], times[number], table=job.table)
            if not await jobs.store(job.table, number, thought):
                return
        await jobs.finish(job.table)
