"""A game under way that somebody attacks with strange messages, and what must not happen then."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from websockets.exceptions import WebSocketException

from tests.server.evidence import assert_log_is_whole, assert_no_troubles, log_of
from tests.server.harness import Server
from tests.server.people import Company, Player

MALFORMED, NO_SECRET, NO_TABLE, TOO_MUCH, START_OVER = 4000, 4001, 4004, 4008, 4010
BAD_TEXT, TOO_BIG, HUNG_UP = 1007, 1009, 1006


class Scene:
    """A game under way that somebody attacks, and another one whose people want to be left alone."""

    def __init__(self, company: Company, table: list[Player], others: list[Player]) -> None:
        self.company = company
        self.server = company.server
        self.host, self.guest = table
        self.others = others
        self.attackers: list[Player] = []
        self._written = len(self.server.log)

    async def assault(self, frames: list[str | bytes], secret: str | None, hello: bool = True) -> int | None:
        """Send the frames, then a valid command; the close code, or `None` if the connection stays open."""
        attacker = Player(self.server, self.host.id, secret)
        self.attackers.append(attacker)
        try:
            await (attacker.connect() if hello else attacker.open())
            for frame in frames:
                await attacker.say_text(frame)
            await attacker.send("chat", name="by the way", text="By the way.") if hello else None
            await attacker.until(lambda: "by the way" in attacker.answers, 12)
        except (ConnectionError, WebSocketException):
            pass
        await attacker.close()
        return None if "by the way" in attacker.answers or attacker.closed is None else attacker.closed[0]

    async def assert_unharmed(self) -> None:
        """Only what was acknowledged is stored, and the others' game goes on."""
        log = log_of(self.server.database, self.host.id)
        assert_log_is_whole(log)
        people = [*self.attackers, *(player for player in self.company.people if player.id == self.host.id)]
        acknowledged = {frame["number"] for player in people for frame in player.frames if frame["type"] == "done"}
        assert {entry.number for entry in log if entry.client is not None} == acknowledged
        one, other = self.others
        await asyncio.wait_for(one.do("chat", text="Nice and quiet here."), 10)
        await asyncio.wait_for(other.hear_up_to(one.number), 10)
        assert_no_troubles(self.server, self._written)


@asynccontextmanager
async def scene(server: Server) -> AsyncIterator[Scene]:
    async with Company(server) as company:
        yield Scene(company, await company.begin(2), await company.begin(2))
