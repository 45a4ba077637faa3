"""A short form of the soak: each kind of fault once, on each database. `make soak` runs it for an hour."""

from __future__ import annotations

import os

import pytest

from tests.faults.faults import ON_POSTGRESQL, ON_SQLITE, Fault
from tests.faults.soak import soak

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.mark.parametrize(("kind", "faults"), [("sqlite", ON_SQLITE), ("postgresql", ON_POSTGRESQL)])
async def test_nothing_is_lost_whatever_goes_wrong(kind: str, faults: dict[str, Fault]) -> None:
    wrong, done = await soak(kind, 0, tables=2, seed=int(os.environ.get("LIBERTALIA_SOAK_SEED", 11)), lasting=0.5)
    assert wrong == []
    assert done == faults.keys()
