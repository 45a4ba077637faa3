"""People who go away and come back, over real sockets: another host, stand-ins, guests who are sent away.

What follows from it, and when, is tested in `tests/tables`, without waiting.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable

import pytest

from libertalia.game.logbook import verified
from tests.server.evidence import log_of, replayed
from tests.server.fleet import HEARTBEAT, Fleet, assert_all_know_the_same
from tests.server.harness import PostgreSQL, Server, error_key
from tests.server.people import Company, Player, all_hear, eventually

pytestmark = pytest.mark.anyio

IMPATIENT = {"away_seconds": 0.3, "host_seconds": 0.6, "stand_in_seconds": 0.6}
"""Nobody waits for long here."""
DECISION = 5


@pytest.fixture
async def impatient(serve: Callable[..., Server], sqlite: str) -> AsyncIterator[Company]:
    async with Company(serve(sqlite, **IMPATIENT)) as company:
        yield company


async def goes(player: Player, others: list[Player]) -> None:
    """Somebody closes their laptop, and the others hear of it."""
    await player.close()
    for other in others:
        await other.until(lambda other=other: player.seat not in other.presence["seats"])  # type: ignore[misc]


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
    assert (await third.hear("host"))["seat"] == 1
    await host.connect()
    assert await host.refused("remind", seat=1) == "table.host-only"
    assert await guest.do("remind", seat=0)


async def test_a_host_who_only_watches_is_replaced_too(impatient: Company) -> None:
    made = impatient.server.create(players=2)  # without a seat for the one who makes it
    host = await impatient.come(made["table"], made["secret"])
    guest, third = [await impatient.join(host.id, name=name) for name in ("Joris", "Katell")]
    await all_hear([guest, third], await host.do("start"))
    assert guest.table["host"] is None
    await host.close()
    await third.until(lambda: third.table["host"] == guest.seat)


async def test_with_two_servers_somebody_is_host_once(serve: Callable[..., Server], postgresql: PostgreSQL) -> None:
    database = postgresql.new()
    servers = [serve(database, heartbeat=HEARTBEAT, **IMPATIENT) for _ in range(2)]
    async with Fleet(servers) as fleet:
        host, guest, third = await fleet.begin_spread(3)
        await goes(host, [guest, third])
        for player in (guest, third):
            await player.until(lambda player=player: player.table["host"] == 1)  # type: ignore[misc]
        await all_hear([guest, third], await guest.do("chat", text="One host only."))
        assert [entry["seat"] for entry in third.entries if entry["kind"] == "host"] == [1]
        assert_all_know_the_same([guest, third])


async def test_with_two_servers_a_table_waits_only_when_nobody_is_at_either(
    serve: Callable[..., Server], postgresql: PostgreSQL
) -> None:
    database = postgresql.new()
    servers = [serve(database, heartbeat=HEARTBEAT, times={"mercy": 0, "pause": 500}) for _ in range(2)]
    async with Fleet(servers) as fleet:
        host, guest = await fleet.begin_spread(2, clock={"decision": DECISION})
        await host.play()
        await goes(host, [guest])  # the host's server minds the clocks, and nobody of the table is there any more
        assert (await guest.hear("away", 1))["reason"] == "time"
        assert "paused" not in [entry["kind"] for entry in guest.entries]


# ---- stand-ins --------------------------------------------------------------------------------------------------


async def test_anyone_may_ask_for_a_stand_in_after_a_while(impatient: Company) -> None:
    host, guest, third = await impatient.begin(3)
    await goes(guest, [host, third])
    while (answer := await third.ask("bot", seat=1, level="random"))["type"] == "refused":
        assert answer["error"]["key"] == "table.wait"
    assert (await host.hear("away", 1))["reason"] == "asked"
    assert (await host.hear("played", 1))["bot"] is True


async def test_who_lets_the_bot_go_on_is_not_taken_back_by_a_new_connection(company: Company) -> None:
    host, guest = await company.begin(2)
    await guest.do("leave")
    await guest.close()
    await guest.open()
    await guest.say(type="hello", secret=guest.secret, back=False)
    await guest.until(lambda: guest.count("welcome") == 2)
    await all_hear([host], await guest.do("chat", text="I only watch now."))
    assert guest.table["seats"][1]["bot"]
    assert not [entry for entry in host.entries if entry["kind"] == "back"]


async def test_stand_ins_do_not_play_on_among_themselves(serve: Callable[..., Server], sqlite: str) -> None:
    """A table leaves the memory when nobody is there and nothing is to be done: no bot thinks any more."""
    server = serve(sqlite, idle=0, heartbeat=0.1)
    async with Company(server) as company:
        host, guest = await company.begin(2, ("random",))
        await guest.do("leave")
        await goes(guest, [host])
        await host.play()
        await host.do("leave")
        await host.close()
        await eventually(lambda: server.metric("libertalia_tables") == 0)
        game = replayed(log_of(sqlite, host.id))
        assert game.view(None).voyage == 1
        assert game.decisions, "somebody has to decide, and nobody does"
        await guest.connect()
        await guest.hear("back", 1)
        await guest.my_turn()


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
    record = impatient.server.get(f"/api/tables/{host.id}/record").json()
    assert all(finding.true for finding in verified(json.dumps(record)))
    assert impatient.server.get(f"/api/tables/{host.id}/replay").status_code == 200
    assert await host.do("rematch")
