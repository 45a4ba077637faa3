"""`libertalia site`: the page as files for any web server, with games that are played on the device.

Each fixed address of the page is a folder with an index.html, so no web server needs rules for them. Tables and single puzzles
have no file: 404.html, which GitHub Pages and others show then, looks for the page in the folders above and opens it there.
"""

from __future__ import annotations

import shutil
from base64 import b64encode
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Final

import typer

import libertalia
from libertalia.game.errors import LibertaliaError
from libertalia.game.setup import edition_names
from libertalia.server.web.edge.security_headers import HEADERS
from libertalia.server.web.page_html import page_at

SERVER: Final = Path(libertalia.__file__).parent / "server"
MARK: Final = "libertalia-site.txt"
"""A file in the base of a site: by it this program knows its own sites, and 404.html finds the base."""
_HEAD: Final = '<meta charset="utf-8" />\n'
_LOST: Final = """
const lost = document.querySelector('p')
const parts = location.pathname.split('/')
const folders = parts.slice(0, -1).map((_, at) => parts.slice(0, at + 1).join('/') + '/').reverse()
async function find() {
  for (const folder of folders)
    if ((await fetch(folder + 'libertalia-site.txt')).ok) {
      const asked = '/' + location.pathname.slice(folder.length) + location.search
      return location.replace(folder + '?at=' + encodeURIComponent(asked) + location.hash)
    }
  lost.hidden = false
}
find()
"""
_LOST_PAGE: Final = """<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="content-security-policy" content="default-src 'none'; connect-src 'self'; script-src '{hash}'" />
    <meta name="viewport" content="width=device-width" />
    <title>Libertalia</title>
  </head>
  <body>
    <p hidden>There is nothing at this address. <span lang="fr">Il n’y a rien à cette adresse.</span></p>
    <noscript>Libertalia needs JavaScript. Libertalia a besoin de JavaScript.</noscript>
    <script>{script}</script>
  </body>
</html>
"""


class NotASite(LibertaliaError):
    """A folder that holds something else."""


class NoPage(LibertaliaError):
    """There is nothing to write."""


def site_command(
    folder: Annotated[Path, typer.Argument(help="A new or empty folder, or one that this command has written.")],
) -> None:
    """Write the page as files for any web server: people play on their own device, without a server of ours.

    `libertalia site public`
    """
    has_engine = write_site(folder)
    files = [file for file in folder.rglob("*") if file.is_file()]
    print(f"{folder}: {len(files)} files, {sum(file.stat().st_size for file in files) / 1e6:.1f} MB.")
    if not has_engine:
        print("Without the engine for browsers: rules and study can be read, but nothing can be played. `make wasm` builds it.")


def write_site(folder: Path, server: Path = SERVER) -> bool:
    """Write a site into a folder, from what was built in the folder of the server; whether one can play there."""
    page, engine = server / "page", server / "engine"
    if not (page / "index.html").exists():
        raise NoPage("The page has not been built; `make page` builds it.")
    if folder.exists() and not folder.is_dir():
        raise NotASite(f"{folder} is not a folder.")
    if folder.exists() and any(folder.iterdir()) and not (folder / MARK).exists():
        raise NotASite(f"{folder} is not empty, and not a site that this command has written. Choose a new folder.")
    _empty(folder)
    plain = shutil.ignore_patterns("*.gz")
    shutil.copytree(page, folder, ignore=plain, dirs_exist_ok=True)
    has_engine = (engine / "engine.json").exists()
    if has_engine:
        shutil.copytree(engine, folder / "engine", ignore=plain)
    html = _without_server((page / "index.html").read_text(encoding="utf-8"))
    for address in ("", *addresses()):
        place = folder / address
        place.mkdir(parents=True, exist_ok=True)
        way = "../" * len(Path(address).parts) or "./"
        (place / "index.html").write_text(page_at(html, way), encoding="utf-8")
    digest = f"sha256-{b64encode(sha256(_LOST.encode()).digest()).decode()}"
    (folder / "404.html").write_text(_LOST_PAGE.format(hash=digest, script=_LOST), encoding="utf-8")
    (folder / ".nojekyll").touch()
    (folder / MARK).write_text("Written by `libertalia site`, which may replace everything in this folder.\n", encoding="utf-8")
    return has_engine


def addresses() -> list[str]:
    """The fixed addresses of the page, besides its base."""
    by_edition = [f"{part}/{edition}" for part in ("rules", "study", "today") for edition in edition_names()]
    return ["crew", "learn", "today", "puzzles", "study", *by_edition]


def _empty(folder: Path) -> None:
    """Remove an older site; what begins with a dot stays, such as .git."""
    folder.mkdir(parents=True, exist_ok=True)
    for entry in folder.iterdir():
        if entry.is_dir() and not entry.name.startswith("."):
            shutil.rmtree(entry)
        elif not entry.name.startswith("."):
            entry.unlink()


def _without_server(html: str) -> str:
    """The page with the policy that a server would send, and the word that there is none.

    A tag can't say who may show the page in a frame.
    """
    policy = "; ".join(rule for rule in HEADERS["content-security-policy"].split("; ") if not rule.startswith("frame-ancestors"))
    tags = f'    <meta http-equiv="content-security-policy" content="{policy}" />\n'
    tags += '    <meta name="libertalia-server" content="none" />\n'
    if _HEAD not in html:
        raise NoPage("The page is of another version than this program; `make page` builds it.")
    return html.replace(_HEAD, _HEAD + tags, 1)
