"""`libertalia site`: what is written, and where it refuses to."""

from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256
from pathlib import Path

import pytest

from libertalia.game.setup import edition_names
from libertalia.server.web import page_files
from libertalia.terminal.site import NoPage, NotASite, addresses, write_site
from tests.server.harness import libertalia

INDEX = """<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <script src="./theme.js"></script>
  </head>
</html>
"""


@pytest.fixture
def built(tmp_path: Path) -> Path:
    """What was built: a small page, and no engine."""
    page = tmp_path / "built" / "page"
    (page / "assets").mkdir(parents=True)
    (page / "index.html").write_text(INDEX)
    (page / "assets" / "index-1.js").write_text("ahoy()")
    (page / "assets" / "index-1.js.gz").write_bytes(b"packed")
    return page.parent


def test_every_fixed_address_has_a_file_that_finds_the_others(built: Path, tmp_path: Path) -> None:
    site = tmp_path / "site"
    assert not write_site(site, built)
    for address in ("", *addresses()):
        html = (site / address / "index.html").read_text()
        (way,) = re.findall(r'src="([./]*)theme.js"', html)
        assert (site / address / way).resolve() == site.resolve()
        assert '<meta name="libertalia-server" content="none" />' in html
        assert "script-src 'self' 'wasm-unsafe-eval'" in html
        assert "frame-ancestors" not in html
    assert (site / ".nojekyll").exists()
    assert not list(site.rglob("*.gz"))


def test_the_addresses_are_those_that_the_server_knows() -> None:
    fixed = [path for path in page_files._PATHS if not re.search(r"{(table|puzzle)}", path)]
    known = {path.strip("/").replace("{edition}", edition) for path in fixed for edition in edition_names()}
    assert {"", *addresses()} == known


def test_the_policy_of_the_404_page_allows_its_own_script_only(built: Path, tmp_path: Path) -> None:
    write_site(tmp_path / "site", built)
    html = (tmp_path / "site" / "404.html").read_text()
    (script,) = re.findall(r"<script>(.*)</script>", html, re.DOTALL)
    assert f"script-src 'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'" in html


def test_the_engine_comes_along(built: Path, tmp_path: Path) -> None:
    (built / "engine" / "0123456789ab").mkdir(parents=True)
    (built / "engine" / "engine.json").write_text("{}")
    (built / "engine" / "0123456789ab" / "packages.zip").write_bytes(b"python")
    assert write_site(tmp_path / "site", built)
    assert (tmp_path / "site" / "engine" / "0123456789ab" / "packages.zip").read_bytes() == b"python"


def test_an_own_site_is_replaced(built: Path, tmp_path: Path) -> None:
    site = tmp_path / "site"
    write_site(site, built)
    (site / "assets" / "index-0.js").write_text("of an older version")
    (site / ".git").mkdir()
    write_site(site, built)
    assert not (site / "assets" / "index-0.js").exists()
    assert (site / ".git").exists()


def test_another_folder_is_left_alone(built: Path, tmp_path: Path) -> None:
    (tmp_path / "photos").mkdir()
    (tmp_path / "photos" / "parrot.jpg").write_bytes(b"squawk")
    with pytest.raises(NotASite, match="not empty"):
        write_site(tmp_path / "photos", built)
    with pytest.raises(NotASite, match="not a folder"):
        write_site(tmp_path / "photos" / "parrot.jpg", built)
    assert [file.name for file in (tmp_path / "photos").iterdir()] == ["parrot.jpg"]


def test_without_a_page_there_is_no_site(tmp_path: Path) -> None:
    with pytest.raises(NoPage, match="make page"):
        write_site(tmp_path / "site", tmp_path)
    assert not (tmp_path / "site").exists()


def test_the_command_says_what_is_wrong_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "parrot.jpg").touch()
    refused = libertalia("site", tmp_path)
    assert refused.returncode == 2
    assert "not empty" in refused.stderr
    assert "Traceback" not in refused.stderr
