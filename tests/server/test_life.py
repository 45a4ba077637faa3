"""The life of a table after the start: playing, leaving, coming back, chat, replay, rematch, archive."""

from __future__ import annotations

import asyncio

import pytest

from tests.server.harness import Server, error_key
from tests.server.people import Company, Player, all_hear, play_out

pytestmark = pytest.mark.anyio


# ---- played -----------------------------------------------------------------------------------------------------


async def test_a_move_sent_again_is_answered_as_the_first_time_and_not_done_twice(company: Company) -> None:
    host, guest = await company.begin(2)
    card = (await host.my_turn())["options"][0]
    number = await host.do("play", name="my move", turn=0, answer=card)
    for _ in range(3):
        assert await host.do("play", name="my move", turn=0, answer=card) == number
    await host.close()
    await host.connect()
    assert await host.do("play", name="my move", turn=0, answer=card) == number
    assert await guest.do("play", name="my move", turn=0, answer=card) > number  # others may use the same names
    assert [entry["number"] for entry in host.entries] == list(range(1, host.number + 1))


async def test_what_was_refused_may_be_tried_again_under_the_same_name(company: Company) -> None:
    (host,) = await company.gather(1, players=2)
    assert await host.refused("start", name="go") == "table.seats-open"
    await host.do("bot", seat=1, level="random")
    await host.do("start", name="go")


async def test_a_new_owner_of_a_seat_may_use_the_names_of_the_old_one(company: Company) -> None:
    host, guest = await company.gather(2)
    await guest.do("chat", name="c1", text="I am off.")
    await guest.do("leave", name="c2")
    newcomer = await company.join(host.id, name="Katell")
    assert newcomer.seat == guest_seat(guest)
    number = newcomer.number
    assert await newcomer.do("chat", name="c1", text="I am new.") == number + 1
    assert (await host.hear("chat", 1, text="I am new."))["number"] == number + 1


def guest_seat(guest: Player) -> int:
    """The seat that somebody had when they came."""
    return int(guest.frames[0]["seat"])


# ---- left and come back to --------------------------------------------------------------------------------------


async def test_who_leaves_before_the_start_has_no_seat_any_more(company: Company) -> None:
    host, guest = await company.gather(2)
    await all_hear([host], await guest.do("leave"))
    assert [seat["kind"] for seat in host.table["seats"]] == ["person", "open"]
    await host.until(lambda: host.presence["seats"] == [0])
    assert await guest.refused("chat", text="I am still here!") == "table.watching"
    await guest.close()
    await guest.open()
    await guest.say(type="hello", secret=guest.secret)
    assert (await guest.sent_away())[0] == 4001
    newcomer = await company.join(host.id, name="Joris")
    assert newcomer.seat == 1


async def test_saying_hello_is_coming_back(company: Company) -> None:
    host, guest = await company.begin(2)
    await guest.do("leave")
    await guest.close()
    await guest.connect()
    await host.hear("back", 1)
    await guest.until(lambda: not guest.table["seats"][1]["bot"])
    await guest.until(lambda: guest.decision or host.decision)


async def test_a_game_goes_on_without_people(company: Company) -> None:
    host, guest = await company.begin(2)
    await guest.do("leave")
    await host.do("leave")
    spectator = await company.watch(host.id)
    await spectator.until(lambda: spectator.over)


async def test_since_gives_exactly_what_was_missed(company: Company) -> None:
    host, guest = await company.begin(2)
    await guest.close()
    seen = guest.number
    await host.do("chat", text="Where are you?")
    await host.play()
    await guest.connect()
    assert [entry["number"] for entry in guest.entries[seen:]] == list(range(seen + 1, host.number + 1))
    again = await company.come(host.id, guest.secret)
    assert again.entries == guest.entries
    for since in (0, 3, host.number):
        await again.close()
        frames = len(again.frames)
        await again.connect(since=since)
        (news,) = [frame for frame in again.frames[frames:] if frame["type"] == "news"]
        assert news["entries"] == guest.entries[since:]
        assert news["view"] == host.view
    assert again.frames[-3]["number"] == host.number


async def test_somebody_who_knows_more_than_the_server_starts_over(company: Company) -> None:
    host, guest = await company.begin(2)
    await guest.close()
    with pytest.raises(ConnectionError):
        await guest.connect(since=host.number + 5)
    assert guest.closed is not None
    assert guest.closed[0] == 4010


async def test_a_seat_may_be_on_two_devices_at_once(company: Company) -> None:
    host, guest = await company.begin(2)
    phone = await company.come(guest.id, guest.secret)
    assert phone.seat == 1
    assert phone.mine == guest.mine
    number = await phone.play()
    await all_hear([host, guest], number)
    assert guest.mine == phone.mine
    assert host.presence == {"type": "presence", "seats": [0, 1], "watchers": 0}
    await phone.close()
    await guest.do("chat", text="My phone is empty.")
    await host.hear("chat", 1)
    assert host.presence["seats"] == [0, 1]


async def test_everyone_knows_who_is_there(company: Company) -> None:
    host, guest = await company.gather(2)
    await host.until(lambda: host.presence["seats"] == [0, 1])
    spectator = await company.watch(host.id)
    await host.until(lambda: host.presence["watchers"] == 1)
    await spectator.close()
    await host.until(lambda: host.presence["watchers"] == 0)
    guest.drop()
    await host.until(lambda: host.presence["seats"] == [0])


async def test_a_secret_opens_its_own_table_only(company: Company) -> None:
    first, _ = await company.gather(2)
    second, _ = await company.gather(2)
    for secret in (second.secret, "x", "", "' or 1=1 --"):
        stranger = await Player(company.server, first.id).open()
        await stranger.say(type="hello", secret=secret)
        assert (await stranger.sent_away())[0] == 4001


