"""Whatever is said to the server: nothing breaks, nobody else notices, and only what is acknowledged is stored."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Coroutine, Iterator
from contextlib import suppress
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.exceptions import WebSocketException

from tests.server.harness import Json, Server
from tests.server.people import Player
from tests.server.scene import HUNG_UP, MALFORMED, NO_SECRET, NO_TABLE, START_OVER, TOO_BIG, scene

T = TypeVar("T")


class Stage:
    """A scene that lasts for many examples, each of which is an ordinary function."""

    def __init__(self, server: Server) -> None:
        self._loop = asyncio.new_event_loop()
        self._context = scene(server)
        self.scene = self.run(self._context.__aenter__())

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        return self._loop.run_until_complete(work)

    def close(self) -> None:
        self.run(self._context.__aexit__(None, None, None))
        self._loop.close()


@pytest.fixture
def stage(pg_server: Server) -> Iterator[Stage]:
    stage = Stage(pg_server)
    yield stage
    try:
        stage.run(stage.scene.assert_unharmed())
    finally:
        stage.close()


# ---- anything -----------------------------------------------------------------------------------------------------------------

ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
WORDS = st.sampled_from(
    [
        *("play", "unpick", "take-back", "chat", "change", "setup", "start", "bot", "clear", "kick", "remind", "end"),
        *("leave", "back", "rematch", "archive", "hello"),
    ]
)
FIELDS = {
    "id": st.sampled_from(["c1", "", "x" * 41, "\0", "\ud800", "✓"]) | ANYTHING,
    "turn": st.sampled_from([-1, 0, 1, 2, 10**6, 10**7, 2**63, 2**64, 1e3, 1.5]) | ANYTHING,
    "answer": st.sampled_from(["parrot", "", "x" * 81]) | ANYTHING,
    "text": st.sampled_from(["", " ", "\0", "\u202e", "\ud800", "x" * 301, "<b>"]) | ANYTHING,
    "name": st.sampled_from(["Joris", "\0", "x" * 101]) | ANYTHING,
    "colour": st.sampled_from(["red", "pink"]) | ANYTHING,
    "seat": st.sampled_from([-1, 0, 1, 2, 5, 6, 2**70]) | ANYTHING,
    "level": st.sampled_from(["random", "godlike"]) | ANYTHING,
    "secret": st.sampled_from(["", "\0", "\ud800", "x" * 101]) | ANYTHING,
    "since": st.sampled_from([-1, 0, 10**6, 2**40, 2**63]) | ANYTHING,
    "lang": st.sampled_from(["fr", "\0", "x" * 21]) | ANYTHING,
    "other": ANYTHING,
}


@st.composite
def nearly_right(draw: st.DrawFn) -> str:
    """A command with some fields that it should have, and some that it shouldn't, of the right types and of wrong ones."""
    message: Json = {"type": draw(WORDS | st.text(max_size=5)), "id": f"c{draw(st.integers(0, 10**9))}"}
    for name in draw(st.lists(st.sampled_from(sorted(FIELDS)), max_size=5)):
        message[name] = draw(FIELDS[name])
    return json.dumps(message)


def _examples(most: int) -> settings:
    return settings(max_examples=most, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))


FRAMES = st.text(max_size=200) | st.binary(max_size=200) | ANYTHING.map(json.dumps) | nearly_right()


@_examples(150)
@given(frames=st.lists(FRAMES, min_size=1, max_size=4), who=st.sampled_from(["host", "guest", "nobody"]))
def test_anything_at_a_table(stage: Stage, frames: list[str | bytes], who: str) -> None:
    secret = {"host": stage.scene.host.secret, "guest": stage.scene.guest.secret, "nobody": None}[who]
    assert stage.run(stage.scene.assault(frames, secret)) in (None, MALFORMED)


