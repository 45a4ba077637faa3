"""`libertalia join`: a whole game on a real server, by the same screen; the server restarts in the middle of it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from libertalia.terminal.server_table import CanNotJoin, Link, ServerTable, joined
from libertalia.terminal.show import Speed
from libertalia.words import words
from tests.server.harness import Server
from tests.terminal.screens import asked, assert_nothing_is_cut_off, on_screen, over, play_to_the_end, text_of, until
from tests.terminal.test_app import run


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("server")
    running = Server(str(folder / "tables.sqlite"), folder).start()
    yield running
    running.stop()


def private_link(server: Server, edition: str, players: int) -> Link:
    """The private link of a host whose other seats have bots."""
    seat = server.create(edition=edition, players=players, bots=["random"] * (players - 1), me={"name": "Ines"})
    return Link.of(f"{server.url}/t/{seat['table']}#{seat['secret']}")


@pytest.mark.parametrize(("edition", "lang"), [("original", "en"), ("galecrest", "fr")])
def test_a_whole_game_on_a_server(edition: str, lang: str, server: Server) -> None:
    link = private_link(server, edition, 2)
    table = ServerTable(link, words(lang))

    async def play() -> None:
        async with on_screen(table, lang) as (app, pilot):
            await until(pilot, lambda: "Ines" in " ".join(text_of(app, "prompt")), "round the table")
            await pilot.press("enter")
            await until(pilot, lambda: asked(app), "started")
            if edition == "original":
                await asyncio.to_thread(server.stop)
                await until(pilot, lambda: bool(app.show.last.trouble), "without a connection")
                await asyncio.to_thread(server.start)
                await until(pilot, lambda: not app.show.last.trouble, "connected again")
            else:
                await pilot.press("exclamation_mark")
                await until(pilot, lambda: app._hinted is not None and app._hinted[1] is not None, "a hint")
                assert any("conseil" in line for line in app.show.lines)
            assert await play_to_the_end(app, pilot, assert_nothing_is_cut_off) > 20
            assert over(app)
            assert app.show.scene.view is not None
            scores = [seat["score"] for seat in app.show.scene.view["seats"]]
            assert scores == server.record(link.table)["scores"]

    asyncio.run(play())


def test_a_pick_is_taken_back_while_others_think_and_a_guest_sits_down_by_the_link_of_the_table(server: Server) -> None:
    host = server.create(players=2, me={"name": "Ines"})
    link = joined(Link.of(f"{server.url}/t/{host['table']}"), words("en"), "Joris", watch=False)
    assert link.secret
    assert [seat["name"] for seat in server.info(link.table)["seats"]] == ["Ines", "Joris"]
    table = ServerTable(link, words("en"))
    hosting = ServerTable(Link(link.server, link.table, host["secret"]), words("en"))

    async def play() -> None:
        async with on_screen(table, "en", speed=Speed.QUICK) as (app, pilot):
            listening = asyncio.create_task(hosting.run(lambda news: None))
            await hosting.start()
            await until(pilot, lambda: asked(app), "started")
            await pilot.press("1", "1")
            await until(pilot, lambda: bool(app.show.scene.mine and app.show.scene.mine["pick"]), "picked")
            assert "lies face down" in text_of(app, "prompt")[0]
            await pilot.press("u")
            await until(pilot, lambda: asked(app), "taken back")
            listening.cancel()

    asyncio.run(play())
    assert joined(Link(link.server, link.table, None), words("en"), "Katell", watch=False).secret is None, (
        "it is full: one watches"
    )


def test_the_host_gives_the_free_seats_to_bots_by_a_key(server: Server) -> None:
    host = server.create(players=4, me={"name": "Ines"})
    table = ServerTable(Link(server.url, host["table"], host["secret"]), words("en"))

    async def play() -> None:
        async with on_screen(table, "en") as (app, pilot):
            await until(pilot, lambda: "free seat" in " ".join(text_of(app, "prompt")), "round the table")
            assert "with B" in " ".join(" ".join(text_of(app, "prompt")).split())
            await pilot.press("b")
            await until(pilot, lambda: len(app.show.last.bots) == 3, "bots")
            assert "free seat" not in " ".join(text_of(app, "prompt"))
            await pilot.press("enter")
            await until(pilot, lambda: asked(app), "started")

    asyncio.run(play())


def test_one_without_a_seat_watches(server: Server) -> None:
    link = private_link(server, "original", 2)
    table = ServerTable(Link(link.server, link.table, None), words("en"))

    async def watch() -> None:
        async with on_screen(table, "en") as (app, pilot):
            await until(pilot, lambda: bool(app.show.last.names), "connected")
            assert app.show.last.seat is None
            assert app.show.scene.mine is None

    asyncio.run(watch())


@pytest.mark.parametrize(
    ("link", "says"),
    [
        ("game.json", "is not a link of a table"),
        ("https://example.org/", "is not a link of a table"),
        ("http://127.0.0.1:9/t/f3XkQ", "doesn't answer"),
    ],
)
def test_what_is_wrong_with_a_link_is_said(link: str, says: str) -> None:
    with pytest.raises(CanNotJoin, match=says):
        joined(Link.of(link), words("en"), "Ines", watch=False)


def test_a_table_or_a_seat_that_is_not_there_is_said(server: Server) -> None:
    with pytest.raises(CanNotJoin, match="Il n'y a pas de telle table"):
        joined(Link.of(f"{server.url}/t/nowhere"), words("fr"), "Ines", watch=False)
    link = private_link(server, "original", 2)
    table = ServerTable(Link(link.server, link.table, "no-such-secret-of-a-seat"), words("fr"))

    async def come() -> str:
        async with on_screen(table, "fr") as (app, pilot):
            await until(pilot, lambda: app.failure is not None, "sent away")
            return words("fr").error(app.failure) if app.failure else ""

    assert asyncio.run(come()) == "Ce lien n'est celui d'aucune place de cette table."


def test_without_a_terminal_there_is_nothing_to_fill(tmp_path: Path) -> None:
    done = run("join", "http://127.0.0.1:9/t/f3XkQ", cwd=tmp_path)
    assert done.returncode == 2
    assert "needs a terminal" in done.stderr
