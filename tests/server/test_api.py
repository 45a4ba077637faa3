"""The HTTP part keeps to its own description, whatever it is asked."""

from __future__ import annotations

import asyncio
import os
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis import checks

from libertalia.server.app import create_app
from libertalia.server.settings import Settings
from tests.server.harness import Server
from tests.server.people import Company, play_out


async def _some_tables(server: Server) -> list[str]:
    """Tables in every state, of both editions."""
    ids = [
        server.create(players=6, public=True)["table"],
        server.create(edition="galecrest", players=3, bots=["random"])["table"],
    ]
    async with Company(server) as company:
        playing = await company.begin(2, public=True, clock={"decision": 3600, "game": 86_400})
        over = await company.begin(2, ("random",), edition="galecrest", options={"board": "stormy"}, public=True)
        await play_out(over)
        put_away = await company.begin(1, ("greedy",))
        await play_out(put_away)
        await put_away[0].do("archive")
        return [*ids, playing[0].id, over[0].id, put_away[0].id]


@pytest.fixture(scope="module")
def tables(pg_server: Server) -> list[str]:
    return asyncio.run(_some_tables(pg_server))


CHECKS: list[schemathesis.CheckFunction] = [
    checks.not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
]
"""Not those that the rules of the game are too fine for: a name may be as described and yet taken."""

EXAMPLES = 60 if "LIBERTALIA_LONG" in os.environ else 10
"""Random requests of each kind, besides those that schemathesis makes of every limit in the description."""

described = create_app(Settings()).openapi()
api = schemathesis.openapi.from_dict(described)


@api.parametrize()
@settings(max_examples=EXAMPLES, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
def test_answers_are_as_described(case: schemathesis.Case[Any], pg_server: Server, tables: list[str]) -> None:
    """No answer is a failure of the server, and each has a status, a type and a body that the description knows."""
    if case.path_parameters and "table" in case.path_parameters:  # ask mostly for tables that are there
        which = len(str(case.path_parameters["table"])) % (len(tables) + 1)
        if which < len(tables):
            case.path_parameters["table"] = tables[which]
    case.call_and_validate(base_url=pg_server.url, checks=CHECKS)


def test_the_server_hands_out_this_description(pg_server: Server) -> None:
    assert pg_server.get("/api/openapi.json").json() == described
