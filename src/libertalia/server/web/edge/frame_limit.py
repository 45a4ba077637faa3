"""Limits for what websockets send: bytes and frames, of one connection and of all connections of an address.

Frames are counted by their heads, in one pass, before the protocol looks at them. An empty ping costs a client six bytes, and a
server the work of a whole message.
"""

from __future__ import annotations

from libertalia.server.settings import Settings
from libertalia.server.web.edge import limits
from libertalia.server.web.edge.rate_limit import Bucket, RateLimiter

_MASKED, _SIZE = 0x80, 0x7F
"""Bits of the second byte of a frame: whether the payload is masked, and its size."""
_TWO_BYTES, _EIGHT_BYTES = 126, 127
"""Values of the size that say that the real size follows in two or in eight bytes."""


class FrameLimits:
    """The limits of a worker."""

    def __init__(self, settings: Settings) -> None:
        self.frames_a_second = settings.frames_a_second
        self.bytes_a_second = settings.bytes_a_second
        self.frames = RateLimiter(self.frames_a_second * limits.ADDRESS_FRAMES, self.frames_a_second * limits.ADDRESS_FRAMES)
        self.bytes = RateLimiter(self.bytes_a_second * limits.ADDRESS_FRAMES, self.bytes_a_second * limits.ADDRESS_FRAMES)


class FrameMeter:
    """What one websocket sends."""

    def __init__(self, of_worker: FrameLimits) -> None:
        self.address: str | None = None
        """Whose limits count besides the connection's own, once that is known: behind a proxy it is in the request."""
        self._limits = of_worker
        self._frames = Bucket(of_worker.frames_a_second, of_worker.frames_a_second * limits.BURST)
        self._bytes = Bucket(of_worker.bytes_a_second, of_worker.bytes_a_second * limits.BURST)
        self._rest = b""  # the beginning of a frame's head
        self._payload = 0  # how many bytes of a frame's payload are still to come

    def allows(self, data: bytes) -> bool:
        """Count what has come in; whether it is within the limits."""
        size = len(data)
        if not self._bytes.take(size) or (self.address is not None and not self._limits.bytes.take(self.address, size)):
            return False
        frames = self.count(data)
        return self._frames.take(frames) and (self.address is None or self._limits.frames.take(self.address, frames))

    def count(self, data: bytes) -> int:
        """How many frames begin in this piece of a stream.

        >>> from libertalia.server.settings import Settings
        >>> meter, ping = FrameMeter(FrameLimits(Settings())), bytes([0x89, 0x80, 0, 0, 0, 0])
        >>> [meter.count(piece) for piece in (ping * 3, ping[:1], ping[1:] + ping)]
        [3, 0, 2]
        """
        if self._rest:
            data = self._rest + data
            self._rest = b""
        at, end, frames = self._payload, len(data), 0
        while at < end:
            head = 2
            if at + 1 < end:
                size = data[at + 1] & _SIZE
                head += (2 if size == _TWO_BYTES else 8 if size == _EIGHT_BYTES else 0) + (4 if data[at + 1] & _MASKED else 0)
            if at + head > end:
                self._rest = data[at:]
                self._payload = 0
                return frames
            if size >= _TWO_BYTES:
                size = int.from_bytes(data[at + 2 : at + (4 if size == _TWO_BYTES else 10)], "big")
            frames += 1
            at += head + size
        self._payload = at - end
        return frames
