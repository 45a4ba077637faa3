"""People who go away and come back, over real sockets: another host, stand-ins, tables that wait, guests who are sent away."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable

import pytest

from libertalia.game.logbook import verified
from tests.server.evidence import assert_log_is_whole, log_of, replayed
from tests.server.fleet import HEARTBEAT, Fleet, assert_all_know_the_same
from tests.server.harness import PostgreSQL, Server, error_key
from tests.server.people import Company, Player, all_hear, play_out

pytestmark = pytest.mark.anyio

IMPATIENT = {"away_seconds": 0.3, "host_seconds": 0.6, "stand_in_seconds": 0.6}
"""Nobody waits for long here."""
DECISION = 5
PAUSED_AFTER = 5


@pytest.fixture
async def impatient(serve: Callable[..., Server], database: str) -> AsyncIterator[Company]:
    async with Company(serve(database, **IMPATIENT)) as company:
        yield company


async def goes(player: Player, others: list[Player]) -> None:
    """Somebody closes their laptop, and the others hear of it."""
    await player.close()
    for other in others:
        await other.until(lambda other=other: player.seat not in other.presence["seats"])  # type: ignore[misc]


# ---- before the start -------------------------------------------------------------------------------------------


async def test_the_host_changes_what_is_played_and_a_restart_forgets_nothing(serve: Callable[..., Server], database: str) -> None:
    server = serve(database)
    async with Company(server) as company:
        host, guest = await company.gather(2, players=3)
        wish = {"edition": "galecrest", "players": 4, "options": {"board": "stormy"}, "public": True, "clock": {"decision": 60}}
        number = await host.do("setup", **wish)
        await guest.hear_up_to(number)
        assert {name: guest.table[name] for name in ("edition", "players", "options", "public")} | {"clock": None} == wish | {
            "clock": None
        }
        assert guest.table["clock"] == {"decision": 60, "game": None}
        assert host.id in [table["id"] for table in server.get("/api/tables").json()["tables"]]
        assert await guest.refused("setup", **wish) == "table.host-only"
        assert await host.refused("setup", **wish | {"players": 1}) == "table.seat-needed"
        assert await host.refused("setup", **wish | {"edition": "nowhere"}) == "setup.edition"
    server.restart()
    assert server.info(host.id)["edition"] == "galecrest"
    assert len(server.info(host.id)["seats"]) == 4


async def test_a_guest_who_is_sent_away_only_watches_and_gets_no_seat_again(company: Company) -> None:
    host, guest = await company.gather(2)
    number = await host.do("kick", seat=1)
    await guest.hear_up_to(number)
    await guest.until(lambda: guest.presence.get("watchers") == 1)
    assert await guest.refused("chat", text="Hey!") == "table.watching"
    await guest.close()
    again = await company.come(host.id, guest.secret)
    assert (again.seat, again.welcome["sent_away"]) == (None, True)
    assert await again.refused("chat", text="Hey!") == "table.watching"
    body = {"name": "Joris", "secret": guest.secret}
    assert error_key(company.server.post(f"/api/tables/{host.id}/seats", body)) == "table.sent-away"
    assert (await company.join(host.id, name="Maud", secret="of-another-table")).seat == 1
    assert "sent_away" not in (await company.watch(host.id)).welcome


# ---- another host -----------------------------------------------------------------------------------------------


async def test_the_next_person_becomes_host_when_the_host_is_away(impatient: Company) -> None:
    host, guest, third = await impatient.begin(3)
    await goes(host, [guest, third])
    assert str(host.seat) in guest.presence["away"]
    await third.until(lambda: third.table["host"] == 1)
    passed = await third.hear("host")
    assert passed["seat"] == 1
    await host.connect()
    assert await host.refused("remind", seat=1) == "table.host-only"
    assert await guest.do("remind", seat=0)
    assert await guest.refused("remind", seat=0) == "table.reminded"


async def test_a_host_who_loads_the_page_again_stays_host(serve: Callable[..., Server], sqlite: str) -> None:
    async with Company(serve(sqlite, host_seconds=2)) as company:
        host, guest = await company.begin(2)
        for _ in range(3):
            await goes(host, [guest])
            await asyncio.sleep(0.2)
            await host.connect()
        await asyncio.sleep(2.2)
        await guest.do("chat", text="Still there?")
        assert guest.table["host"] == 0


async def test_a_lobby_gets_another_host_too(impatient: Company) -> None:
    host, guest = await impatient.gather(2)
    await goes(host, [guest])
    await guest.until(lambda: guest.table["host"] == 1)
    await guest.do("start")


async def test_a_host_who_only_watches_is_replaced_too(impatient: Company) -> None:
    made = impatient.server.create(players=2)  # without a seat for the one who makes it
    host = await impatient.come(made["table"], made["secret"])
    guest, third = [await impatient.join(host.id, name=name) for name in ("Joris", "Katell")]
    await host.do("start")
    await asyncio.sleep(1)
    assert guest.table["host"] is None, "the host is here, and watches"
    await host.close()
    await third.until(lambda: third.table["host"] == guest.seat)
    await host.connect()
    assert await host.refused("remind", seat=third.seat) == "table.host-only"
    assert await guest.do("remind", seat=third.seat)


async def test_with_two_servers_somebody_is_host_once(serve: Callable[..., Server], postgresql: PostgreSQL) -> None:
    database = postgresql.new()
    servers = [serve(database, heartbeat=HEARTBEAT, **IMPATIENT) for _ in range(2)]
    async with Fleet(servers) as fleet:
        host, guest, third = await fleet.begin_spread(3)
        await goes(host, [guest, third])
        for player in (guest, third):
            await player.until(lambda player=player: player.table["host"] == 1)  # type: ignore[misc]
        await asyncio.sleep(1.5)
        await all_hear([guest, third], await guest.do("chat", text="One host only."))
        assert [entry["seat"] for entry in third.entries if entry["kind"] == "host"] == [1]
        assert_all_know_the_same([guest, third])


async def test_with_two_servers_a_table_waits_only_when_nobody_is_at_either(
    serve: Callable[..., Server], postgresql: PostgreSQL
) -> None:
    database = postgresql.new()
    servers = [serve(database, heartbeat=HEARTBEAT, **IMPATIENT) for _ in range(2)]
    async with Fleet(servers) as fleet:
        host, guest = await fleet.begin_spread(2, clock={"decision": DECISION})
        await host.play()
        await goes(host, [guest])  # the host's server minds the clocks, and nobody of the table is there any more
        assert (await guest.hear("away", 1))["reason"] == "time"
        assert "paused" not in [entry["kind"] for entry in guest.entries]


# ---- stand-ins --------------------------------------------------------------------------------------------------


async def test_anyone_may_ask_for_a_stand_in_after_a_while(impatient: Company) -> None:
    host, guest, third = await impatient.begin(3)
    assert await third.refused("bot", seat=1, level="random") == "table.present"
    await goes(guest, [host, third])
    await third.until(lambda: True)
    await asyncio.sleep(IMPATIENT["stand_in_seconds"])
    await third.do("bot", seat=1, level="random")
    assert (await host.hear("away", 1))["reason"] == "asked"
    assert (await host.hear("played", 1))["bot"] is True


async def test_a_pick_of_the_stand_in_may_be_changed_until_the_reveal(impatient: Company) -> None:
    host, guest = await impatient.begin(2)
    await goes(guest, [host])
    await host.do("bot", seat=1, level="random")
    await host.hear("played", 1)
    await guest.connect()
    await host.hear("back", 1)
    picked = guest.own["pick"]
    assert picked
    await guest.do("unpick", turn=guest.own["turn"])
    other = next(card for card in guest.own["hand"] if card != picked)
    await guest.play(other)
    assert guest.own["pick"] == other


async def test_who_lets_the_bot_go_on_is_not_taken_back_by_a_new_connection(impatient: Company) -> None:
    host, guest = await impatient.begin(2)
    await guest.do("leave")
    await guest.close()
    await guest.open()
    await guest.say(type="hello", secret=guest.secret, back=False)
    await guest.until(lambda: guest.count("welcome") == 2)
    await guest.do("chat", text="I only watch now.")
    assert guest.table["seats"][1]["bot"]
    assert not [entry for entry in host.entries if entry["kind"] == "back"]


async def test_stand_ins_do_not_play_on_among_themselves(impatient: Company) -> None:
    host, guest = await impatient.begin(2, ("random",))
    watcher = await impatient.watch(host.id)
    await guest.do("leave")
    await goes(guest, [host, watcher])
    await host.play()
    await host.do("leave")
    await goes(host, [watcher])
    number = -1
    while watcher.number > number:  # what bots had begun to think about
        number = watcher.number
        await asyncio.sleep(2)
    assert watcher.table["status"] == "playing"
    assert watcher.view["voyage"] == 1
    await guest.connect()
    await guest.hear("back", 1)
    await guest.my_turn()


# ---- everybody away ---------------------------------------------------------------------------------------------


async def test_a_table_with_a_clock_waits_when_everybody_is_away(serve: Callable[..., Server], database: str) -> None:
    server = serve(database)
    async with Company(server) as company:
        host, guest = await company.begin(2, clock={"decision": DECISION})
        await host.play()
        await goes(guest, [host])
        await host.close()
        await asyncio.sleep(DECISION + PAUSED_AFTER)
        await asyncio.gather(host.connect(), guest.connect())
        await host.hear("resumed")
        assert "paused" in [entry["kind"] for entry in host.entries]
        assert "away" not in [entry["kind"] for entry in host.entries]
        assert [entry["kind"] for entry in host.entries].count("played") == 1
        await guest.until(lambda: guest.clock is not None and guest.clock["deadlines"])
        await guest.play()
    assert_log_is_whole(log_of(server.database, host.id))


async def test_clocks_that_stood_still_do_so_after_a_restart(serve: Callable[..., Server], database: str) -> None:
    server = serve(database)
    async with Company(server) as company:
        host, guest = await company.begin(2, clock={"decision": DECISION})
        await asyncio.gather(host.close(), guest.close())
        await asyncio.sleep(PAUSED_AFTER + 1)
        server.kill()
        server.start()
        await asyncio.sleep(DECISION + 1)
        await asyncio.gather(host.connect(), guest.connect())
        await host.hear("resumed")
        assert "away" not in [entry["kind"] for entry in host.entries]


# ---- ended early ------------------------------------------------------------------------------------------------


async def test_a_game_ends_when_everyone_who_is_here_says_so(impatient: Company) -> None:
    """If somebody went only a moment ago, the game ends when they count as away."""
    host, guest, third = await impatient.begin(3)
    await goes(third, [host, guest])
    await host.do("end", yes=True)
    await guest.until(lambda: guest.table["ending"] == [0])
    await guest.do("end", yes=True)
    await host.until(lambda: host.table["status"] == "over")
    assert host.table["ended"]
    assert host.table["winners"] == []
    record = impatient.server.get(f"/api/tables/{host.id}/record").json()
    assert all(finding.true for finding in verified(json.dumps(record)))
    assert impatient.server.get(f"/api/tables/{host.id}/replay").status_code == 200
    assert await host.do("rematch")


async def test_nobody_ends_the_game_behind_the_back_of_somebody_who_just_lost_their_connection(company: Company) -> None:
    host, guest = await company.begin(2)
    await goes(guest, [host])
    await host.do("end", yes=True)
    assert host.table["status"] == "playing"
    assert error_key(company.server.get(f"/api/tables/{host.id}/record")) == "table.not-over"


# ---- loot taken by mistake --------------------------------------------------------------------------------------


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


async def test_loot_is_taken_back_before_everyones_eyes(company: Company) -> None:
    players = await company.begin(3)
    watcher = await company.watch(players[0].id)
    taker = await to_loot(players)
    others = [player for player in players if player is not taker]
    await watcher.hear_up_to(taker.number)
    before, hands = watcher.view, [player.own["hand"] for player in players]
    assert taker.decision
    first, last = taker.decision["options"][0], taker.decision["options"][-1]
    await taker.play(first)
    assert taker.own["take_back"]
    assert not any(player.own["take_back"] for player in others)
    assert await others[0].refused("take-back", turn=others[0].own["turn"]) == "move.no-loot"
    number = await taker.do("take-back", turn=taker.own["turn"])
    await all_hear([*players, watcher], number)
    assert watcher.view == before
    assert [player.own["hand"] for player in players] == hands
    assert watcher.entries[-1]["kind"] == "take-back"
    await taker.play(last)
    assert not taker.own["take_back"]
    assert await taker.refused("take-back", turn=taker.own["turn"]) == "move.no-loot"
    await play_out(players)
    log = log_of(company.server.database, taker.id)
    assert_log_is_whole(log)
    record = company.server.get(f"/api/tables/{taker.id}/record").json()
    assert list(replayed(log).scores) == record["scores"]
    assert [taker.seat, "take-back"] in record["record"]["moves"]
    assert all(finding.true for finding in verified(json.dumps(record)))
