"""The HTTP routes: making tables, finding them, sitting down, and looking back."""

from __future__ import annotations

import asyncio
from datetime import date
from typing import Annotated, Any, Final, Literal

import msgspec
from fastapi import APIRouter, Header, Path, Query, Request, Response
from pydantic.types import StringConstraints

from libertalia.features.bots import levels_in
from libertalia.server.clock import now
from libertalia.server.features import Features, lessons, puzzles
from libertalia.server.features.days import PastDay, Today
from libertalia.server.features.replays import make_replay
from libertalia.server.metrics import exposition
from libertalia.server.tables.registry import Place, Tables
from libertalia.server.web.bodies import (
    PERSON_SECRET,
    AnyNewTable,
    BotLevels,
    ErrorBody,
    Learner,
    PuzzleBody,
    PuzzleList,
    Replay,
    ReviewAsked,
    ReviewQuestion,
    ReviewSoFar,
    SeatNumber,
    Sitting,
    TableList,
    Taken,
    Voyager,
)
from libertalia.server.web.edge import limits
from libertalia.server.web.edge.language import preferred_language
from libertalia.server.web.edge.networks import client_of
from libertalia.server.web.edge.rate_limit import AddressLimits
from libertalia.server.web.edge.response_cache import cached_json, charge
from libertalia.server.web.readiness import Readiness
from libertalia.tables import boundary
from libertalia.tables import messages as m
from libertalia.tables.entries import Created
from libertalia.tables.identity import TABLE_ID
from libertalia.tables.refusals import Refused
from libertalia.tables.replay import check_replay
from libertalia.tables.state import TableState

IdempotencyKey = Annotated[str | None, Header(pattern=r"^[A-Za-z0-9_-]{20,64}$")]
EditionName = Annotated[str, StringConstraints(pattern=r"^[a-z0-9_-]{1,40}$")]
LessonName = Annotated[str, StringConstraints(pattern=r"^[a-z0-9-]{1,40}$")]
PersonSecret = Annotated[str | None, Header(pattern=PERSON_SECRET)]
PuzzleId = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{1,40}$")]
TableId = Annotated[str, StringConstraints(pattern=f"^{TABLE_ID}$")]

_REFUSALS: Final[dict[int | str, dict[str, Any]]] = {
    status: {"model": ErrorBody, "description": description}
    for status, description in {
        400: "Not readable at all",
        403: "Not from that page",
        404: "No such table",
        409: "Not now",
        413: "Too long",
        422: "Not understood",
        429: "Too much at once",
        503: "The database can't be reached",
    }.items()
}


def _tables(request: Request) -> Tables:
    tables: Tables = request.app.state.tables
    return tables


async def _state(request: Request, table: str) -> TableState:
    """How a table stands. If it has to be loaded, the client pays for it."""
    await _pay_for_loading(request, table)
    return await _tables(request).state(table)


async def _pay_for_loading(request: Request, table: str) -> None:
    charge(request, limits.loading_price(await _tables(request).unloaded_entries(table)))


def _features(request: Request) -> Features:
    features: Features = request.app.state.features
    return features


def _taken(place: Place) -> Taken:
    return Taken(table=place.table, seat=place.seat, secret=place.secret)


def _json(body: Any) -> Response:
    return Response(msgspec.json.encode(body), media_type="application/json")


def _limit_seats(request: Request, stored: float = limits.TABLE_BYTES) -> None:
    """Count a table, or a seat, that an address takes."""
    address_limits: AddressLimits = request.app.state.address_limits
    address_limits.take_seat(client_of(request.scope), stored)


router: Final = APIRouter()


@router.post("/api/tables", status_code=201, responses=_REFUSALS)
async def create_table(request: Request, wish: AnyNewTable) -> Taken:
    """Make a table."""
    _limit_seats(request)
    options = wish.options.model_dump(exclude_unset=True)
    clock = wish.clock.rules() if wish.clock else None
    setup = Created(wish.edition, wish.players, options, wish.public, clock, host_watches=wish.me is None, hints=wish.hints)
    me = (wish.me.name, wish.me.colour) if wish.me else None
    return _taken(await _tables(request).create(setup, wish.bots, me))


@router.get("/api/tables", response_model=TableList, responses=_REFUSALS)
async def list_tables(
    request: Request, status: Annotated[Literal["open", "playing", "over", "unplayable"], Query()] = "open"
) -> Response:
    """The public tables, the latest first."""
    listed = await _tables(request).services.database.listed(status)
    return Response(b'{"tables":[' + ",".join(listed).encode() + b"]}", media_type="application/json")


