"""What crosses the wire to a seat or to a spectator never depends on what that viewer may not know.

Pairs of tables that differ only in what is hidden are played at a real server, and all that is told there is compared, message by
message, apart from names of tables and times. The tables of a pair are dealt alike; the luck ahead of them is never the same.
"""

from __future__ import annotations

import copy
import json
import random
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from libertalia import Game, Record
from tests.games import Setting, galecrest
from tests.server.harness import Json, Server
from tests.server.people import Company, Player, all_hear, play_out

pytestmark = pytest.mark.anyio

Move = tuple[int, str]
UNPICK = ""
SETTINGS = (Setting(3), galecrest(3, "stormy"), galecrest(2, "uncharted"))


@dataclass
class Laid:
    """A position that every table is dealt from, and at which kind of table."""

    setting: Setting
    position: Any

    def game(self) -> Game:
        return Game.at(self.position, seed=1)


class Twins:
    """A server that deals every table alike, and two tables at it that are played side by side."""

    def __init__(self, server: Server, file: Path) -> None:
        self.server = server
        self._file = file

    async def play(self, laid: Laid, *worlds: list[Move], nosy: bool = True) -> list[list[str]]:
        """Play the moves of each world at a table of its own. By world and viewer, the spectator last: all that was told."""
        self._file.write_text(json.dumps(laid.position))
        return [await self._world(laid, moves, nosy) for moves in worlds]

    async def _world(self, laid: Laid, moves: list[Move], nosy: bool) -> list[str]:
        setting = laid.setting
        async with Company(self.server) as company:
            players = await company.gather(setting.players, edition=setting.edition, options=setting.options, public=True)
            spectator = await company.watch(players[0].id)
            viewers = [*players, spectator]
            table = players[0].id
            asked: list[list[str]] = [[] for _ in viewers]
            await all_hear(viewers, await players[0].do("start"))
            for number, (seat, answer) in enumerate(moves):
                await all_hear(viewers, await _move(players[seat], answer))
                if nosy and number % 7 == 0:
                    for viewer, answers in zip(viewers, asked, strict=True):
                        answers += await _ask_around(viewer)
            texts = [json.dumps(_lasting(viewer.frames, table)) for viewer in viewers]
            return ["\n".join([text, *answers]) for text, answers in zip(texts, asked, strict=True)]


async def _move(player: Player, answer: str) -> int:
    turn = player.own["turn"]
    return await (player.do("unpick", turn=turn) if answer == UNPICK else player.do("play", turn=turn, answer=answer))


async def _ask_around(viewer: Player) -> list[str]:
    """Whatever a curious client could ask for: moves that are refused, to come again, and all that HTTP has to say."""
    turn = viewer.mine["turn"] if viewer.mine else 0
    answers = [
        await viewer.ask("play", turn=turn, answer="kraken"),
        await viewer.ask("play", turn=turn + 1, answer="kraken"),
        await viewer.ask("play", turn=max(0, turn - 1), answer="kraken"),
        await viewer.ask("unpick", turn=turn + 1),
        await viewer.ask("start"),
    ]
    again = Player(viewer.server, viewer.id, viewer.secret)
    await again.connect()
    answers += again.frames[:2]
    await again.close()
    for path in ("", "/record", "/replay", "/replay?seat=0", "/replay?seat=1"):
        answers.append(viewer.server.get(f"/api/tables/{viewer.id}{path}").json())
    listed = viewer.server.get("/api/tables?status=playing").json()["tables"]
    answers += [table for table in listed if table["id"] == viewer.id]
    return [json.dumps(_lasting(answer, viewer.id)) for answer in answers]


def _lasting(told: Any, table: str) -> Any:
    """Messages without what differs from table to table anyway: its name, times, the hash of the deal, names of commands.

    Nor is it told who is there: that depends on when curious clients go.
    """
    if isinstance(told, dict):
        kept = {name: value for name, value in told.items() if name not in ("at", "created", "commitment")}
        if told.get("type") in ("done", "refused"):
            kept.pop("id")
        return {name: _lasting(value, table) for name, value in kept.items()}
    if isinstance(told, list):
        return [_lasting(each, table) for each in told if not _is_presence(each)]
    return "the table" if told == table else told


def _is_presence(told: Any) -> bool:
    return isinstance(told, dict) and told.get("type") == "presence"


@pytest.fixture(scope="module")
def twins(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Twins]:
    folder = tmp_path_factory.mktemp("twins")
    server = Server(str(folder / "tables.sqlite"), folder, dealt=folder / "dealt.json")
    yield Twins(server.start(), folder / "dealt.json")
    server.stop()


def differing(worlds: list[list[str]]) -> list[int]:
    """The viewers who were told different things at two tables; the spectator is the last."""
    return [viewer for viewer, (one, other) in enumerate(zip(*worlds, strict=True)) if one != other]