# ---- talked at --------------------------------------------------------------------------------------------------


async def test_what_is_said_is_kept(company: Company) -> None:
    host, guest = await company.gather(2)
    await guest.do("chat", text="  Ahoy,\n<b>captain</b>! \x1b[31m\u202eevil\x00  ")
    heard = await host.hear("chat", 1)
    assert heard["text"] == "Ahoy, <b>captain</b>! [31m evil"
    late = await company.watch(host.id)
    assert heard in late.entries


# ---- over -------------------------------------------------------------------------------------------------------


async def test_a_rematch_has_the_same_people_with_the_same_secrets(company: Company) -> None:
    host, guest = await company.begin(2, ("greedy",), edition="galecrest", options={"board": "calm"}, public=True)
    assert await guest.refused("rematch") == "table.is-playing"
    await play_out([host, guest])
    await guest.do("rematch")
    following = (await host.hear("rematch"))["table"]
    await host.until(lambda: host.table["rematch"] == following)
    table = company.server.info(following)
    assert table["status"] == "open"
    for name in ("edition", "options", "players", "clock", "public", "host", "seats"):
        assert table[name] == host.table[name], name
    again = [await company.come(following, player.secret) for player in (host, guest)]
    assert [player.seat for player in again] == [0, 1]
    await again[0].do("start")
    assert again[0].table["commitment"] != host.table["commitment"]
    await play_out(again)


async def test_a_host_who_only_watches_asks_for_the_rematch(company: Company) -> None:
    made = company.server.create(bots=["random"])
    host = await company.come(made["table"], made["secret"])
    guest = await company.join(host.id, name="Joris")
    await host.do("start")
    await play_out([guest])
    await host.do("rematch")
    following = (await guest.hear("rematch"))["table"]
    host, guest = [await company.come(following, player.secret) for player in (host, guest)]
    assert (host.seat, guest.seat) == (None, 0)
    await host.do("start")
    await play_out([guest])


async def test_a_rematch_that_two_ask_for_at_once_is_one_table(company: Company) -> None:
    host, guest = await company.begin(2)
    await play_out([host, guest])
    answers = await asyncio.gather(host.ask("rematch"), guest.ask("rematch"))
    assert sorted(answer["type"] for answer in answers) == ["done", "refused"]
    assert next(answer["error"]["key"] for answer in answers if answer["type"] == "refused") == "table.rematch"
    entries = [entry for entry in host.entries if entry["kind"] == "rematch"]
    assert len(entries) == 1
    assert company.server.info(entries[0]["table"])["status"] == "open"


async def test_a_record_is_nobodys_before_the_end(company: Company) -> None:
    host, _ = await company.gather(2)
    for _ in range(2):
        for path in ("record", "replay", "replay?seat=0"):
            answer = company.server.get(f"/api/tables/{host.id}/{path}")
            assert (answer.status_code, error_key(answer)) == (409, "table.not-over")
        if host.table["status"] == "open":
            await host.do("start")


async def test_a_game_can_be_watched_again_as_it_was_seen(company: Company) -> None:
    host, guest = await company.begin(2)
    spectator = await company.watch(host.id)
    await play_out([host, guest])
    await all_hear([spectator, host, guest], host.server.info(host.id)["players"] and max(host.number, guest.number))
    for viewer, query in ((spectator, ""), (host, "?seat=0"), (guest, "?seat=1")):
        replay = company.server.get(f"/api/tables/{host.id}/replay{query}").json()
        assert replay["table"] == company.server.info(host.id)
        told = [entry for entry in viewer.entries if entry["kind"] in ("started", "played", "unpicked")]
        assert [step["entry"] for step in replay["steps"]] == told
        views = {frame["entries"][-1]["number"]: frame for frame in viewer.frames if frame.get("view") and frame["entries"]}
        for step in replay["steps"]:
            if (live := views.get(step["entry"]["number"])) is not None and len(live["entries"]) == 1:
                assert step["view"] == live["view"]
                assert step["mine"] == live.get("mine")
    assert error_key(company.server.get(f"/api/tables/{host.id}/replay?seat=2")) == "table.no-seat"


async def test_the_host_puts_a_table_away(company: Company) -> None:
    host, guest = await company.gather(2, public=True)
    await all_hear([host, guest], await host.do("archive"))
    assert host.table["status"] == "archived"
    assert host.id not in [table["id"] for table in company.server.get("/api/tables").json()["tables"]]
    assert await host.refused("start") == "table.is-archived"
    assert await host.refused("archive") == "table.is-archived"
    await guest.close()
    await guest.connect()  # it is still there for those who know it


# ---- languages --------------------------------------------------------------------------------------------------


async def test_refusals_are_in_the_language_of_who_is_refused(company: Company) -> None:
    host, _ = await company.gather(2, players=3)
    messages = []
    for lang in ("en", "fr", "fr-CH", "de"):
        player = await company.come(host.id, host.secret, lang)
        messages.append((await player.ask("start"))["error"]["message"])
    assert messages[0] == messages[3]
    assert messages[1] == messages[2]
    assert "seats" in messages[0]
    assert "places" in messages[1]


def test_answers_are_in_the_language_of_the_browser(server: Server) -> None:
    def said(wish: str | None) -> str:
        answer = server.get("/api/tables/nowhere", headers={} if wish is None else {"accept-language": wish})
        return str(answer.json()["error"]["message"])

    english = said(None)
    assert english == said("en-GB") == said("de, tlh") == said("de;q=0.9, en;q=0.8") == said(";;;,,,")
    french = said("fr-CH, fr;q=0.9, en;q=0.8")
    assert french == said("fr") == said("de, fr;q=0.5")
    assert french != english