@router.get("/api/bots", responses=_REFUSALS)
async def list_bots(request: Request) -> BotLevels:
    """The levels of bots, from the weakest to the strongest, and how strong each was measured to be."""
    return BotLevels.model_validate({"bots": levels_in(preferred_language(request.headers.get("accept-language")))})


@router.get("/api/tables/{table}", response_model=m.TableInfo, responses=_REFUSALS)
async def get_table(request: Request, table: TableId) -> Response:
    """Who sits where."""
    return _json(await _tables(request).info(table) or boundary.info(await _state(request, table), now()))


@router.post("/api/tables/{table}/seats", status_code=201, responses=_REFUSALS)
async def take_seat(request: Request, table: TableId, player: Sitting, idempotency_key: IdempotencyKey = None) -> Taken:
    """Sit down. Asked again with the same key, it is the same seat, and nobody sits down twice."""
    _limit_seats(request, limits.ENTRY_BYTES)
    await _pay_for_loading(request, table)
    tables = _tables(request)
    await tables.require_welcome(table, player.secret)
    return _taken(await tables.join(table, player.name, player.colour, player.seat, idempotency_key))


@router.get("/api/tables/{table}/record", responses=_REFUSALS)
async def get_record(request: Request, table: TableId) -> Response:
    """A finished game, to keep, to replay and to verify."""
    response = _json(boundary.record(await _state(request, table), now()))
    response.headers["content-disposition"] = f'attachment; filename="libertalia-{table}.json"'
    return response


@router.get("/api/tables/{table}/replay", response_model=Replay, responses=_REFUSALS)
async def replay_table(request: Request, table: TableId, seat: Annotated[SeatNumber | None, Query()] = None) -> Response:
    """A finished game step by step, as a spectator or as a seat saw it."""
    state = await _state(request, table)
    check_replay(state, seat, now())
    key = ("replay", state.id, state.number, seat)  # after another entry, the replay shows another state of the table
    return await cached_json(request, key, limits.REPLAY_PRICE, lambda: make_replay(state, seat))


@router.post("/api/tables/{table}/review", status_code=202, responses=_REFUSALS)
async def ask_for_review(request: Request, table: TableId) -> ReviewAsked:
    """Ask for the review of a finished game. It is made once, for everyone."""
    charge(request, limits.REVIEW_PRICE)
    job, asked = await _features(request).reviews.ask(await _state(request, table), client_of(request.scope))
    questions = [ReviewQuestion(**{name: getattr(each, name) for name in ReviewQuestion.model_fields}) for each in asked]
    return ReviewAsked(decisions=job.decisions, finished=job.finished, questions=questions)


@router.get(
    "/api/tables/{table}/review",
    response_model=ReviewSoFar,
    responses=_REFUSALS | {204: {"description": "Nobody has asked for a review of this game."}},
)
async def get_review(
    request: Request,
    table: TableId,
    seat: Annotated[SeatNumber | None, Query()] = None,
    after: Annotated[int, Query(ge=0, le=100_000)] = 0,
) -> Response:
    """A review as far as it has come, in sentences for the reader on a seat; of the judgements, those from number `after` on."""
    state = await _state(request, table)
    if seat is not None and seat >= len(state.seats):
        raise Refused("There is no such seat.", "table.no-seat")
    language = preferred_language(request.headers.get("accept-language"))
    reviews = _features(request).reviews
    if (progress := await reviews.progress(state)) is None:
        return Response(status_code=204)
    job, judged = progress
    price = limits.judgements_price(sum(number >= after for number in judged))
    key = ("review", state.id, len(judged), language, seat, min(after, job.decisions))
    return await cached_json(request, key, price, lambda: reviews.body(state, job, language, seat, after))


@router.post("/api/tables/{table}/review/{decision}/next", status_code=204, responses=_REFUSALS)
async def think_of_this_next(request: Request, table: TableId, decision: Annotated[int, Path(ge=0, le=100_000)]) -> None:
    """Somebody looks at a decision that is not judged yet: it comes next."""
    charge(request, limits.NEXT_PRICE)
    await _features(request).reviews.want(await _state(request, table), decision)


