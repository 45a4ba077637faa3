"""How to talk to our server: as docs/protocol.md has it."""

from __future__ import annotations

from ipaddress import ip_address
from itertools import count, repeat

from msgspec import Struct
from msgspec.json import Decoder, encode

from benchmarks.server.load import SEATS, Player, Table
from benchmarks.server.sockets import Http


class Decision(Struct):
    options: list[str]


class Mine(Struct):
    turn: int
    decision: Decision | None


class Info(Struct):
    status: str


class Message(Struct):
    """What is needed of any message: the rest is passed over."""

    type: str
    table: Info | str | None = None
    mine: Mine | None = None
    error: dict[str, str] | None = None


messages = Decoder(Message)


class OurPlayer(Player):
    """A client of our server."""

    def __init__(self, table: Table, name: str, secret: str) -> None:
        super().__init__(table)
        self.name, self.secret = name, secret
        self.turn = 0
        self.asked_for: list[str] = []

    async def sit_down(self, port: int, address: str | None) -> None:
        await self.connect(port, f"/api/tables/{self.name}/socket", address)
        self.say(encode({"type": "hello", "secret": self.secret}))

    def received(self, text: bytes) -> None:
        message = messages.decode(text)
        if message.type == "news":
            mine = message.mine
            if mine is not None:
                self.turn = mine.turn
                self.asked_for = [] if mine.decision is None else mine.decision.options
            if isinstance(message.table, Info) and message.table.status == "over":
                self.table.ended()
        elif message.type == "done":
            if self.since is not None:
                self.acknowledged()
        elif message.type == "refused":
            self.since = None
            self.table.traffic.failures.append(str(message.error))
        if self.since is None:
            self.options = self.asked_for
            self.asked()

    def answer(self, choice: str) -> None:
        self.asked_for = []
        self.say(b'{"type":"play","id":"%d","turn":%d,"answer":"%b"}' % (self.turn, self.turn, choice.encode()))


class Ours:
    """The dialect of our server."""

    def __init__(self, by_proxy: bool = False, begin: bool = True) -> None:
        """`by_proxy`: the people of each table have an address of their own. `begin`: a table begins as soon as it is full."""
        self._addresses = (str(ip_address("10.0.0.0") + number) for number in count(1)) if by_proxy else repeat(None)
        self._begin = begin

    async def open_table(self, http: Http, table: Table) -> None:
        address = next(self._addresses)
        wanted = {"edition": "original", "players": SEATS, "public": True, "me": {"name": "player 0"}}
        made = await http.call("POST", "/api/tables", wanted, address)
        table.players.append(OurPlayer(table, made["table"], made["secret"]))
        for seat in range(1, SEATS):
            joined = await http.call("POST", f"/api/tables/{made['table']}/seats", {"name": f"player {seat}"}, address)
            table.players.append(OurPlayer(table, made["table"], joined["secret"]))
        for player in table.players:
            assert isinstance(player, OurPlayer)
            await player.sit_down(http.port, address)
        if self._begin:
            self.begin(table)
            await table.ready()

    def begin(self, table: Table) -> None:
        """Says that the game is to begin."""
        table.players[0].say(b'{"type":"start","id":"start"}')
