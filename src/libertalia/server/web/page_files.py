"""Serves the files of the page, where it has been built."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path
from typing import Final

from fastapi import FastAPI
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, PlainTextResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from libertalia.server.web.edge.response_cache import ResponseCache, accepts_gzip
from libertalia.server.web.link_previews import LinkPreviews

_PATHS: Final = (
    *("/", "/t/{table}", "/t/{table}/replay", "/rules/{edition}", "/crew", "/learn"),
    *("/today", "/today/{edition}", "/puzzles", "/puzzles/{edition}/{puzzle}", "/study", "/study/{edition}"),
)
"""The addresses of the page."""


class _Files(StaticFiles):
    """The page's files. Assets have a hash in their names and never change; for a path without a file, a browser gets the page.

    They were compressed when the page was built, and are read once.
    """

    def __init__(self, folder: Path, index: Path) -> None:
        super().__init__(directory=folder)
        self._index = index
        self._cache = ResponseCache()
        self._compressed = set(folder.rglob("*.gz"))

    async def get_response(self, path: str, scope: Scope) -> Response:
        if path.endswith(".gz"):
            raise HTTPException(404)
        try:
            found = await super().get_response(path, scope)
        except HTTPException as error:
            browsing = "text/html" in Headers(scope=scope).get("accept", "")
            if error.status_code != 404 or not browsing or path.startswith(("assets/", "api/")):
                raise
            return FileResponse(self._index, 404, headers={"cache-control": "no-cache"})
        if path.startswith("assets/"):
            found.headers["cache-control"] = "public, max-age=31536000, immutable"
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


def add_page(app: FastAPI, folder: Path) -> None:
    """Serve the page from a folder."""
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
    if index.exists():
        app.mount("/", _Files(folder, index))
