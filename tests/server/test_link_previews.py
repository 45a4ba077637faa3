"""What a chat program shows of a link: what is played and who sits there, and nothing else."""

from __future__ import annotations

import re
from html import unescape
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

import libertalia as package
from tests.server.harness import Json, Server
from tests.server.people import Company

pytestmark = pytest.mark.anyio

PAGE = Path(package.__file__).parent / "server" / "page" / "index.html"


@pytest.fixture(autouse=True)
def built() -> None:
    if not PAGE.exists():
        pytest.skip("the page has not been built")


def tags(server: Server, path: str, **headers: str) -> Json:
    answer = server.get(path, headers=headers)
    assert answer.headers["content-type"].startswith("text/html")
    return {name: unescape(text) for name, text in re.findall(r'<meta property="([^"]+)" content="([^"]*)" />', answer.text)}


def test_a_table_with_an_open_seat_invites(server: Server) -> None:
    table = server.create(edition="galecrest", players=4, bots=["random"], me={"name": "Ines"})["table"]
    server.join(table, name="Joris")
    shown = tags(server, f"/t/{table}")
    assert shown["og:title"] == "Winds of Galecrest with Ines and Joris"
    assert shown["og:description"] == "1 seat is free. Sit down or watch."
    assert shown["og:url"] == f"{server.url}/t/{table}"
    assert tags(server, f"/t/{table}", **{"accept-language": "fr"})["og:description"].startswith("1 place est libre")


def picture(server: Server, path: str) -> bytes:
    """The picture of a link."""
    answer = server.get(tags(server, path)["og:image"].removeprefix(server.url))
    assert answer.headers["content-type"] == "image/jpeg"
    assert len(answer.content) < 200_000
    return answer.content


def test_the_picture_has_the_names_of_those_who_sit_there(server: Server) -> None:
    table, nameless = (
        server.create(edition="original", players=3, me=me)["table"] for me in ({"name": "Ines"}, {"name": "イネス"})
    )
    alone, address = picture(server, f"/t/{table}"), tags(server, f"/t/{table}")["og:image"]
    plain = server.get("/preview/original.jpg").content
    assert alone not in (plain, picture(server, "/"))
    assert picture(server, f"/t/{nameless}") == plain, "the font can't write this name: no picture of empty boxes"
    server.join(table, name="Joris")
    assert picture(server, f"/t/{table}") != alone
    assert tags(server, f"/t/{table}")["og:image"] != address
    with Image.open(BytesIO(alone)) as drawn:
        assert drawn.size == (1200, 630)


def test_what_is_no_table_has_the_picture_of_the_game(server: Server) -> None:
    assert picture(server, "/") == picture(server, "/t/nowhere") == server.get("/preview/general.jpg").content
    assert server.get("/t/nowhere/preview.jpg").status_code == 404


@pytest.mark.parametrize("path", ["/t/nowhere", "/t/%F0%9F%A6%9C", "/t/" + "x" * 30, "/", "/rules/original"])
def test_whatever_is_no_table_shows_the_game(server: Server, path: str) -> None:
    assert tags(server, path)["og:title"] == "Libertalia"


def test_a_name_is_text_and_never_markup(server: Server) -> None:
    table = server.create(players=2, me={"name": '"><script>'})["table"]
    assert "<script>" not in server.get(f"/t/{table}").text.partition("og:title")[2].partition("/>")[0]
    assert '"><script>' in tags(server, f"/t/{table}")["og:title"]


async def test_a_preview_tells_nothing_of_a_game_that_a_spectator_of_the_lobby_would_not_know(company: Company) -> None:
    host, guest = await company.begin(2)
    before = tags(company.server, f"/t/{host.id}")
    await host.play()
    assert tags(company.server, f"/t/{host.id}") == before
    text = " ".join(before.values())
    assert all(secret not in text for secret in (host.secret or "", guest.secret or "", *host.own["hand"]))
    assert before["og:description"] == "The game is under way. Watch it."