@_examples(100)
@given(frame=FRAMES)
def test_anything_instead_of_hello(stage: Stage, frame: str | bytes) -> None:
    async def once() -> int | None:
        attacker = await Player(stage.scene.server, stage.scene.host.id).open()
        await attacker.say_text(frame)
        await attacker.say_text("{}")  # not a command either
        return (await attacker.sent_away())[0]

    assert stage.run(once()) in (MALFORMED, NO_SECRET)


AWKWARD: dict[str, tuple[str | bytes, set[int | None]]] = {
    "nothing": ("", {MALFORMED}),
    "binary": (b'{"type": "start", "id": "1"}', {MALFORMED}),
    "deep": ('{"type":' * 500 + "1" + "}" * 500, {MALFORMED}),
    "deep list": ("[" * 4000, {MALFORMED}),
    "deeper": ("[" * 16_000, {MALFORMED}),
    "deep in a field": ('{"type": "start", "id": ' + "[" * 2000 + "]" * 2000 + "}", {MALFORMED}),
    "long": (json.dumps({"type": "chat", "id": "1", "text": "x" * 4096}), {MALFORMED}),
    "huge": ("x" * 1_000_000, {TOO_BIG, HUNG_UP}),
    "huge number": ('{"type": "play", "id": "1", "answer": "x", "turn": ' + "9" * 4000 + "}", {MALFORMED}),
    "exponent": ('{"type": "play", "id": "1", "answer": "x", "turn": 1e400}', {MALFORMED}),
    "not a number": ('{"type": "play", "id": "1", "answer": "x", "turn": NaN}', {MALFORMED}),
    "twice": ('{"type": "start", "type": "leave", "id": "1", "id": 2}', {MALFORMED}),
    "two": ('{"type": "start", "id": "1"}{"type": "start", "id": "2"}', {MALFORMED}),
    "hello again": ('{"type": "hello"}', {MALFORMED}),
    "nul in a name": (r'{"type": "start", "id": "\u0000"}', {None, MALFORMED}),
    "nul in a chat's name": (r'{"type": "chat", "id": "a\u0000", "text": "x"}', {None, MALFORMED}),
    "surrogate in a name": (r'{"type": "chat", "id": "\ud800", "text": "x"}', {None, MALFORMED}),
    "surrogate in a text": (r'{"type": "chat", "id": "1", "text": "\ud800"}', {None, MALFORMED}),
    "nul in a text": (r'{"type": "chat", "id": "2", "text": "\u0000"}', {None}),
    "no such answer": (r'{"type": "play", "id": "3", "turn": 0, "answer": "\u0000\uffff"}', {None}),
}


@pytest.mark.parametrize("name", AWKWARD)
def test_awkward_frames(name: str, stage: Stage) -> None:
    frame, expected = AWKWARD[name]
    assert stage.run(stage.scene.assault([frame], stage.scene.guest.secret)) in expected


@pytest.mark.parametrize("secret", ["", "x", "x" * 100, "x" * 101, "\0", "\ud800", "é" * 50, 7, [], {}, True])
def test_secrets_that_are_none(secret: Any, stage: Stage) -> None:
    frame = json.dumps({"type": "hello", "secret": secret})
    assert stage.run(stage.scene.assault([frame], None, hello=False)) in (NO_SECRET, MALFORMED)


@pytest.mark.parametrize("table", ["%00", "x%00", "..%2F..", "%FF%FE", "x" * 2000, "%F0%9F%8F%B4", "'--", "%ED%A0%80", "x?y=1"])
def test_tables_that_are_none(table: str, stage: Stage) -> None:
    async def ask() -> None:
        stranger = Player(stage.scene.server, table)
        with suppress(WebSocketException):  # an address that names nothing may be refused at the door
            await stranger.open()
            await stranger.say(type="hello")
            assert (await stranger.sent_away())[0] == NO_TABLE

    stage.run(ask())


# ---- what is other people's, and what is past ---------------------------------------------------------------------------------