@router.post("/api/tables/{table}/review/{decision}/table", status_code=201, responses=_REFUSALS)
async def try_from_here(request: Request, table: TableId, decision: Annotated[int, Path(ge=0, le=100_000)]) -> Taken:
    """Make a table where a finished game goes on from one of its decisions, with bots on the other seats."""
    _limit_seats(request)
    return _taken(await _features(request).reviews.try_from(await _state(request, table), decision))


@router.post("/api/lessons/{lesson}", status_code=201, responses=_REFUSALS)
async def begin_lesson(request: Request, lesson: LessonName, learner: Learner) -> Taken:
    """Make a table where a lesson is given."""
    _limit_seats(request)
    return _taken(await lessons.begin_lesson(_tables(request), lesson, learner.name))


@router.post("/api/tables/{table}/again/{day}", status_code=201, responses=_REFUSALS)
async def repeat_day(request: Request, table: TableId, day: Annotated[int, Path(ge=1, le=20)]) -> Taken:
    """Make a table where a lesson goes on from the sunrise of a day that was played."""
    _limit_seats(request)
    return _taken(await lessons.repeat_day(_tables(request), await _state(request, table), day))


@router.get("/api/today/{edition}", responses=_REFUSALS)
async def get_today(request: Request, edition: EditionName, person_secret: PersonSecret = None) -> Today:
    """The voyage of the day; for people who show a secret of their own, also how they stand."""
    charge(request, limits.TODAY_PRICE)
    return await _features(request).days.today(edition, person_secret)


@router.post("/api/today/{edition}", status_code=201, responses=_REFUSALS)
async def set_sail(request: Request, edition: EditionName, voyager: Voyager) -> Taken:
    """Begin today's voyage, or go on with it. When it is over, further ones are for fun."""
    _limit_seats(request)
    return _taken(await _features(request).days.begin(edition, voyager.name, voyager.secret))


@router.get("/api/days/{edition}/{day}", responses=_REFUSALS)
async def get_past_day(request: Request, edition: EditionName, day: date) -> PastDay:
    """A day that is over: its seed, and the best games of it."""
    return await _features(request).days.past(edition, day)


@router.get("/api/puzzles/{edition}", responses=_REFUSALS)
async def list_puzzles(edition: LessonName) -> PuzzleList:
    """The puzzles of an edition, from the easiest to the hardest."""
    return PuzzleList.model_validate({"puzzles": await puzzles.listed_puzzles(edition)})


@router.get("/api/puzzles/{edition}/{puzzle}", response_model=PuzzleBody, responses=_REFUSALS)
async def get_puzzle(request: Request, edition: LessonName, puzzle: PuzzleId) -> Response:
    """A puzzle, with its solution and the reasons in the reader's language."""
    language = preferred_language(request.headers.get("accept-language"))

    async def make() -> bytes:
        return msgspec.json.encode(await puzzles.puzzle_body(edition, puzzle, language))

    return await cached_json(request, ("puzzle", edition, puzzle, language), limits.PUZZLE_PRICE, make)


@router.post("/api/puzzles/{edition}/{puzzle}/table", status_code=201, responses=_REFUSALS)
async def play_puzzle(request: Request, edition: LessonName, puzzle: PuzzleId, player: Learner) -> Taken:
    """Make a table where the game goes on from a puzzle, with bots on the other seats."""
    _limit_seats(request)
    return _taken(await puzzles.play_puzzle(_tables(request), edition, puzzle, player.name))


@router.get("/api/openapi.json", include_in_schema=False)
async def openapi(request: Request) -> Response:
    def make() -> bytes:
        return msgspec.json.encode(request.app.openapi())

    return await cached_json(request, "openapi", 0, lambda: asyncio.to_thread(make))


@router.get("/livez", responses={429: _REFUSALS[429]})
async def livez() -> dict[str, str]:
    """Whether this process answers."""
    return {"status": "alive"}


@router.get("/readyz", responses={status: _REFUSALS[status] for status in (429, 503)})
@router.get("/healthz", include_in_schema=False)
async def readyz(request: Request) -> dict[str, str]:
    """Whether a move could be stored now."""
    readiness: Readiness = request.app.state.readiness
    await readiness.check()
    return {"status": "ready"}


@router.get("/metrics", include_in_schema=False)
async def metrics(request: Request) -> Response:
    return Response(exposition(request.app.state.several_workers), media_type="text/plain; version=0.0.4; charset=utf-8")
