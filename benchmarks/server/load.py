"""Traffic: tables full of players, who answer at once or at a given pace, and how long their moves take.

What a player sends and receives is up to its dialect (`ours`, `boardgame`); when it may move, and what is counted, is decided
here, the same for every server.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Protocol

from benchmarks.server.process import stolen_seconds
from benchmarks.server.sockets import Http, Refused, Socket

SEATS = 4
CALLERS = 8
"""The number of tables that are made at a time."""

PATIENCE = 20.0
"""Seconds until something that was to happen is given up."""

now = time.perf_counter


class Player(Socket):
    """A seat with a websocket. Its dialect keeps `options` up to date and calls `acknowledged` and `over`."""

    options: Sequence[str] = ()
    """What the open decision may be answered with; empty while there is nothing to decide."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table
        self.since: float | None = None
        """When the move that is under way was due; None between two moves."""
        self.waits = False
        """Whether it waits for the schedule to call it."""

    def answer(self, choice: str) -> None:
        """Sends the move."""
        raise NotImplementedError

    def move(self, due: float, random: Random) -> None:
        options = self.options
        self.since = due
        self.options = ()
        self.answer(options[int(random.random() * len(options))])

    def acknowledged(self) -> None:
        """The server says that the move is made."""
        since, self.since = self.since, None
        assert since is not None
        self.table.traffic.count(since)

    def asked(self) -> None:
        """A message has been read to its end: is there something to decide now?"""
        if self.options and self.since is None and self.table.active:
            self.table.traffic.may_move(self)

    def closing(self, reason: bytes) -> None:
        self.table.traffic.failures.append(f"closed: {reason[2:].decode()}")


class Table:
    """A game under way."""

    def __init__(self, traffic: Traffic) -> None:
        self.traffic = traffic
        self.players: list[Player] = []
        self.active = False
        self.over = False

    def ended(self) -> None:
        """Whether any of the players has received that the game is over."""
        if not self.over:
            self.over = True
            self.traffic.replace(self)

    async def ready(self) -> None:
        """Waits until the game has begun: every game here begins with a pick of everybody."""
        patience = now() + PATIENCE
        while not all(player.options for player in self.players):
            if now() > patience:
                raise Refused(f"a table did not start; {self.traffic.failures[:3] or 'nobody said why'}")
            await asyncio.sleep(0.002)


class Dialect(Protocol):
    """How one server wants to be talked to."""

    async def open_table(self, http: Http, table: Table) -> None:
        """Makes a table, seats its players, starts the game; returns when each of them knows how it stands."""


@dataclass
class Sample:
    """What happened in a period."""

    seconds: float
    latencies: list[float]
    """In seconds; sorted."""
    failures: list[str] = field(default_factory=list)
    stolen: float = 0.0
    """How many cores were taken from this virtual machine meanwhile. Players who waited then waited for the machine."""

    @property
    def rate(self) -> float:
        return len(self.latencies) / self.seconds

    def percentile(self, percent: float) -> float:
        """In milliseconds; not a number if nothing was acknowledged at all."""
        if not self.latencies:
            return float("nan")
        return 1000 * self.latencies[min(len(self.latencies) - 1, int(len(self.latencies) * percent / 100))]


