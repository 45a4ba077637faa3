"""Reviews of finished games: thought about in the background, decision by decision, and stored for everyone who asks."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures.process import BrokenProcessPool
from dataclasses import asdict
from typing import Final

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from libertalia.game.record import Record
from libertalia.review import Budget, Judgement, Question, Teller, assembled, questions
from libertalia.server.clock import now
from libertalia.server.storage import ReviewJob
from libertalia.server.tables.registry import Place, Tables
from libertalia.server.tables.thinking.work import judged
from libertalia.tables import days
from libertalia.tables.laying import tried_table
from libertalia.tables.refusals import NotFound, Refused
from libertalia.tables.state import TableState
from libertalia.words import words

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
        asked = await asyncio.to_thread(questions, _record(state))
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
        return await asyncio.to_thread(_body, state, job, stored, language, seat, after)

    async def _question(self, state: TableState, number: int) -> Question:
        """A decision of a finished game."""
        asked = await asyncio.to_thread(questions, _record(state))
        if number >= len(asked):
            raise NotFound("There is no such decision.", "review.no-decision")
        return asked[number]

    async def try_from(self, state: TableState, number: int) -> Place:
        """Make a table where a finished game goes on from one of its decisions, and start it."""
        asked = await self._question(state, number)
        return await self._tables.create_started(
            await asyncio.to_thread(tried_table, state, asked.move, asked.seat, number, now())
        )

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
        record = _record(await self._tables.state(job.table))
        asked = await asyncio.to_thread(questions, record)
        budgets = _budgets(asked, self._services.settings.review_seconds)
        missing = sorted(set(range(len(asked))) - await jobs.numbers(job.table))
        while missing:
            number = _next(asked, missing, await jobs.wanted(job.table))
            missing.remove(number)
            thought = await self._services.reviewers.think(judged, record, asked[number], budgets[number], table=job.table)
            if not await jobs.store(job.table, number, thought):
                return
        await jobs.finish(job.table)


def _record(state: TableState) -> Record:
    if state.problem is not None:
        raise Refused(str(state.problem), state.problem.key, **state.problem.details)
    if state.result is None or state.game is None:
        raise Refused("The game is not over.", "table.not-over")
    if state.ended:
        raise Refused("A game that was ended early can't be reviewed.", "review.ended")
    days.check_over(state.setup.day, now())
    return state.game.record()


def _budgets(asked: list[Question], seconds: float) -> list[Budget]:
    """The time for each decision: the more options it has, the more."""
    weights = [len(question.options) + len(question.picks) / 2 for question in asked]
    return [Budget(ms=1000 * seconds * weight / sum(weights)) for weight in weights]


def _next(asked: list[Question], missing: list[int], wanted: int | None) -> int:
    """What to think about next: what somebody looks at, then the other picks of that morning, then the first that is missing."""
    if wanted in missing:
        return wanted
    if wanted is not None:
        same = [number for number in missing if asked[number].move == asked[wanted].move]
        missing = same or missing
    return missing[0]


def _body(state: TableState, job: ReviewJob, stored: list[str], language: str, seat: int | None, after: int) -> bytes:
    record = _record(state)
    data = [msgspec.json.decode(each) for each in stored]
    known = [Judgement.of(each) for each in data]
    first = [judgement for number, judgement in enumerate(known) if judgement.number == number]  # without those that were wanted
    found = assembled(record, first, job.decisions)
    teller = Teller(words(language), record.edition, [each.name or "" for each in state.seats], seat)
    body = {
        "done": len(known),
        "decisions": job.decisions,
        "judgements": [
            plain | {"why": teller.why(judgement)}
            for plain, judgement in zip(data, known, strict=True)
            if judgement.number >= after
        ],
        "turns": [[asdict(turn) | {"line": teller.turn(turn, found.judgements)} for turn in each] for each in found.turns],
        "curve": [asdict(point) for point in found.curve],
        "accounts": [asdict(each) for each in found.accounts],
    }
    return msgspec.json.encode(body)
