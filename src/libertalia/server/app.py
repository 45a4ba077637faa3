"""The web application of one worker."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

import msgspec
from fastapi import FastAPI, Request, Response, WebSocket
from fastapi.exceptions import RequestValidationError
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import Router, WebSocketRoute
from uvicorn.config import STARTUP_FAILURE

from libertalia.game.errors import LibertaliaError
from libertalia.server.cluster.other_workers import OtherWorkers
from libertalia.server.features import Features
from libertalia.server.settings import Settings
from libertalia.server.storage import DatabaseTrouble
from libertalia.server.tables.registry import Tables
from libertalia.server.web.connections import Connections
from libertalia.server.web.edge.connection_limit import ConnectionLimits, raise_descriptor_limit
from libertalia.server.web.edge.frame_limit import FrameLimits
from libertalia.server.web.edge.language import error_in, preferred_language
from libertalia.server.web.edge.middleware import SecurityMiddleware
from libertalia.server.web.edge.origins import Origins
from libertalia.server.web.edge.rate_limit import AddressLimits
from libertalia.server.web.edge.response_cache import ResponseCache
from libertalia.server.web.edge.security_headers import HEADERS
from libertalia.server.web.page_files import add_page
from libertalia.server.web.readiness import Readiness
from libertalia.server.web.routes import router
from libertalia.tables import messages as m
from libertalia.tables.refusals import Malformed, Refused, Unavailable

_OPENING_TIMEOUT: Final = 2.0
"""Seconds that a worker waits for the database before it lets people in and asks them to wait."""
_COLLECTING: Final = (2_000, 5, 1_000_000)
"""Thresholds of the garbage collector, for each of its generations. A full collection never starts by itself: with a thousand
tables it takes a third of a second, in which nobody is served."""
_EVICTED: Final = 500
"""Tables that leave the memory between two full garbage collections. Their parts refer to each other; nothing else that lives
long does, so there is nothing else to collect."""
_COLLECTION_INTERVAL: Final = 60.0
"""Seconds between two looks at how many tables have left the memory."""
_logger: Final = logging.getLogger(__name__)


def create_app(settings: Settings | None = None) -> FastAPI:
    """The application; without settings, by the environment."""
    settings = settings or Settings.from_environment()
    origins = Origins(settings)
    address_limits = AddressLimits.by(settings)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[dict[str, object]]:
        sys.setswitchinterval(0.0005)  # the thread that writes to the disk waits less for the one that talks to people
        tables = Tables(settings, OtherWorkers) if settings.shared else Tables(settings)
        features = Features(tables)
        connections = Connections(tables, features.hints, origins, address_limits)
        app.state.tables, app.state.features, app.state.connections = tables, features, connections
        app.state.readiness = Readiness(tables)
        opened = asyncio.Event()
        running = asyncio.create_task(_run(tables, features, opened))
        collecting = asyncio.create_task(_collect_garbage(tables))
        with suppress(TimeoutError):
            await asyncio.wait_for(opened.wait(), _OPENING_TIMEOUT)
        trusted = os.environ.get("FORWARDED_ALLOW_IPS", "127.0.0.1,::1")  # as uvicorn has it
        connection_limits = ConnectionLimits(settings, trusted, raise_descriptor_limit())
        yield {
            "connection_limits": connection_limits,
            "frame_limits": FrameLimits(settings),
            "is_ready": lambda: tables.is_well,
        }
        _logger.info("worker %s stops", tables.services.worker)
        for task in (running, collecting):
            task.cancel()
        await asyncio.gather(running, collecting, return_exceptions=True)
        await connections.close()
        await tables.close()

    app = FastAPI(
        title="Libertalia",
        summary="Tables for the pirate card game. What happens at one is sent over its websocket: see docs/protocol.md.",
        version=version("libertalia"),
        lifespan=lifespan,
        openapi_url=None,  # `routes` has it, made once
        docs_url=None,  # they would fetch scripts from elsewhere
        redoc_url=None,
    )
    app.state.address_limits, app.state.cache = address_limits, ResponseCache()
    app.state.several_workers = "PROMETHEUS_MULTIPROC_DIR" in os.environ
    app.include_router(router)

    async def at_table(socket: WebSocket) -> None:
        connections: Connections = app.state.connections
        await connections.serve(socket, socket.path_params["table"])

    sockets = Router([WebSocketRoute("/api/tables/{table}/socket", at_table)])

    @app.exception_handler(LibertaliaError)
    async def refuse(request: Request, error: LibertaliaError) -> Response:
        status = error.status if isinstance(error, Refused) else 422
        return _error(error_in(preferred_language(request.headers.get("accept-language")), error), status)

    @app.exception_handler(RequestValidationError)
    async def misunderstand(request: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0]
        return await refuse(request, Malformed(f"{_field(first, error.body)}: {first['msg']}", "request"))

    @app.exception_handler(HTTPException)
    async def not_there(_: Request, error: HTTPException) -> Response:
        return _error(m.Error("http", str(error.detail)), error.status_code, error.headers)

    @app.exception_handler(SQLAlchemyError)
    async def no_database(request: Request, error: SQLAlchemyError) -> Response:
        _logger.error("the database can't be asked: %s", type(error).__name__)
        return await refuse(request, Unavailable("The server can't reach its tables just now.", "server.storage"))

    @app.exception_handler(Exception)
    async def stumble(*_: object) -> Response:
        response = _error(m.Error("server", "Something went wrong on the server. It has been written down."), 500)
        response.headers.update(HEADERS)  # nobody else is left to add them
        return response

    here = Path(__file__).parent
    add_page(app, here / "page", here / "engine")
    app.add_middleware(GZipMiddleware, minimum_size=1000)
    app.add_middleware(SecurityMiddleware, sockets=sockets, origins=origins, requests=address_limits.requests)
    return app


async def _run(tables: Tables, features: Features, opened: asyncio.Event) -> None:
    """Open the tables and drive them. A database that can't be used any more ends the process."""
    try:
        await tables.open()
        gc.freeze()  # what is there by now stays
        gc.set_threshold(*_COLLECTING)
        _logger.info("worker %s is ready", tables.services.worker)
        opened.set()
        tables.services.spawn(features.reviews.work())
        await tables.run()
    except DatabaseTrouble as error:
        _logger.critical("%s", error)
        os._exit(STARTUP_FAILURE)  # nothing more may be written, until the host starts another version
    except Exception:
        _logger.exception("the heartbeat of worker %s has stopped", tables.services.worker)
        os._exit(STARTUP_FAILURE)  # without it, nobody drives the tables of this worker


async def _collect_garbage(tables: Tables) -> None:
    while True:
        await asyncio.sleep(_COLLECTION_INTERVAL)
        if tables.evicted >= _EVICTED:
            tables.evicted = 0
            gc.collect()


def _field(mistake: Mapping[str, Any], body: Any) -> str:
    """The field that is wrong, as the client has sent it: pydantic's path to it also has the branches of unions."""
    source, *path = mistake["loc"]
    named = []
    for part in path:
        sent = part in body if isinstance(body, dict) else isinstance(body, list) and isinstance(part, int)
        if sent or source != "body" or (mistake["type"] == "missing" and part == path[-1]):
            named.append(str(part))
        body = body[part] if sent else body
    return ".".join(named) or str(source)


def _error(error: m.Error, status: int, headers: Mapping[str, str] | None = None) -> Response:
    return Response(msgspec.json.encode({"error": error}), status, headers, media_type="application/json")
