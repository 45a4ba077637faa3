"""The HTTP part: making tables, finding them, sitting down, and looking back."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Final, Literal

import msgspec
from fastapi import APIRouter, Query, Request, Response
from pydantic.types import StringConstraints

from libertalia.server import messages as m
from libertalia.server import wire
from libertalia.server.bodies import AnyNewTable, ErrorBody, Replay, SeatNumber, Sitting, TableList, Taken
from libertalia.server.entries import Created, Entry
from libertalia.server.metrics import exposition
from libertalia.server.rate_limit import RateLimiter, client_of
from libertalia.server.readiness import Readiness
from libertalia.server.refusals import Refused
from libertalia.server.table_state import TableState
from libertalia.server.tables import Tables

TableId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,24}$")]

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
    return (await _tables(request).actor(table)).state


def _json(body: Any) -> Response:
    return Response(msgspec.json.encode(body), media_type="application/json")


def _limit_seats(request: Request) -> None:
    limiter: RateLimiter = request.app.state.seat_limiter
    limiter.check(client_of(request.scope))


router: Final = APIRouter()


@router.post("/api/tables", status_code=201, responses=_REFUSALS)
async def create_table(request: Request, wish: AnyNewTable) -> Taken:
    """Make a table."""
    _limit_seats(request)
    options = wish.options.model_dump(exclude_unset=True)
    clock = wish.clock.rules() if wish.clock else None
    setup = Created(wish.edition, wish.players, options, wish.public, clock, host_watches=wish.me is None)
    me = (wish.me.name, wish.me.colour) if wish.me else None
    table, seat, secret = await _tables(request).create(setup, wish.bots, me)
    return Taken(table=table, seat=seat, secret=secret)


@router.get("/api/tables", response_model=TableList, responses=_REFUSALS)
async def list_tables(
    request: Request, status: Annotated[Literal["open", "playing", "over", "unplayable"], Query()] = "open"
) -> Response:
    """The public tables, the latest first."""
    listed = await _tables(request).services.database.listed(status)
    return Response(b'{"tables":[' + ",".join(listed).encode() + b"]}", media_type="application/json")


@router.get("/api/tables/{table}", response_model=m.TableInfo, responses=_REFUSALS)
async def get_table(request: Request, table: TableId) -> Response:
    """Who sits where."""
    return _json(wire.info(await _state(request, table)))


@router.post("/api/tables/{table}/seats", status_code=201, responses=_REFUSALS)
async def take_seat(request: Request, table: TableId, player: Sitting) -> Taken:
    """Sit down."""
    _limit_seats(request)
    seat, secret = await _tables(request).join(table, player.name, player.colour, player.seat)
    return Taken(table=table, seat=seat, secret=secret)


@router.get("/api/tables/{table}/record", responses=_REFUSALS)
async def get_record(request: Request, table: TableId) -> Response:
    """A finished game, to keep, to replay and to verify."""
    response = _json(wire.record(await _state(request, table)))
    response.headers["content-disposition"] = f'attachment; filename="libertalia-{table}.json"'
    return response


@router.get("/api/tables/{table}/replay", response_model=Replay, responses=_REFUSALS)
async def replay_table(request: Request, table: TableId, seat: Annotated[SeatNumber | None, Query()] = None) -> Response:
    """A finished game step by step, as a spectator or as a seat saw it."""
    state = await _state(request, table)
    if state.problem is not None:
        raise Refused(str(state.problem), state.problem.key, **state.problem.details)
    if state.result is None:
        raise Refused("The game is not over.", "table.not-over")
    if seat is not None and seat >= len(state.seats):
        raise Refused("There is no such seat.", "table.no-seat")
    steps = await asyncio.to_thread(_steps, state.entries.copy(), seat)  # it takes so long that others would notice
    return _json({"table": wire.info(state), "steps": steps})


def _steps(entries: list[Entry], seat: int | None) -> list[msgspec.Raw]:
    """How a game went, as a seat or a spectator saw it."""
    again = TableState("again", entries[:1])
    steps = []
    for entry in entries[1:]:
        again.add(entry)
        if again.game is not None and entry.fact.in_game:
            step = {"entry": wire.seen(again, entry, seat), "view": wire.public(again.game), "mine": wire.mine(again, seat)}
            steps.append(msgspec.Raw(msgspec.json.encode(step)))
    return steps


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
