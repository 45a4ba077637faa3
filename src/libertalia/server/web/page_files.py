"""Serves the files of the page and of the engine for browsers, where they have been built."""

from __future__ import annotations

import asyncio
import re
from functools import partial
from pathlib import Path
from typing import ClassVar, Final

from fastapi import FastAPI
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, PlainTextResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from libertalia.server.web.edge.response_cache import ResponseCache, accepts_gzip
from libertalia.server.web.link_previews import LinkPreviews
from libertalia.server.web.page_html import page_at

_PATHS: Final = (
    *("/", "/t/{table}", "/t/{table}/replay", "/rules/{edition}", "/crew", "/learn"),
    *("/today", "/today/{edition}", "/puzzles", "/puzzles/{edition}/{puzzle}", "/study", "/study/{edition}"),
)
"""The addresses of the page."""


class _Files(StaticFiles):
    """Files of a folder, some of which never change. They were compressed when they were built, and are read once."""

    unchanging: ClassVar[str]
    """What the paths of files that never change look like: they have a hash in them."""

    def __init__(self, folder: Path) -> None:
        super().__init__(directory=folder)
        self._cache = ResponseCache()
        self._compressed = set(folder.rglob("*.gz"))

    async def get_response(self, path: str, scope: Scope) -> Response:
        if path.endswith(".gz"):
            raise HTTPException(404)
        found = await super().get_response(path, scope)
        lasting = re.match(self.unchanging, path)
        found.headers["cache-control"] = "public, max-age=31536000, immutable" if lasting else "no-cache"
        return await self._whole(found, scope) if isinstance(found, FileResponse) else found

    async def _whole(self, found: FileResponse, scope: Scope) -> Response:
        """A file from the memory, compressed if the client can read that."""
        file, headers = Path(found.path), dict(found.headers)
        del headers["accept-ranges"]
        packed = file.with_name(file.name + ".gz")
        if accepts_gzip(Request(scope)) and packed in self._compressed:
            file = packed
            headers |= {"content-encoding": "gzip", "vary": "Accept-Encoding"}
        content = await self._cache.get((file, headers["etag"]), partial(asyncio.to_thread, file.read_bytes))
        return Response(content, headers=headers | {"content-length": str(len(content))})


class _PageFiles(_Files):
    """The page's files. For a path without a file, a browser gets the page."""

    unchanging = "assets/"

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self._index = folder / "index.html"

    async def get_response(self, path: str, scope: Scope) -> Response:
        try:
            return await super().get_response(path, scope)
        except HTTPException as error:
            browsing = "text/html" in Headers(scope=scope).get("accept", "")
            if error.status_code != 404 or not browsing or path.startswith(("assets/", "api/", "engine/")):
                raise
            html = page_at(self._index.read_text(encoding="utf-8"), "/")
            return HTMLResponse(html, 404, headers={"cache-control": "no-cache"})


class _EngineFiles(_Files):
    """The engine for browsers: `engine.json`, and a folder for each version. See `web/src/device/engine.ts`."""

    unchanging = "[0-9a-f]{12}/"


def add_page(app: FastAPI, folder: Path, engine: Path) -> None:
    """Serve the page and the engine for browsers from their folders."""
    index = folder / "index.html"
    previews = LinkPreviews(folder)

    async def page(request: Request) -> Response:
        if not index.exists():
            return PlainTextResponse("The page has not been built; `make play` builds it. The tables are at /api/tables.")
        return HTMLResponse(await previews.page(request, app.state.tables), headers={"cache-control": "no-cache"})

    async def preview(request: Request) -> Response:
        picture = await previews.picture(request, app.state.tables)
        if picture is None:
            raise HTTPException(404)
        return Response(picture, media_type="image/jpeg", headers={"cache-control": "public, max-age=3600"})

    app.add_api_route("/t/{table}/preview.jpg", preview, methods=["GET", "HEAD"], include_in_schema=False)
    for path in _PATHS:
        app.add_api_route(path, page, methods=["GET", "HEAD"], include_in_schema=False)
    if engine.is_dir():
        app.mount("/engine", _EngineFiles(engine))
    if index.exists():
        app.mount("/", _PageFiles(folder))
