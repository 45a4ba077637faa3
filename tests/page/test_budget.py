"""What the page may weigh, and how long it may take. Times depend on the machine, so they are printed and bounded generously."""

from __future__ import annotations

import gzip
import time
from pathlib import Path
from urllib.parse import urlsplit

import pytest

import libertalia
from tests.page.conftest import Visit
from tests.server.harness import Server
from tests.server.people import Company

pytestmark = pytest.mark.anyio

PAGE = Path(libertalia.__file__).parent / "server/page"
MOST = 150_000


def weight(files: list[Path]) -> int:
    return sum(len(gzip.compress(file.read_bytes())) for file in files)


def test_all_scripts_together_are_light() -> None:
    scripts = sorted(PAGE.rglob("*.js"))
    print(f"\n{len(scripts)} scripts, {weight(scripts) / 1000:.1f} kB compressed")
    assert scripts
    assert weight(scripts) <= MOST


@pytest.mark.parametrize("edition", ["original", "galecrest"])
async def test_a_table_comes_quickly_and_is_light(company: Company, visit: Visit, edition: str) -> None:
    ines = (await company.begin(1, ("greedy",) * 3, edition=edition))[0]
    visitor = await visit()
    await visitor.page.wait_for_timeout(100)
    began = time.perf_counter()
    await visitor.come(ines.id, ines.secret)
    await visitor.option(ines.own["hand"][0]).wait_for()
    took = time.perf_counter() - began
    paths = {urlsplit(address).path for address in visitor.addresses}
    scripts = [PAGE / path.lstrip("/") for path in paths if path.endswith(".js")]
    print(f"\n{edition}: a table after {took * 1000:.0f} ms, with {weight(scripts) / 1000:.1f} kB of scripts")
    assert weight(scripts) <= MOST
    assert took < 15


async def test_assets_are_compressed_and_kept(server: Server) -> None:
    script = next((PAGE / "assets").glob("*.js"))
    answer = server.get(f"/assets/{script.name}", headers={"Accept-Encoding": "gzip"})
    assert answer.headers["content-encoding"] == "gzip"
    assert "immutable" in answer.headers["cache-control"]
