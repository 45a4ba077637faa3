"""A table before the game: made, found, filled, ruled by its host, started."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest

from tests.server.harness import Json, Server, error_key
from tests.server.people import Company, Player, play_out

pytestmark = pytest.mark.anyio

ANSWERED = ("seat", "secret", "table")


def names(table: Json) -> list[str | None]:
    return [seat["name"] for seat in table["seats"]]


def kinds(table: Json) -> list[str]:
    return [seat["kind"] for seat in table["seats"]]


# ---- made -------------------------------------------------------------------------------------------------------


def test_a_table_is_made_as_it_was_wished_for(server: Server) -> None:
    wish: Json = {
        "edition": "galecrest",
        "players": 4,
        "options": {"board": "stormy"},
        "bots": ["greedy", "random"],
        "public": True,
        "clock": {"decision": 60, "game": 1800},
        "me": {"name": "Ines", "colour": "red"},
    }
    made = server.post("/api/tables", wish)
    assert made.status_code == 201
    assert tuple(sorted(made.json())) == ANSWERED
    assert made.json()["seat"] == 0
    table = server.info(made.json()["table"])
    assert {name: table[name] for name in ("edition", "players", "options", "public", "clock")} == {
        name: wish[name] for name in ("edition", "players", "options", "public", "clock")
    }
    assert table["status"] == "open"
    assert table["host"] == 0
    assert kinds(table) == ["person", "open", "bot", "bot"]
    assert [seat["level"] for seat in table["seats"]] == [None, None, "greedy", "random"]
    assert table["seats"][0] == {"seat": 0, "kind": "person", "name": "Ines", "colour": "red", "level": None, "bot": False}
    assert [table[name] for name in ("commitment", "seed", "scores", "winners", "rematch")] == [None] * 5


def test_a_table_needs_no_more_than_an_edition_and_a_number_of_players(server: Server) -> None:
    made = server.post("/api/tables", {"edition": "original", "players": 3}).json()
    assert made["seat"] is None
    table = server.info(made["table"])
    assert (table["public"], table["clock"], table["host"], kinds(table)) == (False, None, None, ["open"] * 3)


REFUSED: tuple[tuple[Json, str], ...] = (
    ({"edition": "pirates"}, "edition"),
    ({"edition": None}, "edition"),
    ({"players": 0}, "players"),
    ({"players": 1}, "players: Input should be greater than or equal to 2"),
    ({"players": 7}, "players"),
    ({"players": "3"}, "players"),
    ({"players": True}, "players"),
    ({"options": {"board": "stormy"}}, "board"),
    ({"options": {"influence": "unfair"}}, "influence"),
    ({"options": {"seed": "7"}}, "seed"),
    ({"options": {"colours": "red"}}, "colours"),
    ({"options": {"players": "2"}}, "players"),
    ({"edition": "galecrest", "options": {"board": "flat"}}, "board"),
    ({"edition": "galecrest", "players": 3, "options": {"difficulty": "hard"}}, "difficulty"),
    ({"bots": ["genius"]}, "bots"),
    ({"bots": ["random"] * 3}, "more bots than seats"),
    ({"bots": ["random"] * 2, "me": {"name": "Ines"}}, "more bots than seats"),
    ({"me": {"name": ""}}, "1 to 20 characters"),
    ({"me": {"name": "Ines", "colour": "pink"}}, "colour"),
    ({"clock": {"decision": 4}}, "decision"),
    ({"clock": {"game": 59}}, "game"),
    ({"public": "yes"}, "public"),
    ({"secret": "mine"}, "secret"),
)


@pytest.mark.parametrize(("wish", "names"), REFUSED, ids=lambda case: str(case)[:60])
def test_what_can_not_be_played_is_refused_and_the_message_names_it(server: Server, wish: Json, names: str) -> None:
    answer = server.post("/api/tables", {"edition": "original", "players": 2} | wish)
    assert answer.status_code == 422
    error = answer.json()["error"]
    assert sorted(error) == ["key", "message"]
    assert names in error["message"]


@pytest.mark.parametrize(
    ("wish", "says"),
    [
        ({"me": {"name": 5}}, "me.name: Input should be a valid string"),
        ({"me": {}}, "me.name: Field required"),
        ({"bots": ["genius"]}, "bots.0: Input should be 'bilge'"),
        (
            {"edition": "galecrest", "options": {"board": "flat"}},
            "options.board: Input should be 'calm', 'stormy' or 'uncharted'",
        ),
        ({"edition": "pirates"}, "body: Input tag 'pirates' found using 'edition'"),
    ],
    ids=str,
)
def test_a_field_is_named_as_it_was_sent(server: Server, wish: Json, says: str) -> None:
    answer = server.post("/api/tables", {"edition": "original", "players": 2} | wish)
    assert answer.json()["error"]["message"].startswith(says)
    assert server.get("/api/tables", params={"status": "lost"}).json()["error"]["message"].startswith("status: ")


def test_nothing_but_json_makes_a_table(server: Server) -> None:
    for body in (b"", b"{", b"[]", b"null", b'"original"', b"\xff\xfe"):
        answer = server.http.post("/api/tables", content=body, headers={"content-type": "application/json"})
        assert answer.status_code == 422, body
        assert answer.json()["error"]["key"] == "request"


# ---- found ------------------------------------------------------------------------------------------------------


async def test_public_tables_are_listed_by_their_status_the_latest_first(company: Company) -> None:
    server = company.server

    def listed(status: str) -> list[str]:
        tables = server.get("/api/tables", params={"status": status}).json()["tables"]
        assert all(table["status"] == status and table["public"] for table in tables)
        return [table["id"] for table in tables]

    hidden = server.create()["table"]
    first = server.create(public=True)["table"]
    host, guest = await company.gather(2, public=True)
    mine = [table for table in listed("open") if table in (hidden, first, host.id)]
    assert mine == [host.id, first]
    await host.do("start")
    assert host.id not in listed("open")
    assert host.id in listed("playing")
    await play_out([host, guest])
    for _ in range(100):
        if host.id in listed("over"):
            break
        await asyncio.sleep(0.05)
    assert host.id in listed("over")
    assert host.id not in listed("playing")


async def test_the_list_shows_a_table_as_it_is(company: Company) -> None:
    host, guest = await company.gather(2, public=True)
    await guest.change(name="Renamed", colour="white")
    listed = company.server.get("/api/tables").json()["tables"]
    assert next(table for table in listed if table["id"] == host.id) == company.server.info(host.id)


def test_the_list_knows_no_other_status(server: Server) -> None:
    assert server.get("/api/tables?status=archived").status_code == 422


@pytest.mark.parametrize("path", ["", "/record", "/replay"])
def test_there_is_no_such_table(server: Server, path: str) -> None:
    answer = server.get(f"/api/tables/nowhere{path}")
    assert answer.status_code == 404
    assert error_key(answer) == "table.unknown"


async def test_a_socket_at_no_table_is_closed(company: Company) -> None:
    player = await Player(company.server, "nowhere").open()
    await player.say(type="hello")
    assert (await player.sent_away())[0] == 4004


# ---- filled -----------------------------------------------------------------------------------------------------


async def test_people_sit_down_and_everyone_hears_of_it(company: Company) -> None:
    (host,) = await company.gather(1, players=3)
    taken = company.server.post(f"/api/tables/{host.id}/seats", {"name": "Joris", "colour": "black", "seat": 2})
    assert taken.status_code == 201
    assert tuple(sorted(taken.json())) == ANSWERED
    assert taken.json()["seat"] == 2
    entry = await host.hear("joined", 2)
    assert (entry["name"], entry["colour"]) == ("Joris", "black")
    assert names(host.table) == ["Ines", None, "Joris"]
    guest = await company.join(host.id, name="Katell")
    assert guest.seat == 1


@pytest.mark.parametrize(
    ("guest", "status", "key"),
    [
        ({"name": "Ines"}, 409, "table.name-taken"),
        ({"name": " iNES "}, 409, "table.name-taken"),
        ({"name": "Joris", "colour": "red"}, 409, "table.colour-taken"),
        ({"name": "Joris", "seat": 0}, 409, "table.seat-taken"),
        ({"name": "Joris", "seat": 4}, 409, "table.seat-taken"),
        ({"name": "x" * 21}, 422, "name.length"),
        ({"name": "   "}, 422, "name.length"),
        ({"name": "\x00\x1b\u202e\u200b"}, 422, "name.length"),
        ({"name": "You"}, 422, "name.you"),
        ({"name": "vous"}, 422, "name.you"),
        ({"name": "YOU\u200b"}, 422, "name.you"),
        ({}, 422, "request"),
        ({"name": "Joris", "colour": "pink"}, 422, "request"),
        ({"name": "Joris", "seat": -1}, 422, "request"),
        ({"name": "Joris", "password": "x"}, 422, "request"),
    ],
    ids=str,
)
def test_a_seat_is_refused_to_who_can_not_be_told_apart(server: Server, guest: Json, status: int, key: str) -> None:
    table = server.create(players=3, me={"name": "Ines", "colour": "red"})["table"]
    answer = server.post(f"/api/tables/{table}/seats", guest)
    assert (answer.status_code, error_key(answer)) == (status, key)
    assert kinds(server.info(table)) == ["person", "open", "open"]


def test_a_name_is_shown_without_what_can_not_be_seen(server: Server) -> None:
    table = server.create()["table"]
    server.join(table, name="  An\u202ene \x07 <b>Bonny</b>  ")
    assert names(server.info(table))[0] == "An ne <b>Bonny</b>"


def test_a_full_table_is_full(server: Server) -> None:
    table = server.create(me={"name": "Ines"}, bots=["random"])["table"]
    assert error_key(server.post(f"/api/tables/{table}/seats", {"name": "Joris"})) == "table.full"


def test_many_who_want_the_last_seat_and_one_gets_it(each_server: Server) -> None:
    table = each_server.create(me={"name": "Ines"})["table"]
    with ThreadPoolExecutor(6) as crowd:
        answers = list(crowd.map(lambda n: each_server.post(f"/api/tables/{table}/seats", {"name": f"Guest {n}"}), range(6)))
    assert sorted(answer.status_code for answer in answers) == [201, 409, 409, 409, 409, 409]


# ---- bots, and the host -----------------------------------------------------------------------------------------


async def test_a_host_may_watch(company: Company) -> None:
    made = company.server.create(bots=["random", "random"])
    host = await company.come(made["table"], made["secret"])
    stranger = await company.watch(made["table"])
    assert host.seat is None
    assert [frame["host"] for frame in (host.frames[0], stranger.frames[0])] == [True, False]
    assert await stranger.refused("start") == "table.host-only"
    await host.do("start")
    await host.until(lambda: host.over)
    assert all("mine" not in frame for frame in host.frames)


async def test_a_host_can_not_play_for_another(company: Company) -> None:
    host, guest = await company.begin(2)
    await host.play()
    assert await host.refused("play", turn=host.own["turn"], answer=(await guest.my_turn())["options"][0]) == "move.early"
    with pytest.raises(ConnectionError):  # there is no way to say for whom
        await host.ask("play", turn=0, answer="brute", seat=1)


async def test_the_host_puts_a_bot_in_the_place_of_who_is_not_here_but_of_nobody_else(company: Company) -> None:
    host, guest = await company.gather(2)
    assert await host.refused("bot", seat=1, level="random") == "table.present"
    assert await host.refused("bot", seat=0, level="random") == "table.present"
    await guest.close()
    await host.until(lambda: host.presence["seats"] == [0])
    await host.do("bot", seat=1, level="random")
    assert kinds(host.table) == ["person", "bot"]
    await guest.open()
    await guest.say(type="hello", secret=guest.secret)
    assert (await guest.sent_away())[0] == 4001


async def test_in_a_game_a_bot_stands_in_for_who_is_not_here_until_they_come_back(company: Company) -> None:
    host, guest = await company.begin(2)
    assert await host.refused("bot", seat=1, level="random") == "table.present"
    await guest.close()
    await host.until(lambda: host.presence["seats"] == [0])
    await host.do("bot", seat=1, level="random")
    assert (await host.hear("away", 1))["reason"] == "host"
    assert host.table["seats"][1] | {"colour": None} == {
        "seat": 1, "kind": "person", "name": "Joris", "colour": None, "level": None, "bot": True,
    }  # fmt: skip
    assert (await host.hear("played", 1))["bot"] is True
    await guest.connect()
    await host.hear("back", 1)
    await host.until(lambda: not host.table["seats"][1]["bot"])
    await play_out([host, guest])
    assert any(entry["kind"] == "played" and entry["seat"] == 1 and not entry.get("bot") for entry in host.entries)


# ---- asked twice --------------------------------------------------------------------------------------------------


def test_a_seat_that_is_asked_for_again_with_the_same_key_is_the_same_seat(each_server: Server) -> None:
    """The answer was lost on the way, so the client asks again: nobody sits there twice."""
    table, key = each_server.create(players=3)["table"], {"idempotency-key": "a-key-that-nobody-guesses"}
    ask = partial(each_server.post, f"/api/tables/{table}/seats", {"name": "Ines"})
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda _: ask(headers=key), range(4)))
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.text for answer in answers}) == 1
    assert kinds(each_server.info(table)) == ["person", "open", "open"]
    assert ask(headers={"idempotency-key": "another-key-of-20-characters"}).status_code == 409  # that name is taken
    assert ask(headers={"idempotency-key": "too-short"}).status_code == 422


async def test_the_secret_of_such_a_seat_opens_it(company: Company) -> None:
    table, key = company.server.create()["table"], {"idempotency-key": "a-key-that-nobody-guesses"}
    taken = [company.server.post(f"/api/tables/{table}/seats", {"name": "Ines"}, headers=key).json() for _ in range(2)]
    assert (await company.come(table, taken[1]["secret"])).seat == 0
    other = company.server.create()["table"]
    elsewhere = company.server.post(f"/api/tables/{other}/seats", {"name": "Ines"}, headers=key).json()
    assert elsewhere["secret"] != taken[0]["secret"]


async def test_a_seat_that_was_left_is_not_given_again_with_the_same_key(company: Company) -> None:
    table, key = company.server.create()["table"], {"idempotency-key": "a-key-that-nobody-guesses"}
    ask = partial(company.server.post, f"/api/tables/{table}/seats", {"name": "Ines"}, headers=key)
    await (await company.come(table, ask().json()["secret"])).do("leave")
    assert error_key(ask()) == "table.seat-left"
    assert kinds(company.server.info(table)) == ["open"] * 2


@pytest.mark.parametrize(("language", "first"), [("en", "Grabs a card."), ("fr", "Prend une carte.")])
def test_the_levels_of_bots_are_told_in_both_languages(server: Server, language: str, first: str) -> None:
    told = server.get("/api/bots", headers={"accept-language": language}).json()["bots"]
    assert [bot["level"] for bot in told] == ["bilge", "mango", "skerry", "pepper", "fathom"]
    assert [bot["face"] for bot in told] == ["rat", "monkey", "gull", "cat", "octopus"]
    assert told[0]["line"].startswith(first)
    assert told[2]["strength"]["original"]["rating"] == 1000
    made = server.create(players=5, bots=[bot["level"] for bot in told])
    assert [seat["level"] for seat in server.info(made["table"])["seats"]] == ["bilge", "mango", "skerry", "pepper", "fathom"]
