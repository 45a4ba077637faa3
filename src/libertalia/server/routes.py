"""The HTTP part: making tables, finding them, sitting down, and looking back."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Final, Literal

import msgspec
from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel, ConfigDict, Field
from pydantic.types import StringConstraints

from libertalia.server import messages as m
from libertalia.server import wire
from libertalia.server.entries import Entry
from libertalia.server.metrics import exposition
from libertalia.server.rate_limit import RateLimiter, client_of
from libertalia.server.readiness import Readiness
from libertalia.server.refusals import Refused
from libertalia.server.table_actor import TableActor
from libertalia.server.table_state import TableState
from libertalia.server.tables import Tables

TableId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,24}$")]


class _Body(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class ErrorBody(_Body):
    error: m.Error


class Guest(_Body):
    """Name and colour of somebody who sits down."""

    name: Annotated[str, Field(max_length=100)]
    colour: m.Colour | None = None


class Sitting(Guest):
    seat: Annotated[int, Field(ge=0, le=5)] | None = None


class ClockWish(_Body):
    """Seconds for each decision, and for all decisions of a game."""

    decision: Annotated[int, Field(ge=5, le=14 * 86_400)] | None = None
    game: Annotated[int, Field(ge=60, le=90 * 86_400)] | None = None


class NewTable(_Body):
    edition: Literal["original", "galecrest"]
    players: Annotated[int, Field(ge=1, le=6)]
    options: Annotated[dict[str, str | dict[str, str]], Field(max_length=10)] = {}
    bots: Annotated[list[m.Level], Field(max_length=6)] = []
    public: bool = False
    clock: ClockWish | None = None
    me: Guest | None = None


class Taken(BaseModel):
    """A seat and its secret, which is told this once. Without a seat it is the secret of a host who watches."""

    table: str
    seat: int | None
    secret: str


class TableList(BaseModel):
    tables: list[m.TableInfo]


class Step(BaseModel):
    entry: dict[str, Any]
    view: m.PublicView
    mine: m.Mine | None


class Replay(BaseModel):
    table: m.TableInfo
    steps: list[Step]


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


async def _actor(request: Request, table: str) -> TableActor:
    return await _tables(request).actor(table)


def _measured(request: Request) -> None:
    limiter: RateLimiter = request.app.state.taking
    limiter.check(client_of(request.scope))


def _json(body: Any, status: int = 200) -> Response:
    return Response(msgspec.json.encode(body), status, media_type="application/json")


router: Final = APIRouter()


@router.post("/api/tables", status_code=201, response_model=Taken, responses=_REFUSALS)
async def create_table(request: Request, wish: NewTable) -> Taken:
    """Make a table."""
    _measured(request)
    clock = wish.clock.model_dump() if wish.clock and (wish.clock.decision or wish.clock.game) else None
    setup = {"edition": wish.edition, "players": wish.players, "options": wish.options, "public": wish.public, "clock": clock}
    me = (wish.me.name, wish.me.colour) if wish.me else None
    table, seat, secret = await _tables(request).create(setup, list(wish.bots), me)
    return Taken(table=table, seat=seat, secret=secret)


@router.get("/api/tables", response_model=TableList, responses=_REFUSALS)
async def list_tables(request: Request, status: Annotated[Literal["open", "playing", "over"], Query()] = "open") -> Response:
    """The public tables, the latest first."""
    listed = await _tables(request).database.listed(status)
    return Response(b'{"tables":[' + ",".join(listed).encode() + b"]}", media_type="application/json")


@router.get("/api/tables/{table}", response_model=m.TableInfo, responses=_REFUSALS)
async def get_table(request: Request, table: TableId) -> Response:
    """Identity sits where."""
    return _json(wire.info((await _actor(request, table)).table))


@router.post("/api/tables/{table}/seats", status_code=201, response_model=Taken, responses=_REFUSALS)
async def take_seat(request: Request, table: TableId, guest: Sitting) -> Taken:
    """Sit down."""
    _measured(request)
    seat, secret = await _tables(request).join(table, guest.name, guest.colour, guest.seat)
    return Taken(table=table, seat=seat, secret=secret)


@router.get("/api/tables/{table}/record", responses=_REFUSALS)
async def get_record(request: Request, table: TableId) -> Response:
    """A finished game, to keep, to replay and to verify."""
    finished = _finished((await _actor(request, table)).table)
    response = _json(wire.record(finished))
    response.headers["content-disposition"] = f'attachment; filename="libertalia-{table}.json"'
    return response


@router.get("/api/tables/{table}/replay", response_model=Replay, responses=_REFUSALS)
async def replay_table(request: Request, table: TableId, seat: Annotated[int | None, Query(ge=0, le=5)] = None) -> Response:
    """A finished game step by step, as a spectator or as a seat saw it."""
    finished = _finished((await _actor(request, table)).table)
    if seat is not None and seat >= len(finished.seats):
        raise Refused("There is no such seat.", "table.no-seat")
    steps = await asyncio.to_thread(_steps, finished.entries.copy(), seat)  # it takes so long that others would notice
    return _json({"table": wire.info(finished), "steps": steps})


def _steps(log: list[Entry], seat: int | None) -> list[msgspec.Raw]:
    """How a game went, in words for a seat or a spectator."""
    again = TableState("again", [])
    steps = []
    for entry in log:
        again.add(entry)
        if again.game is not None and entry.kind in ("started", "played", "unpicked"):
            step = {"entry": wire.seen(again, entry, seat), "view": wire.public(again.game), "mine": wire.mine(again, seat)}
            steps.append(msgspec.Raw(msgspec.json.encode(step)))
    return steps


def _finished(table: TableState) -> TableState:
    if table.game is None or not table.game.over:
        raise Refused("The game is not over.", "table.not-over")
    return table


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
    return Response(exposition(request.app.state.several), media_type="text/plain; version=0.0.4; charset=utf-8")