def common(rng: random.Random, worlds: list[Game], without: tuple[str, ...] = ()) -> Move | None:
    """A move that is possible in all worlds and gives nothing away, if there is one."""
    seats = [[decision.seat for decision in world.decisions] for world in worlds]
    if not seats[0] or any(other != seats[0] for other in seats):
        return None
    index = rng.randrange(len(seats[0]))
    options = set.intersection(*(set(world.decisions[index].options) for world in worlds)) - set(without)
    return (seats[0][index], rng.choice(sorted(options))) if options else None


# ---- pairs ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
async def test_a_pick_is_nobodys_business_until_the_reveal(twins: Twins, setting: Setting) -> None:
    rng = random.Random(5)
    laid = Laid(setting, setting.new(5).position())
    game = laid.game()
    one, other, later = rng.sample(game.decisions[1].options, 3)
    rest = [(decision.seat, decision.options[0]) for decision in game.decisions if decision.seat != 1]
    taken_back = await twins.play(laid, *([(1, card), (1, UNPICK), (1, later), *rest] for card in (one, other)))
    assert differing(taken_back) == [1]
    lying = await twins.play(laid, *([(1, card), *rest[:-1]] for card in (one, other)))
    assert differing(lying) == [1]
    revealed = await twins.play(laid, *([(1, card), *rest] for card in (one, other)))
    assert differing(revealed) == list(range(setting.players + 1))


@dataclass
class Return:
    """A moment at which a card goes back to a hand unseen, and two cards that it could be."""

    laid: Laid
    seat: int
    cards: tuple[str, str]


def returns(edition: str) -> Iterator[Return]:
    """Moments of random games at which a card is about to go back to a hand unseen."""
    rng = random.Random(11)
    for seed in range(200):
        setting = Setting(3) if edition == "original" else galecrest(3, rng.choice(("calm", "stormy")))
        for game in setting.random_game(seed):
            for decision in game.decisions:
                if decision.kind == "pick" or len(decision.options) < 2:
                    continue
                cards = tuple(answer for answer in decision.options if _goes_back_unseen(game, decision.seat, answer))
                if len(cards) > 1:
                    yield Return(Laid(setting, game.position()), decision.seat, cards[:2])  # type: ignore[arg-type]


def _goes_back_unseen(game: Game, seat: int, answer: str) -> bool:
    after = game.clone()
    after.play(seat, answer)
    return after.table.draws == game.table.draws and any(
        event.audience == seat and event.kind == "moved" for event in after.events[len(game.events) :]
    )


@pytest.mark.parametrize("edition", ["original", "galecrest"])
async def test_a_card_that_went_back_unseen_stays_unknown_until_it_is_played(twins: Twins, edition: str) -> None:
    rng = random.Random(3)
    for moment, _ in zip(returns(edition), range(3), strict=False):
        games = [moment.laid.game(), moment.laid.game()]
        worlds: list[list[Move]] = [[(moment.seat, card)] for card in moment.cards]
        for game, card in zip(games, moment.cards, strict=True):
            game.play(moment.seat, card)
        while len(worlds[0]) < 15 and (move := common(rng, games, moment.cards)) is not None:
            for game in games:
                game.play(*move)
            if games[0].over or games[0].table.draws != moment.laid.game().table.draws:
                break  # then all is told, or luck plays its part
            for world in worlds:
                world.append(move)
        assert differing(await twins.play(moment.laid, *worlds)) == [moment.seat]


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
async def test_luck_to_come_is_in_nothing_that_is_told(twins: Twins, setting: Setting) -> None:
    """Two tables with other luck ahead, in bag and deck, look the same to everyone until something is drawn."""
    rng = random.Random(8)
    laid = Laid(setting, setting.new(8).position())
    game = laid.game()
    before = game.table.draws
    moves: list[Move] = []
    while game.table.draws == before:
        decision = rng.choice(game.decisions)
        moves.append((decision.seat, rng.choice(decision.options)))
        game.play(*moves[-1])
    assert differing(await twins.play(laid, moves[:-1], moves[:-1])) == []
    drawn = await twins.play(laid, moves, moves, nosy=False)
    assert differing(drawn) == list(range(setting.players + 1))


# ---- one table --------------------------------------------------------------------------------------------------


def overlaid(view: Json, mine: Json | None, seat: int | None) -> Json:
    """What a seat sees of the game: what everyone sees, and its own cards over it."""
    whole = copy.deepcopy(view)
    for each in whole["seats"]:
        each["pick"] = None
    whole |= {"viewer": seat, "decision": None}
    if seat is not None and mine is not None:
        own = {"may_hold": mine["hand"], "holds": mine["hand"], "graveyard": mine["graveyard"], "unseen": 0, "pick": mine["pick"]}
        whole["seats"][seat] |= own
        whole["decision"] = mine["decision"] and {"seat": seat, **mine["decision"]}
    return whole


