"""Connections made byte by byte, for clients that no library would let us be."""

from __future__ import annotations

import socket
import struct
from typing import Protocol

from tests.server.harness import PATIENCE

HERE = "127.0.0.1"
ELSEWHERE = "127.0.0.2"
"""Another address of this machine: the server counts it by itself, and doesn't take it for a proxy."""
CONTINUATION, TEXT, CLOSE, PING, PONG = 0x0, 0x1, 0x8, 0x9, 0xA
_FINAL = 0x80


class Listening(Protocol):
    """A server of this machine."""

    @property
    def port(self) -> int: ...


def frame(payload: bytes, kind: int = TEXT, final: bool = True) -> bytes:
    """A websocket frame of up to 65,535 bytes as it goes over the wire, masked with zeros."""
    first, size = kind | (_FINAL if final else 0), len(payload)
    head = struct.pack("!BB", first, 0x80 | size) if size < 126 else struct.pack("!BBH", first, 0x80 | 126, size)
    return head + bytes(4) + payload


def handshake(table: str, host: str = HERE) -> bytes:
    return (
        f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: {host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    ).encode()


def plug(server: Listening, sent: bytes = b"", source: str = HERE) -> socket.socket:
    """A connection that has sent some bytes, with hardly any room for what it is told."""
    there = socket.socket()
    there.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    there.settimeout(PATIENCE)
    there.bind((source, 0))
    there.connect((HERE, server.port))
    there.sendall(sent)
    return there


def shake_hands(server: Listening, table: str, sent: bytes, source: str = HERE) -> socket.socket:
    """A websocket that was let in, and then has sent some bytes."""
    there = plug(server, handshake(table), source)
    answer = b""
    while not answer.endswith(b"\r\n\r\n"):
        answer += there.recv(1)
    assert answer.startswith(b"HTTP/1.1 101 "), answer
    there.sendall(sent)
    return there


def heard(there: socket.socket) -> bytes:
    """All that the server says until it closes the connection."""
    said = b""
    try:
        while piece := there.recv(65_536):
            said += piece
    except ConnectionResetError:
        pass
    return said


def close_code(said: bytes) -> int | None:
    """The code of the close frame, the last of several frames that a server has sent."""
    at = 0
    while at + 2 <= len(said):
        size, start = said[at + 1], at + 2
        if size == 126:
            size, start = int.from_bytes(said[at + 2 : at + 4], "big"), at + 4
        elif size == 127:
            size, start = int.from_bytes(said[at + 2 : at + 10], "big"), at + 10
        if said[at] == 0x88:
            return int.from_bytes(said[start : start + 2], "big")
        at = start + size
    return None
