"""The part of the HTTP interface that a table on the device needs, without HTTP. `docs/protocol.md` describes it."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import Annotated, Any, Final
from urllib.parse import parse_qs

import msgspec
from msgspec import Meta, Struct

from libertalia.features import bots, lessons, puzzles, reviews
from libertalia.game.errors import LibertaliaError
from libertalia.tab.host import Host
from libertalia.tables import boundary
from libertalia.tables import messages as m
from libertalia.tables.entries import Created
from libertalia.tables.laying import new_table
from libertalia.tables.refusals import NotFound, Refused
from libertalia.tables.replay import check_replay, replay
from libertalia.words import words


class Person(Struct, forbid_unknown_fields=True):
    """Name and colour of somebody who sits down."""

    name: Annotated[str, Meta(max_length=100)]
    colour: m.Colour | None = None


class NewTable(Struct, forbid_unknown_fields=True):
    """The body of `POST /tables`: as on a server, and with `people` for several at one device."""

    edition: str
    players: Annotated[int, Meta(ge=1, le=m.MOST_SEATS)]
    options: dict[str, Any] = {}
    bots: Annotated[list[m.Level], Meta(max_length=m.MOST_SEATS)] = []
    public: bool = False
    clock: m.ClockWish | None = None
    hints: bool = False
    me: Person | None = None
    people: Annotated[list[Person], Meta(max_length=m.MOST_SEATS)] = []


class Asker(Struct):
    name: Annotated[str, Meta(max_length=100)]


class Request(Struct):
    """A request as the page makes it."""

    method: str
    path: str
    """Without `/api`, with its query."""
    language: str
    body: msgspec.Raw = msgspec.Raw(b"null")

    def read(self, form: type[Any]) -> Any:
        return msgspec.json.decode(self.body, type=form)

    def number(self, name: str) -> int | None:
        """A number of the query."""
        found = parse_qs(self.path.partition("?")[2]).get(name, [""])[0]
        return int(found) if found.isdecimal() else None


Answer = tuple[int, bytes]
"""The status of an answer, and its body."""
_Answering = Callable[..., Awaitable[Answer]]
_ROUTES: Final[list[tuple[str, re.Pattern[str], _Answering]]] = []


def _route(method: str, path: str) -> Callable[[_Answering], _Answering]:
    pattern = re.compile(re.sub(r"{(\w+)}", r"(?P<\1>[^/]+)", re.sub(r"{(\w+):int}", r"(?P<\1>[0-9]{1,6})", path)))

    def register(answering: _Answering) -> _Answering:
        _ROUTES.append((method, pattern, answering))
        return answering

    return register


async def answer(host: Host, request: Request) -> Answer:
    """Answer a request; what can't be done is answered as a server does."""
    path = request.path.partition("?")[0]
    try:
        for method, pattern, answering in _ROUTES:
            if method == request.method and (found := pattern.fullmatch(path)):
                return await answering(_Asked(host, request), **found.groupdict())
        raise NotFound("That is not to be had on this device.", "device.not-here")
    except LibertaliaError as error:
        status = error.status if isinstance(error, Refused) else 422
        return status, _encoded({"error": m.Error(error.key, words(request.language).error(error))})
    except msgspec.MsgspecError as error:
        return 422, _encoded({"error": m.Error("malformed", str(error))})


def _encoded(body: Any) -> bytes:
    return msgspec.json.encode(body)


class _Asked:
    """A request to a host, with a method for each route."""

    def __init__(self, host: Host, request: Request) -> None:
        self.host = host
        self.request = request

    @_route("POST", "/tables")
    async def create(self) -> Answer:
        wish: NewTable = self.request.read(NewTable)
        people = wish.people or ([wish.me] if wish.me is not None else [])
        setup = Created(wish.edition, wish.players, wish.options, False, None, host_watches=not people, hints=wish.hints)
        state = new_table(setup, wish.bots, [(person.name, person.colour) for person in people], self.host.now())
        return 201, _encoded(await self.host.lay(state))

    @_route("GET", "/tables/{table}")
    async def info(self, table: str) -> Answer:
        return 200, _encoded(boundary.info(await self.host.state(table), self.host.now()))

    @_route("GET", "/tables/{table}/record")
    async def record(self, table: str) -> Answer:
        return 200, _encoded(boundary.record(await self.host.state(table), self.host.now()))

    @_route("GET", "/tables/{table}/replay")
    async def replay(self, table: str) -> Answer:
        state, seat = await self.host.state(table), self.request.number("seat")
        check_replay(state, seat, self.host.now())
        return 200, replay(_encoded(boundary.info(state, self.host.now())), state.entries, seat)

    @_route("GET", "/bots")
    async def bots(self) -> Answer:
        return 200, _encoded({"bots": bots.levels_in(self.request.language)})

    @_route("POST", "/tables/{table}/review")
    async def ask_for_review(self, table: str) -> Answer:
        asked = await self.host.reviews.ask(await self.host.state(table))
        done = len(await self.host.store.judgements(table))
        shown = ("number", "move", "seat", "kind", "voyage", "day", "options", "played")
        body = {
            "decisions": len(asked),
            "finished": done == len(asked),
            "questions": [{name: getattr(each, name) for name in shown} for each in asked],
        }
        return 202, _encoded(body)

    @_route("GET", "/tables/{table}/review")
    async def review(self, table: str) -> Answer:
        state, seat = await self.host.state(table), self.request.number("seat")
        if seat is not None and seat >= len(state.seats):
            raise Refused("There is no such seat.", "table.no-seat")
        judged = await self.host.store.judgements(table)
        if not judged and not self.host.reviews.works_on(table):
            return 204, b""
        decisions = self.host.reviews.decisions(state)
        body = reviews.review_body(
            state, decisions, judged, self.request.language, seat, self.request.number("after") or 0, self.host.now()
        )
        return 200, body

    @_route("POST", "/tables/{table}/review/{decision:int}/next")
    async def review_next(self, table: str, decision: str) -> Answer:
        self.host.reviews.want(table, int(decision))
        return 204, b""

    @_route("POST", "/tables/{table}/review/{decision:int}/table")
    async def try_from(self, table: str, decision: str) -> Answer:
        return 201, _encoded(
            await self.host.lay_started(reviews.tried(await self.host.state(table), int(decision), self.host.now()))
        )

    @_route("POST", "/lessons/{lesson}")
    async def begin_lesson(self, lesson: str) -> Answer:
        return 201, _encoded(await self.host.lay_started(lessons.lesson(lesson, self.request.read(Asker).name, self.host.now())))

    @_route("POST", "/tables/{table}/again/{day:int}")
    async def repeat_day(self, table: str, day: str) -> Answer:
        return 201, _encoded(
            await self.host.lay_started(lessons.repeated_day(await self.host.state(table), int(day), self.host.now()))
        )

    @_route("GET", "/puzzles/{edition}")
    async def list_puzzles(self, edition: str) -> Answer:
        return 200, _encoded({"puzzles": puzzles.listed(edition)})

    @_route("GET", "/puzzles/{edition}/{puzzle}")
    async def puzzle(self, edition: str, puzzle: str) -> Answer:
        return 200, _encoded(puzzles.puzzle_body(puzzles.find_puzzle(edition, puzzle), self.request.language, self.host.now()))

    @_route("POST", "/puzzles/{edition}/{puzzle}/table")
    async def play_puzzle(self, edition: str, puzzle: str) -> Answer:
        found = puzzles.find_puzzle(edition, puzzle)
        return 201, _encoded(await self.host.lay_started(puzzles.table_of(found, self.request.read(Asker).name, self.host.now())))