class Traffic:
    """All tables at one server, and the pace at which their players move."""

    def __init__(self, dialect: Dialect, port: int, seed: int = 1) -> None:
        self.dialect = dialect
        self.port = port
        self.random = Random(seed)
        self.spares: deque[Table] = deque()
        self.tables: list[Table] = []
        self.failures: list[str] = []
        self._latencies: list[float] | None = None
        self._count_from = 0.0
        self._waiting: deque[Player] = deque()
        self._due: deque[float] = deque()
        self._pace = "held"
        self._making: set[asyncio.Task[None]] = set()

    # tables

    async def stock(self, spares: int) -> None:
        """Make tables until `spares` are ready to be played at."""
        wanted = iter(range(spares - len(self.spares)))

        async def caller() -> None:
            http = Http(self.port)
            for _ in wanted:
                await self._make(http)
            http.close()

        await asyncio.gather(*(caller() for _ in range(CALLERS)))

    async def _make(self, http: Http) -> None:
        table = Table(self)
        await self.dialect.open_table(http, table)
        self.spares.append(table)

    def activate(self, tables: int) -> None:
        """Take tables from the stock until this number is being played."""
        while sum(not table.over for table in self.tables) < tables and self.spares:
            table = self.spares.popleft()
            self.tables.append(table)
            table.active = True
            for player in table.players:
                player.asked()

    def replace(self, table: Table) -> None:
        """A game is over: another takes its place. Its players stay where they are: how they leave is not what is measured."""
        if not table.active or self._pace == "held":
            return
        if self.spares:
            self.activate(sum(not other.over for other in self.tables) + 1)
            return
        task = asyncio.ensure_future(self._make_and_activate())
        self._making.add(task)
        task.add_done_callback(self._making.discard)

    async def _make_and_activate(self) -> None:
        http = Http(self.port)
        await self._make(http)
        self.activate(sum(not other.over for other in self.tables) + 1)
        http.close()

    # moves

    def may_move(self, player: Player) -> None:
        if self._pace == "at once":
            player.move(now(), self.random)
        elif self._due:
            player.move(self._due.popleft(), self.random)
        elif not player.waits:
            player.waits = True
            self._waiting.append(player)

    def count(self, since: float) -> None:
        if self._latencies is not None and since >= self._count_from:
            self._latencies.append(now() - since)

    async def peak(self, warm_up: float, seconds: float) -> Sample:
        """Every player answers as soon as it is asked."""
        self._pace = "at once"
        self._resume()
        await asyncio.sleep(warm_up)
        self._latencies, self._count_from = [], 0.0
        began = now()
        await asyncio.sleep(seconds)
        sample = self._sample(now() - began)
        await self._hold()
        return sample

    async def paced(self, rate: float, warm_up: float, seconds: float) -> Sample:
        """Moves at a `rate` per second, by a schedule (gaps as between customers who don't know each other).

        A move counts from the moment it was due, however late the generator or a player who may move is: no waiting is hidden.
        """
        self._pace = "paced"
        self._resume()
        self._latencies = []
        began, stolen = now(), stolen_seconds()
        self._count_from = began + warm_up
        due = began
        while due < began + warm_up + seconds:
            if due > now():
                await asyncio.sleep(0.001)
            while due <= now():
                self._due.append(due)
                due += self.random.expovariate(rate)
            while self._due and self._waiting:
                player = self._waiting.popleft()
                player.waits = False
                if player.options and player.since is None:
                    player.move(self._due.popleft(), self.random)
        stolen = (stolen_seconds() - stolen) / (now() - began)
        await self._hold()
        # What is still not answered has waited so long at least.
        self._latencies += [now() - due for due in (*self._due, *self._unanswered()) if due >= self._count_from]
        self._due.clear()
        return replace(self._sample(seconds), stolen=stolen)

    async def few_moves(self, moves: int) -> None:
        """Each table that is active makes some moves, then all are idle."""
        self._pace = "at once"
        self._latencies, self._count_from = [], 0.0
        self._resume()
        while len(self._latencies) < moves * len(self.tables):
            await asyncio.sleep(0.01)
        await self._hold()
        self._latencies = None

    def _resume(self) -> None:
        """Players who were asked during the pause may move now."""
        self._waiting.clear()
        for table in self.tables:
            for player in table.players:
                player.waits = False
                player.asked()

    async def _hold(self) -> None:
        """No more moves; waits for those under way."""
        self._pace = "held"
        until = now() + PATIENCE
        while now() < until and (self._due or self._unanswered()):
            await asyncio.sleep(0.01)
        self.failures += ["a move was never answered"] * len(self._unanswered())

    def _unanswered(self) -> list[float]:
        """When the moves under way were due."""
        return [player.since for table in self.tables for player in table.players if player.since is not None]

    def _sample(self, seconds: float) -> Sample:
        latencies, self._latencies = self._latencies or [], None
        failures, self.failures = self.failures, []
        return Sample(seconds, sorted(latencies), failures)

    def hang_up(self) -> None:
        for table in (*self.tables, *self.spares):
            for player in table.players:
                player.hang_up()
