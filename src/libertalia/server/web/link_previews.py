"""What other programs show of a link to the page: a title, a sentence and a picture, in Open Graph tags.

A chat program asks for them with the link alone. So a preview says what the link alone shows anyway: what is played, and who sits
there. The picture has their names, too.
"""

from __future__ import annotations

import asyncio
import re
from functools import partial
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Final

import msgspec
from sqlalchemy.exc import SQLAlchemyError
from starlette.requests import Request

from libertalia.game.setup import edition_names
from libertalia.server.tables.registry import Tables
from libertalia.server.web.edge.language import preferred_language
from libertalia.server.web.edge.limits import PICTURE_PRICE
from libertalia.server.web.edge.response_cache import cached
from libertalia.server.web.page_html import page_at
from libertalia.server.web.preview_pictures import SIZE, PreviewPictures, people_at
from libertalia.tables.identity import TABLE_ID
from libertalia.tables.messages import TableInfo
from libertalia.words import words

GENERAL: Final = "general"
_TABLE_ID: Final = re.compile(TABLE_ID)


class LinkPreviews:
    """The page with tags for programs that show a link to it. `folder` is where the page was built."""

    def __init__(self, folder: Path) -> None:
        self._index = folder / "index.html"
        self._pictures = PreviewPictures(folder)

    async def page(self, request: Request, tables: Tables) -> str:
        """The page, for a link to a table or to anything else."""
        language = preferred_language(request.headers.get("accept-language"))
        info = await _listed(tables, request.path_params.get("table", ""))
        title, text = _about(info, language)
        tags = {
            "og:type": "website",
            "og:site_name": "Libertalia",
            "og:title": title,
            "og:description": text,
            "og:url": str(request.url.replace(query="")),
            "og:image": f"{request.base_url}{self._picture_path(info)}",
            "og:image:width": str(SIZE[0]),
            "og:image:height": str(SIZE[1]),
            "twitter:card": "summary_large_image",
        }
        lines = "".join(f'    <meta property="{name}" content="{escape(content)}" />\n' for name, content in tags.items())
        return page_at(self._index.read_text(encoding="utf-8"), "/").replace("  </head>", lines + "  </head>", 1)

    async def picture(self, request: Request, tables: Tables) -> bytes | None:
        """The picture of a table, with the names of those who sit there; nothing if there is no such table."""
        info = await _listed(tables, request.path_params["table"])
        if info is None or not self._pictures.has(info.edition):
            return None
        edition, people = info.edition, people_at(info.seats)
        make = partial(asyncio.to_thread, self._pictures.draw, edition, people)
        return await cached(request, ("picture", edition, people), PICTURE_PRICE, make)

    def _picture_path(self, info: TableInfo | None) -> str:
        """Where the picture is. The address changes with the people: other programs cache the picture."""
        if info is None or not self._pictures.has(info.edition):
            return f"preview/{GENERAL}.jpg"
        people = repr([(seat.name, seat.colour) for seat in info.seats])
        return f"t/{info.id}/preview.jpg?{sha256(people.encode()).hexdigest()[:8]}"


async def _listed(tables: Tables, table: str) -> TableInfo | None:
    """What the lists say about a table; nothing if there is none, or if the database can't be asked."""
    if not tables.is_open or not _TABLE_ID.fullmatch(table):
        return None
    try:
        known = await tables.services.database.list_info(table)
        return msgspec.json.decode(known, type=TableInfo) if known is not None else None
    except (SQLAlchemyError, msgspec.MsgspecError):
        return None


def _about(info: TableInfo | None, language: str) -> tuple[str, str]:
    """A title and a sentence about a table, or about the game."""
    say = words(language)
    if info is None or info.edition not in edition_names():
        return "Libertalia", say.text("preview.general")
    names = say.listed(seat.name for seat in info.seats if seat.kind == "person" and seat.name)
    people = any(seat.kind == "person" for seat in info.seats)
    free = sum(seat.kind == "open" for seat in info.seats)
    edition = say.say(info.edition, "title")
    if info.status == "open" and free:
        text = say.text("preview.open", count=free)
    else:
        text = say.text("preview.over" if info.status in ("over", "archived") else "preview.playing")
    return say.text("preview.title", edition=edition, names=names) if people else edition, text
