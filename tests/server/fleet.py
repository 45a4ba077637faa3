"""People who connect to one of several servers that share a database."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from tests.server.evidence import assert_log_is_whole, assert_told_truly, log_of
from tests.server.harness import NAMES, Json, Server
from tests.server.people import Company, Player, all_hear

HEARTBEAT = 0.3
"""Seconds between two signs of life of a worker: few, so that it is soon known to be gone."""


class Fleet(Company):
    """People at several servers."""

    def __init__(self, servers: list[Server]) -> None:
        super().__init__(servers[0])
        self.servers = servers

    async def come_by(self, which: int, table: str, secret: str | None = None) -> Player:
        player = Player(self.servers[which], table, secret)
        self.people.append(player)
        return await player.connect()

    async def spread(self, people: int, bots: tuple[str, ...] = (), **wish: Any) -> list[Player]:
        """A table whose people are connected to the two servers in turn. The game has not begun."""
        wish = {"players": people + len(bots), "bots": list(bots), "me": {"name": NAMES[0]}} | wish
        made = await asyncio.to_thread(self.servers[0].create, **wish)
        players = [await self.come_by(0, made["table"], made["secret"])]
        for number in range(1, people):
            taken = await asyncio.to_thread(self.servers[number % 2].join, made["table"], name=NAMES[number])
            players.append(await self.come_by(number % 2, made["table"], taken["secret"]))
        await all_hear(players, players[-1].number)
        return players

    async def begin_spread(self, people: int, bots: tuple[str, ...] = (), **wish: Any) -> list[Player]:
        players = await self.spread(people, bots, **wish)
        await all_hear(players, await players[0].do("start"))
        return players


def assert_all_know_the_same(players: list[Player]) -> None:
    """Everyone was told every entry once and in order, as the log has it."""
    log = log_of(players[0].server.database, players[0].id)
    assert_log_is_whole(log)
    for player in players:
        assert_told_truly(player, log)


async def all_hear_of_the_end(players: list[Player]) -> None:
    await all_hear(players, max(player.number for player in players))


async def all_see(presence: Json, *people: Player) -> None:
    """Wait until they are told who is here. Since when others are away does not matter."""
    for player in people:
        await player.until(partial(lambda player: {**player.presence, **presence} == player.presence, player))


def children_of(server: Server) -> set[int]:
    """The processes that the one that was started has started: with several workers these, otherwise those of bots."""
    found = set()
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            if parent == server.pid and b"resource_tracker" not in (folder / "cmdline").read_bytes():
                found.add(int(folder.name))
    return found
