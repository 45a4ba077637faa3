"""The websockets of a worker, each of which connects somebody to a table."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from contextlib import suppress
from typing import Final

import msgspec
from sqlalchemy.exc import SQLAlchemyError
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from libertalia.game.errors import LibertaliaError
from libertalia.server.features.hints import Hints
from libertalia.server.metrics import CONNECTIONS, REFUSALS
from libertalia.server.tables.actor import TableActor
from libertalia.server.tables.registry import Tables
from libertalia.server.web.edge import limits
from libertalia.server.web.edge.language import error_in, preferred_language
from libertalia.server.web.edge.networks import client_of
from libertalia.server.web.edge.origins import Origins
from libertalia.server.web.edge.rate_limit import AddressLimits, RateLimiter, quota_used
from libertalia.server.web.edge.ws_protocol import TOO_MUCH, WebSocketProtocol
from libertalia.tables import messages as m
from libertalia.tables.entries import HintAsked
from libertalia.tables.identity import SPECTATOR, Identity
from libertalia.tables.refusals import HistoryWentBack, NotFound, TooMuch, Unavailable

ORIGIN, MALFORMED, NO_SECRET, NO_TABLE, START_OVER, RESTART = 1008, 4000, 4001, 4004, 4010, 1012
"""Close codes of websockets."""

_logger: Final = logging.getLogger(__name__)
_AnyMessage = m.Hello | m.AnyInquiry | m.AnyCommand
_MESSAGE: Final[msgspec.json.Decoder[_AnyMessage]] = msgspec.json.Decoder(_AnyMessage)
_ENCODE: Final = msgspec.json.Encoder().encode
_PONG: Final = _ENCODE(m.Pong())
_OF_THE_GAME: Final = m.Play | m.Unpick | m.TakeBack | m.Back
"""Commands that no quota stops: they are as many as the game needs, and its table was counted."""


class Connections:
    """All connections of a worker; not too many from one address."""

    def __init__(self, tables: Tables, hints: Hints, origins: Origins, address_limits: AddressLimits) -> None:
        settings = tables.services.settings
        self.tables = tables
        self.hints = hints
        self._open: set[Connection] = set()
        self._origins = origins
        self._most = settings.connections
        self._by_address: Counter[str] = Counter()
        self._new = _limiter(settings.connections_a_second)
        self.commands = _limiter(settings.commands_a_second)
        self.chats = RateLimiter(settings.chats_a_minute / 60, limits.CHAT_BURST)
        self.address_limits = address_limits

    async def serve(self, socket: WebSocket, table: str) -> None:
        """Serve a connection from its start to its end."""
        await socket.accept()
        address = client_of(socket.scope)
        if self._by_address[address] >= self._most or not self._new.take(address):
            await socket.close(TOO_MUCH, "too many connections")
            return
        if not self._origins.is_ours(socket.headers.get("host")) or not self._origins.allows(socket.headers):
            await socket.close(ORIGIN, "origin")
            return
        connection = Connection(socket, address, self)
        self._by_address[address] += 1
        self._open.add(connection)
        CONNECTIONS.inc()
        try:
            await connection.serve(table)
        finally:
            CONNECTIONS.dec()
            self._open.discard(connection)
            self._by_address[address] -= 1
            if not self._by_address[address]:
                del self._by_address[address]

    async def close(self) -> None:
        """Send everyone away: the server restarts."""
        await asyncio.gather(*(connection.close(RESTART, "restart") for connection in list(self._open)), return_exceptions=True)


def _limiter(rate: float) -> RateLimiter:
    return RateLimiter(rate, max(limits.LEAST_BURST, rate * limits.BURST))


class Connection:
    """Somebody who is connected to a table by a websocket."""

    def __init__(self, socket: WebSocket, address: str, all_connections: Connections) -> None:
        self.identity: Identity = SPECTATOR
        self.secret: str | None = None
        self.address = address
        self.language = "en"
        self._socket = socket
        self._all = all_connections
        self._protocol: WebSocketProtocol = socket.state.protocol()
        self._protocol.meter.address = address
        self._limited_as = f"{id(self):x}"
        self._leaving: asyncio.Task[None] | None = None

    def send(self, message: bytes) -> None:
        """Send a message. A client that is too slow to read is sent away; it can ask for what it missed."""
        if self._leaving is not None:
            return  # nothing may be sent that comes after what was not sent
        if self._protocol.unsent_bytes > limits.UNREAD:
            self._leaving = asyncio.create_task(self.close(TOO_MUCH, "too slow"))
            asyncio.get_running_loop().call_later(limits.TOO_SLOW_TIMEOUT, self._protocol.abort)
        else:
            self._protocol.send_soon(message)

    def start_over(self) -> None:
        """Send the client away, because what it was sent is no longer true."""
        if self._leaving is None:
            self._leaving = asyncio.create_task(self.close(START_OVER, "the log has gone back"))

    async def close(self, code: int, reason: str) -> None:
        if self._socket.application_state is not WebSocketState.DISCONNECTED:
            with suppress(RuntimeError, WebSocketDisconnect):  # gone already
                await self._socket.close(code, reason)

    async def serve(self, table: str) -> None:
        tables = self._all.tables
        actor: TableActor | None = None
        try:
            hello = await asyncio.wait_for(self._receive(), limits.HELLO_TIMEOUT)
            if not isinstance(hello, m.Hello):
                raise msgspec.ValidationError("say hello first")
            self.language = preferred_language(hello.lang)
            self._all.address_limits.requests.charge(self.address, limits.loading_price(await tables.unloaded_entries(table)))
            identity, last = await tables.arrival(table, hello.secret)
            actor = await tables.actor(table)  # last of all: during any other wait, the table may leave the memory again
            if identity is None:
                await self.close(NO_SECRET, "no such secret at this table")
                return
            self.identity, self.secret = identity, hello.secret
            if identity.seat is not None:
                self._limited_as = f"{table} {identity.seat}"  # connecting again does not reset the limits
            await actor.enter(self, hello.since, hello.since_at, hello.back, last)
            await self._take_commands(actor)
        except HistoryWentBack:
            await self.close(START_OVER, "the log has gone back")
        except NotFound:
            await self.close(NO_TABLE, "no such table")
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            await self.close(MALFORMED, str(error)[:100])
        except TimeoutError:
            await self.close(MALFORMED, "no hello")
        except TooMuch:
            await self.close(TOO_MUCH, "too fast")
        except (SQLAlchemyError, Unavailable) as error:
            _logger.error("the database can't be asked: %s", type(error).__name__)
            await self.close(RESTART, "the database can't be reached")
        except LibertaliaError as error:
            _logger.error("a table can't be opened: %s", error.key)
            await self.close(NO_TABLE, "this table can't be opened")
        except WebSocketDisconnect:
            pass
        finally:
            if actor is not None:
                actor.leave(self)

    async def _take_commands(self, actor: TableActor) -> None:
        """Do one command after the other."""
        while True:
            command = await self._receive()
            if isinstance(command, m.Hello):
                raise msgspec.ValidationError("hello was said already")
            if isinstance(command, m.Ping):  # the limit for frames covers it
                self.send(_PONG)
                continue
            if isinstance(command, m.AskHistory):
                self._all.commands.check(self._limited_as)
                actor.audience.send_history(self, command.before)
                continue
            try:
                self._check_limits(command)
                entry = await actor.do(self, command)
                self.send(_ENCODE(m.Done(command.id, entry.number)))
                if isinstance(entry.fact, HintAsked):
                    self._all.tables.services.spawn(self._all.hints.send(actor, self, entry.fact))
            except (TooMuch, HistoryWentBack):
                raise
            except LibertaliaError as error:
                REFUSALS.inc()
                self.send(_ENCODE(m.RefusedMessage(command.id, error_in(self.language, error))))

    def _check_limits(self, command: m.AnyCommand) -> None:
        self._all.commands.check(self._limited_as)
        if isinstance(command, m.Chat) and not self._all.chats.take(self._limited_as):
            raise TooMuchAtOnce("You talk too fast. Wait a little.", "chat.too-fast")
        of_address = self._all.address_limits
        try:
            if isinstance(command, m.Rematch):
                of_address.take_seat(self.address, limits.TABLE_BYTES)
            elif not of_address.storage.take(self.address, limits.ENTRY_BYTES) and not isinstance(command, _OF_THE_GAME):
                raise quota_used()
        except TooMuch as error:
            raise TooMuchAtOnce(str(error), error.key) from None

    async def _receive(self) -> _AnyMessage:
        message = await self._socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1000))
        frame: str | None = message.get("text")
        if frame is None:
            raise msgspec.DecodeError("frames are text")
        if len(frame.encode()) > limits.FRAME:
            raise msgspec.DecodeError(f"a frame has at most {limits.FRAME} bytes")
        return _MESSAGE.decode(frame)


class TooMuchAtOnce(LibertaliaError):
    """Too many messages or new tables: they are refused, but nobody is sent away for it."""
