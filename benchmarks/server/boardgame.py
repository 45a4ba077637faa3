"""How to talk to boardgame.io: its lobby's HTTP calls, then socket.io over a websocket."""

from __future__ import annotations

from msgspec import Raw, Struct, field
from msgspec.json import Decoder, encode

from benchmarks.server.load import SEATS, Player, Table
from benchmarks.server.sockets import Http

GAME = "voyage"
UPDATE = f'42/{GAME},["update"'.encode()
SYNC = f'42/{GAME},["sync"'.encode()
JOINED = f"40/{GAME}".encode()
EVENT = len(f"42/{GAME},")


class Mine(Struct):
    hand: Raw
    pick: str | None


class Standing(Struct):
    seat: int


class Board(Struct):
    """What is needed of the game's state. `Raw` is not looked into before it matters."""

    mine: Mine
    lineup: list[Standing]
    loot: Raw
    day: int


class Context(Struct):
    gameover: dict[str, str] | None = None


class State(Struct):
    G: Board
    ctx: Context
    number: int = field(name="_stateID")


class Payload(Struct):
    playerID: str = ""  # noqa: N815  boardgame.io's name


class Action(Struct):
    type: str
    payload: Payload


class LogEntry(Struct):
    action: Action


class Update(Struct, array_like=True):
    event: str
    match: str
    state: State
    log: list[LogEntry]


class Synced(Struct):
    state: State


class Sync(Struct, array_like=True):
    event: str
    match: str
    info: Synced


updates = Decoder(Update)
syncs = Decoder(Sync)
piles = Decoder(list[list[str]])
hands = Decoder(list[str])


class BoardgamePlayer(Player):
    """A socket.io client of boardgame.io."""

    def __init__(self, table: Table, match: str, seat: str, credentials: str) -> None:
        super().__init__(table)
        self.match, self.seat, self.credentials = match, seat, credentials
        self.number = int(seat)
        self.state = 0
        self.kind = b""
        self.before = f'42/{GAME},["update",{{"type":"MAKE_MOVE","payload":{{"type":"'.encode()
        self.between = f'"],"playerID":"{seat}","credentials":"{credentials}"}}}},'.encode()
        self.after = f',"{match}","{seat}"]'.encode()

    def received(self, text: bytes) -> None:
        if text.startswith(UPDATE):
            update = updates.decode(text[EVENT:])
            if self.since is not None and update.log[0].action.payload.playerID == self.seat:
                self.acknowledged()
            self.see(update.state)
        elif text.startswith(SYNC):
            self.see(syncs.decode(text[EVENT:]).info.state)
        elif text.startswith(b"0"):
            self.say(f"40/{GAME},".encode())
        elif text.startswith(b"2"):
            self.say(b"3")
        elif text.startswith(JOINED):
            self.say(f"42/{GAME},".encode() + encode(["sync", self.match, self.seat, self.credentials, SEATS]))

    def see(self, state: State) -> None:
        game = state.G
        self.state = state.number
        self.options = ()
        if state.ctx.gameover is not None:
            self.table.ended()
        elif self.since is not None:
            return
        elif not game.lineup:
            if game.mine.pick is None:
                self.kind = b"pick"
                self.options = hands.decode(game.mine.hand)
        elif game.lineup[0].seat == self.number:
            self.kind = b"take"
            self.options = piles.decode(game.loot)[game.day - 1]
        self.asked()

    def answer(self, choice: str) -> None:
        self.say(b'%b%b","args":["%b%b%d%b' % (self.before, self.kind, choice.encode(), self.between, self.state, self.after))


class Boardgame:
    """The dialect of boardgame.io."""

    async def open_table(self, http: Http, table: Table) -> None:
        match = (await http.call("POST", f"/games/{GAME}/create", {"numPlayers": SEATS}))["matchID"]
        for seat in map(str, range(SEATS)):
            joined = await http.call("POST", f"/games/{GAME}/{match}/join", {"playerID": seat, "playerName": f"player {seat}"})
            table.players.append(BoardgamePlayer(table, match, seat, joined["playerCredentials"]))
        for player in table.players:
            await player.connect(http.port, "/socket.io/?EIO=4&transport=websocket")
        await table.ready()
