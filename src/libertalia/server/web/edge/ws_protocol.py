"""uvicorn's websocket, and three things that it can't do.

It sends without waiting, and messages of the same moment in one write: a task or a system call for each message would cost more
than all the rest of a move. It aborts the connection of a client that doesn't read: a clean close waits until everything sent
before has been read. And it counts the frames that come in before it spends any time on them.

It uses parts of uvicorn that are not public, so `pyproject.toml` bounds uvicorn's version and a test names each of them.
"""

from __future__ import annotations

from asyncio import BaseTransport, Task
from typing import Final
from weakref import ref

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import OPEN

from libertalia.server.web.edge import limits
from libertalia.server.web.edge.connection_limit import ConnectionLimits
from libertalia.server.web.edge.frame_limit import FrameMeter

TOO_MUCH: Final = 4008
"""The close code for a client that sends too much, or reads too slowly."""


class WebSocketProtocol(WebSocketsSansIOProtocol):
    def connection_made(self, transport: BaseTransport) -> None:
        super().connection_made(transport)
        self._limits: ConnectionLimits = self.app_state["connection_limits"]
        self.meter = FrameMeter(self.app_state["frame_limits"])
        self.app_state = {**self.app_state, "protocol": ref(self)}  # weak: what is closed is freed at once
        self._unwritten_bytes = 0

    def connection_lost(self, exc: Exception | None) -> None:
        self._limits.leave(self.transport)
        super().connection_lost(exc)
        self.conn.parser.close()  # a generator that refers back to its connection

    def on_task_complete(self, task: Task[None]) -> None:
        """The application is done with the client, whichever side has closed the websocket."""
        super().on_task_complete(task)
        if not self.disconnected:
            self.loop.call_later(limits.CLOSE_TIMEOUT, self.abort)

    def shutdown(self) -> None:
        try:
            super().shutdown()
        except Exception:  # whatever state this client is in, it must not keep the server from stopping
            self.abort()

    def data_received(self, data: bytes) -> None:
        if not self.handshake_initiated or self.meter.allows(data):  # what comes first is the request
            super().data_received(data)
        elif not self.close_sent:
            self._send_away()

    def _send_away(self) -> None:
        """Read nothing more, send why, and give the client a moment to read it."""
        self.queue.put_nowait({"type": "websocket.disconnect", "code": TOO_MUCH})
        self.close_sent = True
        self.read_paused = False  # so that nobody resumes it
        self.transport.pause_reading()
        if self.conn.state is OPEN:
            self.conn.send_close(TOO_MUCH, "too fast")
            self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_timer = self.loop.call_later(limits.TOO_FAST_TIMEOUT, self.abort)

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.abort()

    def send_soon(self, text: bytes) -> None:
        """Send a text together with the others of this moment; nothing is sent if the client has gone."""
        if self.conn.state is OPEN and not self.transport.is_closing():
            self.conn.send_text(text)
            if not self._unwritten_bytes:
                self.loop.call_soon(self.loop.call_soon, self._send_unsent)  # after the tasks that are ready now
            self._unwritten_bytes += len(text)

    def _send_unsent(self) -> None:
        self._unwritten_bytes = 0
        if (data := b"".join(self.conn.data_to_send())) and not self.transport.is_closing():
            self.transport.write(data)

    @property
    def unsent_bytes(self) -> int:
        """Bytes that the client has not read."""
        return self._unwritten_bytes + self.transport.get_write_buffer_size()

    def abort(self) -> None:
        self.transport.abort()
