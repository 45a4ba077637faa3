"""index.html at other addresses than its own."""

from __future__ import annotations


def page_at(html: str, way: str) -> str:
    """The page for an address from which `way` leads to the page's base. It names its files as `./…`, see `web/src/lib/base.ts`.

    >>> page_at('<script src="./theme.js"></script>', "../../")
    '<script src="../../theme.js"></script>'
    """
    return html.replace('"./', f'"{way}')