@pytest.mark.parametrize(
    "setting", [Setting(2), Setting(4), galecrest(1), galecrest(3, "stormy"), galecrest(2, "uncharted")], ids=str
)
async def test_public_and_own_cards_together_are_exactly_what_a_seat_may_know(server: Server, setting: Setting) -> None:
    """Whenever the game is told, for every seat and a spectator. What was stored together is told together."""
    async with Company(server) as company:
        people = max(1, setting.players - 1)
        players = await company.gather(
            people, ("random",) * (setting.players - people), edition=setting.edition, options=setting.options
        )
        viewers = [*players, await company.watch(players[0].id)]
        await players[0].do("start")
        await play_out(players)
        await all_hear(viewers, max(player.number for player in players))
        record = Record.of(server.record(players[0].id)["record"])
        steps = [{viewer.seat: game.view(viewer.seat).data() for viewer in viewers} for game in record.steps()]
        for viewer in viewers:
            moves = 0
            for frame in viewer.frames:
                moves += sum(entry["kind"] in ("played", "unpicked") for entry in frame.get("entries", []))
                if frame.get("view"):
                    expected = json.loads(json.dumps(steps[moves][viewer.seat]))
                    assert overlaid(frame["view"], frame.get("mine"), viewer.seat) == expected
            assert moves == len(steps) - 1


async def test_own_cards_go_to_their_owner_alone(server: Server) -> None:
    async with Company(server) as company:
        host, guest = await company.begin(2)
        spectator = await company.watch(host.id)
        await play_out([host, guest])
        await all_hear([spectator], max(host.number, guest.number))
        assert all("mine" not in frame for frame in spectator.frames)
        assert all("mine" in frame for frame in host.frames if "view" in frame)
        for viewer, others in ((host, [1]), (guest, [0]), (spectator, [0, 1])):
            events = [event for entry in viewer.entries for event in entry.get("events", [])]
            picks = [event for event in events if event["event"] == "picked"]
            assert picks
            for event in picks:
                assert ("card" in event) == (event["seat"] not in others)


async def test_who_left_their_seat_is_told_no_more_than_a_spectator(server: Server) -> None:
    async with Company(server) as company:
        host, guest = await company.gather(2)
        await guest.do("leave")
        newcomer = await company.join(host.id, name="Katell")
        await host.do("start")
        number = await newcomer.play()
        await guest.hear_up_to(number)
        assert all("mine" not in frame for frame in guest.frames)
        assert all("card" not in event for entry in guest.entries for event in entry.get("events", []))
        assert await guest.refused("play", turn=1, answer="brute") == "table.watching"


# ---- nowhere else -----------------------------------------------------------------------------------------------


@pytest.fixture
async def alone(serve: Callable[..., Server], sqlite: str) -> AsyncIterator[Company]:
    """People at a server of their own, with a log of its own."""
    async with Company(serve(sqlite)) as company:
        yield company


async def test_secrets_hands_and_the_seed_are_in_no_answer_no_metric_and_no_log(alone: Company, sqlite: str) -> None:
    server = alone.server
    host, guest = await alone.begin(2, ("greedy",), public=True)
    spectator = await alone.watch(host.id)
    stray = await Player(server, host.id).open()
    await stray.say(type="hello", secret="guessed")
    await stray.sent_away()
    hands: set[str] = set()
    public: list[str] = []
    for _ in range(12):
        for player in (host, guest):
            hands |= set(player.own["hand"])
            if player.decision:
                await player.refused("play", turn=player.own["turn"], answer="kraken")
                await player.play()
        paths = (f"/api/tables/{host.id}", "/api/tables?status=playing", f"/api/tables/{host.id}/record", "/metrics", "/healthz")
        public += [server.get(path).text for path in paths]
    quiet = "\n".join([*public, server.log])
    told = quiet + json.dumps(spectator.frames) + json.dumps(host.frames) + json.dumps(guest.frames)
    await play_out([host, guest])
    await spectator.until(lambda: spectator.over)
    server.stop()
    seed = int(spectator.table["seed"])
    log = server.log
    assert len(hands) > 6
    for card in hands:
        assert card not in quiet
    for secret in (host.secret, guest.secret, "guessed"):
        assert secret is not None
        assert secret not in told + log
    for written in (str(seed), f"{seed:x}"):
        assert written not in told
        assert written not in log
    stored = b"".join(file.read_bytes() for file in Path(sqlite).parent.glob("tables.sqlite*"))
    assert str(seed).encode() in stored  # so that one would be found there
    for player in (host, guest):
        assert str(player.secret).encode() not in stored
