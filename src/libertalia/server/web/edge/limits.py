"""Every limit and every price of the edge that a host can't set. Those that a host can set are in `server.settings`."""

from __future__ import annotations

from typing import Final

# ---- HTTP -----------------------------------------------------------------------------------------------------------

HEAD: Final = 16_384
"""Bytes of the head of a request: its first line and its headers."""
MOST_HEADERS: Final = 100
"""Headers of a request."""
BODY: Final = 16_384
"""Bytes of the body of a request."""
REQUEST: Final = 262_144
"""Bytes of a request, whatever it consists of. The application answers a long body before that."""
PIPELINED: Final = 8
"""Requests that may wait for the answer to the first. No browser sends any."""
READ_TIMEOUT: Final = 60.0
"""Seconds in which an answer has to be read."""
REFUSED_TIMEOUT: Final = 3.0
"""Seconds in which a client that was refused can read why."""
ANSWERED_AT_ONCE: Final = 8
"""Requests of an address that are answered at the same time. The others wait, so nobody else waits for all of them."""
BURST: Final = 4
"""Seconds: the requests, commands or frames of as many seconds may come at once."""

# ---- addresses ------------------------------------------------------------------------------------------------------

NETWORKS_OF_A_SITE: Final = 16
"""IPv6 networks (/64) of one site (/48) that are counted by themselves. All others of the site count as one address."""
KNOWN_NETWORKS: Final = 10_000
"""IPv6 networks that are remembered."""

# ---- storage --------------------------------------------------------------------------------------------------------

TABLE_BYTES: Final = 100_000
"""Bytes that a new table takes of the quota of an address: a game of six bots is stored in as many."""
ENTRY_BYTES: Final = 300
"""Bytes that a command takes of the quota: the row of an entry and its indexes."""

# ---- connections ----------------------------------------------------------------------------------------------------

DESCRIPTORS: Final = (65_536, 10_240)
"""Descriptors to ask the system for, the better number first. macOS refuses more than 10,240."""
RESERVED_DESCRIPTORS: Final = 100
"""Descriptors for everything else: the database, files, pipes to the bots' processes."""
CONNECTIONS_PER_REQUEST: Final = 4
"""New connections of an address for each request that it may make: a file of the page costs a quarter of a request."""
LOG_INTERVAL: Final = 60.0
"""Seconds between two log lines of a server that is full."""

# ---- websockets -----------------------------------------------------------------------------------------------------

FRAME: Final = 4096
"""Bytes of a frame from a client."""
ADDRESS_FRAMES: Final = 10
"""Times the frames and bytes of one websocket that all websockets of an address may send together."""
HELLO_TIMEOUT: Final = 10.0
"""Seconds in which a client has to say hello."""
UNREAD: Final = 1_000_000
"""Bytes that may wait for a client that is slow to read, before another message."""
TOO_SLOW_TIMEOUT: Final = 3.0
"""Seconds in which a client that is too slow can read that it is sent away."""
TOO_FAST_TIMEOUT: Final = 1.0
"""Seconds in which a client that sends too many frames can read that it is sent away."""
CLOSE_TIMEOUT: Final = 3.0
"""Seconds in which a client has to read the rest and to close its side."""
LEAST_BURST: Final = 20.0
"""Commands, or new websockets, that may come at once even where the rate is low."""
CHAT_BURST: Final = 5
"""Chat messages that may come at once."""

# ---- the cache of answers -------------------------------------------------------------------------------------------

CACHE: Final = 32_000_000
"""Bytes of answers in the cache."""

# ---- prices: requests that an address may make, for what costs the server more than an ordinary one ------------------

FILE_PRICE: Final = 0.25
"""A file of the page: it is sent as it lies in the memory."""
REPLAY_PRICE: Final = 20
"""A replay that is not cached."""
PICTURE_PRICE: Final = 8
"""The picture of a table, for other programs."""
PUZZLE_PRICE: Final = 3
"""A puzzle that is not cached."""
TODAY_PRICE: Final = 3
"""The voyage of the day."""
REVIEW_PRICE: Final = 20
"""Asking for a review."""
NEXT_PRICE: Final = 2
"""Saying which decision to review next."""


def loading_price(entries: int) -> float:
    """The price of a table that is not in memory, by its entries: they are applied again. A usual game has some hundreds."""
    return entries / 50


def judgements_price(judgements: int) -> float:
    """The price of some judgements of a review; those of a whole game cost about as much as a replay."""
    return 4 + judgements / 8