HOSTS_COMMANDS: Json = {
    "start": {},
    "archive": {},
    "clear": {"seat": 0},
    "kick": {"seat": 1},
    "remind": {"seat": 0},
    "setup": {"edition": "original", "players": 2},
}
PLAYERS_COMMANDS: Json = {
    "play": {"turn": 0, "answer": "parrot"},
    "unpick": {"turn": 0},
    "take-back": {"turn": 0},
    "end": {"yes": True},
    "chat": {"text": "x"},
    "leave": {},
}


@pytest.mark.anyio
async def test_nobody_does_what_only_the_host_may(pg_server: Server) -> None:
    async with scene(pg_server) as it:
        for who in (it.guest, await it.company.watch(it.host.id)):
            for kind, fields in HOSTS_COMMANDS.items():
                assert await who.refused(kind, **fields) == "table.host-only"
        assert await it.guest.refused("bot", seat=0, level="random") == "table.present"
        watcher = await it.company.watch(it.host.id)
        assert await watcher.refused("bot", seat=0, level="random") == "table.host-only"
        for kind, fields in PLAYERS_COMMANDS.items():
            assert await watcher.refused(kind, **fields) == "table.watching"
        await it.assert_unharmed()


@pytest.mark.anyio
async def test_a_secret_opens_one_seat_of_one_table(pg_server: Server) -> None:
    async with scene(pg_server) as it:
        good = it.guest.secret
        assert good is not None
        for secret in (it.others[0].secret, good[:-1], good + "x", good.swapcase(), good[::-1], it.host.id, f" {good}"):
            player = await Player(pg_server, it.host.id, secret).open()
            await player.say(type="hello", secret=secret)
            assert (await player.sent_away())[0] == NO_SECRET
            assert player.frames == []
        await it.assert_unharmed()


@pytest.mark.anyio
async def test_turns_of_the_past_and_of_the_future(pg_server: Server) -> None:
    async with scene(pg_server) as it:
        options = (await it.host.my_turn())["options"]
        await it.host.do("play", name="first", turn=0, answer=options[0])
        for turn in (0, 2, 3, 10**6):
            expected = "move.late" if turn < 1 else "move.early"
            assert await it.host.refused("play", turn=turn, answer=options[0]) == expected
            assert await it.host.refused("unpick", turn=turn) == expected
        assert await it.host.refused("play", turn=1, answer=options[1]) == "move.early"  # nothing is asked of them now
        await it.assert_unharmed()


@pytest.mark.anyio
async def test_old_messages_again(pg_server: Server) -> None:
    """All that somebody has ever sent is sent again, in another order, on another connection: nothing happens twice."""
    async with scene(pg_server) as it:
        for _ in range(6):
            await asyncio.gather(it.host.play(), it.guest.play())
            while not (it.host.decision and it.guest.decision):
                for player in (it.host, it.guest):
                    await player.hear_up_to(max(it.host.number, it.guest.number))
                    if player.decision and player.decision["kind"] != "pick":
                        await player.play()
        await it.host.do("chat", text="So far, so good.")
        before = dict(it.host.answers)
        again = [{"type": "play", "id": name, "turn": 0, "answer": "x"} for name in before]
        random.Random(0).shuffle(again)
        replayer = await it.company.come(it.host.id, it.host.secret)
        for command in again:
            await replayer.say(**command)
        await replayer.until(lambda: replayer.answers.keys() == before.keys())
        assert replayer.answers == before
        await it.assert_unharmed()


@pytest.mark.anyio
async def test_since_beyond_the_end(pg_server: Server) -> None:
    async with scene(pg_server) as it:
        for since in (it.host.number + 1, 10**6, 2**40):
            player = Player(pg_server, it.host.id, it.guest.secret)
            with pytest.raises(ConnectionError):
                await player.connect(since=since)
            assert player.closed is not None
            assert player.closed[0] == START_OVER
        await it.assert_unharmed()
