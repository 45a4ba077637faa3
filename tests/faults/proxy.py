"""A proxy of our own, to stand between a client and the server, or between the server and PostgreSQL, and to do them harm."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Self

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


def to_port(port: int) -> Callable[[], Awaitable[Streams]]:
    return lambda: asyncio.open_connection("127.0.0.1", port)


def to_socket(path: str) -> Callable[[], Awaitable[Streams]]:
    return lambda: asyncio.open_unix_connection(path)


class Proxy:
    """Forwards what it receives, with a loop and a thread of its own, so that nothing that blocks delays it."""

    def __init__(self, connect: Callable[[], Awaitable[Streams]]) -> None:
        self._connect = connect
        self._delay = 0.0
        self._hearing: asyncio.Event
        self._open: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self.port = 0

    def __enter__(self) -> Self:
        self._thread.start()
        self.port = self._do(self._listen())
        return self

    def __exit__(self, *_: object) -> None:
        self._do(self._close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    # ---- harm -------------------------------------------------------------------------------------------------------------

    def go_silent(self) -> None:
        """Drop everything without closing a connection. New connections are accepted, and get no answer."""
        self._do(self._set(False))

    def speak_again(self) -> None:
        """Forward again, what was held back first."""
        self._do(self._set(True))

    def delay(self, seconds: float) -> None:
        """Forward everything after some seconds."""
        self._delay = seconds

    def cut(self) -> int:
        """Break all connections, in the middle of whatever there is; how many there were."""
        count: int = self._do(self._cut())
        return count

    def half_close(self) -> None:
        """Tell both sides of every connection that the other one says nothing more, though it may still listen."""
        self._do(self._half_close())

    # ---- the work -----------------------------------------------------------------------------------------------------------

    def _do(self, work: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(30)

    async def _listen(self) -> int:
        self._hearing = asyncio.Event()
        self._hearing.set()
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        port: int = self._server.sockets[0].getsockname()[1]
        return port

    async def _set(self, hearing: bool) -> None:
        (self._hearing.set if hearing else self._hearing.clear)()

    async def _cut(self) -> int:
        there = list(self._open)
        for writer in there:
            writer.transport.abort()
        return len(there) // 2

    async def _half_close(self) -> None:
        for writer in list(self._open):
            with suppress(OSError, RuntimeError):
                writer.write_eof()

    async def _close(self) -> None:
        self._server.close()
        await self._cut()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        self._open.add(writer)
        try:
            await self._hearing.wait()
            there_reads, there_writes = await self._connect()
            self._open.add(there_writes)
            try:
                await asyncio.gather(self._pump(reader, there_writes), self._pump(there_reads, writer))
            finally:
                self._open.discard(there_writes)
                there_writes.transport.abort()
        except (OSError, RuntimeError, asyncio.CancelledError):  # the other side was cut, or half-closed
            pass
        finally:
            self._tasks.discard(task)
            self._open.discard(writer)
            writer.transport.abort()

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(65_536):
            if self._delay:
                await asyncio.sleep(self._delay)
            await self._hearing.wait()
            writer.write(data)
            await writer.drain()
        with suppress(OSError, RuntimeError):
            writer.write_eof()
