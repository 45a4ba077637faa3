"""What the page may weigh. How long it takes depends on the machine: see `benchmarks.page`."""

from __future__ import annotations

import gzip
from pathlib import Path
from urllib.parse import urlsplit

import pytest

import libertalia
from tests.page.conftest import Visit
from tests.page.visitor import Visitor
from tests.server.harness import Server
from tests.server.people import Company

pytestmark = pytest.mark.anyio

PAGE = Path(libertalia.__file__).parent / "server/page"
MOST = 150_000


def scripts_of(visitor: Visitor) -> list[Path]:
    """The scripts that a visit has loaded."""
    paths = {urlsplit(address).path for address in visitor.addresses}
    return [PAGE / path.lstrip("/") for path in paths if path.endswith(".js")]


def weight(files: list[Path]) -> int:
    return sum(len(gzip.compress(file.read_bytes())) for file in files)


async def test_the_first_page_is_light(visit: Visit) -> None:
    visitor = await visit()
    await visitor.go("/")
    await visitor.page.wait_for_load_state("networkidle")
    scripts = scripts_of(visitor)
    print(f"\nthe first page with {weight(scripts) / 1000:.1f} kB of scripts")
    assert scripts
    assert weight(scripts) <= MOST


@pytest.mark.parametrize("edition", ["original", "galecrest"])
async def test_a_table_is_light(company: Company, visit: Visit, edition: str) -> None:
    ines = (await company.begin(1, ("greedy",) * 3, edition=edition))[0]
    visitor = await visit()
    await visitor.come(ines.id, ines.secret)
    await visitor.option(ines.own["hand"][0]).wait_for()
    scripts = scripts_of(visitor)
    print(f"\n{edition}: a table with {weight(scripts) / 1000:.1f} kB of scripts")
    assert weight(scripts) <= MOST


async def test_assets_are_compressed_and_kept(server: Server) -> None:
    script = max((PAGE / "assets").glob("*.js"), key=lambda file: file.stat().st_size)
    answer = server.get(f"/assets/{script.name}", headers={"Accept-Encoding": "gzip"})
    assert answer.headers["content-encoding"] == "gzip"
    assert "immutable" in answer.headers["cache-control"]
