"""Every command of docs/protocol.md once over the wire, and what is stored of it, on each kind of database.

What each command may and may not do is tested in `tests/tables`, in memory.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.server.evidence import assert_log_is_whole, assert_no_troubles, assert_told_truly, log_of, replayed
from tests.server.fleet import all_see
from tests.server.harness import Server
from tests.server.people import Company, Player, all_hear, play_out

pytestmark = pytest.mark.anyio

PROTOCOL = Path(__file__).parents[2] / "docs" / "protocol.md"


def described() -> set[str]:
    """The commands that the protocol describes."""
    table = PROTOCOL.read_text().partition("### From the client")[2].partition("### Closing")[0]
    return set(re.findall(r"^\| `([a-z-]+)` \|", table, re.MULTILINE))


class Everything:
    """People who give every command; remembers which."""

    def __init__(self, company: Company) -> None:
        self.company = company
        self.given: set[str] = set()

    async def do(self, player: Player, kind: str, **fields: object) -> int:
        self.given.add(kind)
        return await player.do(kind, **fields)

    async def before_the_start(self) -> list[Player]:
        """The host changes everything, and sends a guest and a bot away."""
        host, guest = await self.company.gather(2, players=4)
        await self.do(guest, "change", name="Jorinde", colour="white")
        await self.do(host, "kick", seat=1)
        guest = await self.company.join(host.id, name="Joris")
        await self.do(host, "bot", seat=2, level="random")
        await self.do(host, "clear", seat=2)
        wish = {"edition": "galecrest", "players": 3, "options": {"board": "stormy"}, "public": True, "hints": True}
        await self.do(host, "setup", **wish, clock={"decision": 3600})
        await self.do(host, "setup", **wish)
        third = await self.company.join(host.id, name="Katell")
        await self.do(third, "chat", text="Ahoy, <b>captain</b>! ☠\u00a0Ça va\u202f?")
        players = [host, guest, third]
        await all_hear(players, await self.do(host, "start"))
        return players

    async def in_a_game(self, players: list[Player]) -> None:
        """Picks, a hint, people who go and come back, and a wish that is taken back."""
        host, guest, third = players
        await self.do(guest, "hint", turn=0)
        await guest.until(lambda: guest.count("hint"))
        await self.do(host, "remind", seat=1)
        for command, fields in (("play", {"answer": (await guest.my_turn())["options"][0]}), ("unpick", {})):
            await self.do(guest, command, turn=guest.own["turn"], **fields)
        await self.do(guest, "end", yes=True)
        await self.do(guest, "end", yes=False)
        await self.do(guest, "leave")
        await self.do(guest, "back")
        await third.close()
        await all_see({"seats": [0, 1]}, host)
        await self.do(host, "bot", seat=2, level="random")
        assert (await host.hear("away", 2))["reason"] == "host"
        await third.connect()
        await host.hear("back", 2)

    async def take_back(self, players: list[Player]) -> None:
        """Somebody takes loot, and takes it back; everyone sees the game as before."""
        watcher = await self.company.watch(players[0].id)
        while True:
            taker = await to_loot(players)
            await watcher.hear_up_to(taker.number)
            before, hands = watcher.view, [player.own["hand"] for player in players]
            await all_hear([*players, watcher], await taker.play())
            if taker.own["take_back"]:  # unless something random or hidden came of it
                break
        assert [player.own["take_back"] for player in players] == [player is taker for player in players]
        await all_hear([*players, watcher], await self.do(taker, "take-back", turn=taker.own["turn"]))
        assert watcher.view == before
        assert [player.own["hand"] for player in players] == hands
        assert taker.decision
        await taker.play(taker.decision["options"][-1])
        assert not taker.own["take_back"]


async def to_loot(players: list[Player]) -> Player:
    """Play on until somebody must take loot, and others after them: who."""
    while True:
        await players[0].until(lambda: any(player.decision for player in players))
        await all_hear(players, max(player.number for player in players))
        decider = next((player for player in players if player.decision), None)
        if decider is None:
            continue
        decision = await decider.my_turn()
        if decision["kind"] == "take" and len(decider.view["lineup"]) > 2:
            return decider
        await decider.play(decision["options"][-1 - (decider.seat or 0) % len(decision["options"])])


async def test_every_command_once(database: str, serve: Callable[..., Server]) -> None:
    server = serve(database)
    async with Company(server) as company:
        everything = Everything(company)
        players = await everything.before_the_start()
        host, guest, _ = players
        await everything.in_a_game(players)
        await everything.take_back(players)
        server.restart()
        for player in players:
            await player.connect()
        scores = await play_out(players)
        await everything.do(guest, "rematch")
        await all_hear(players, await everything.do(host, "archive"))
        assert everything.given == described()

        log = log_of(database, host.id)
        assert_log_is_whole(log)
        for player in players:
            assert_told_truly(player, log)
        assert list(replayed(log).scores) == scores == server.record(host.id)["scores"]
        info = server.info(host.id)
        assert (info["status"], info["edition"], info["options"]) == ("archived", "galecrest", {"board": "stormy"})
        assert [seat["name"] for seat in info["seats"]] == ["Ines", "Joris", "Katell"]
        assert server.info(info["rematch"])["status"] == "open"
    assert_no_troubles(server)
