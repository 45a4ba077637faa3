"""uvicorn's websocket, and two things that it can't do: to talk without waiting, and to hang up on somebody who doesn't listen.

Talking by way of a task would cost more than all else that has to be done for a move. Closing politely waits until all that was
sent before has been read; who never reads would be kept for ever.
"""

from __future__ import annotations

from asyncio import BaseTransport

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import OPEN


class WebSocketProtocol(WebSocketsSansIOProtocol):
    def connection_made(self, transport: BaseTransport) -> None:
        super().connection_made(transport)
        self.app_state = {**self.app_state, "protocol": self}

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.abort()

    def send_now(self, text: bytes) -> None:
        """Send a text as soon as the other side reads; to nobody, if it has gone."""
        if self.conn.state is OPEN and not self.transport.is_closing():
            self.conn.send_text(text)
            self.transport.write(b"".join(self.conn.data_to_send()))

    @property
    def unsent_bytes(self) -> int:
        """How many bytes the other side has not read."""
        return self.transport.get_write_buffer_size()

    def abort(self) -> None:
        self.transport.abort()
