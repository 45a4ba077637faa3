"""Games by clicks. Every morning a page shows exactly what the server says; every answer can be clicked, and no other."""

from __future__ import annotations

import asyncio
import json
import random

import pytest
from playwright.async_api import expect

from libertalia.game.logbook import verified
from tests.page.conftest import Visit
from tests.page.visitor import Shadow, Visitor
from tests.server.harness import Server
from tests.server.people import Company, Player

pytestmark = pytest.mark.anyio

VOYAGES = {"original": [6, 6, 6], "galecrest": [4, 5, 6]}


async def shadow(company: Company, visitor: Visitor) -> Shadow:
    return Shadow(visitor, await company.come(visitor.table_id, await visitor.secret()))


async def begin(company: Company, visitors: list[Visitor]) -> list[Shadow]:
    await visitors[0].at("start").click()
    for visitor in visitors:
        await expect(visitor.table).to_be_visible()
    return [await shadow(company, visitor) for visitor in visitors]


async def play(shadows: list[Shadow], edition: str, voyages: int = 3) -> None:
    """All play some voyages."""
    counts = VOYAGES[edition][:voyages]
    await asyncio.gather(*(one.play(random.Random(number), sum(counts)) for number, one in enumerate(shadows)))
    days = [(voyage, day) for voyage, count in enumerate(counts, 1) for day in range(1, count + 1)]
    assert all(one.sunrises == days for one in shadows)


async def play_out(server: Server, shadows: list[Shadow], edition: str) -> None:
    """All play to the end; the result on every page is the server's, and the record is true."""
    await play(shadows, edition)
    table: Player = shadows[0].player
    for one in shadows:
        await expect(one.visitor.at("end")).to_be_visible()
        podium = (
            await one.visitor.at("end").locator("[data-place]").evaluate_all("places => places.map(place => place.textContent)")
        )
        scores = sorted(table.table["scores"], reverse=True)
        assert [str(score) in text for score, text in zip(scores, podium, strict=True)] == [True] * len(scores)
    assert all(finding.true for finding in verified(json.dumps(server.record(table.id))))


@pytest.mark.long  # a whole game of the original by clicks is played in test_accessibility, too
async def test_three_people_and_two_bots_play_a_game_of_the_original(server: Server, company: Company, visit: Visit) -> None:
    people = [await visit() for _ in range(3)]
    await people[0].lay_table("original", players=5, bots=2)
    link = await people[0].at("invite-link").input_value()
    for visitor, name in zip(people[1:], ("Joris", "Katell"), strict=True):
        await visitor.join(link, name)
    await play_out(server, await begin(company, people), "original")


async def two_people(company: Company, visit: Visit) -> list[Shadow]:
    people = [await visit(), await visit()]
    await people[0].lay_table("galecrest", players=2)
    await people[1].join(await people[0].at("invite-link").input_value(), "Joris")
    return await begin(company, people)


async def test_two_people_play_a_voyage_of_galecrest(company: Company, visit: Visit) -> None:
    await play(await two_people(company, visit), "galecrest", voyages=1)


@pytest.mark.long  # somebody plays to the end alone, below
async def test_two_people_play_a_game_of_galecrest(server: Server, company: Company, visit: Visit) -> None:
    await play_out(server, await two_people(company, visit), "galecrest")


async def test_somebody_plays_a_game_of_galecrest_alone(server: Server, company: Company, visit: Visit) -> None:
    loner = await visit()
    await loner.lay_table("galecrest", players=1)
    await play_out(server, await begin(company, [loner]), "galecrest")
