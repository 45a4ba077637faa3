"""What is needed beyond the package itself: the extras `lab` and `ray`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from libertalia.game.errors import LibertaliaError


class MissingExtra(LibertaliaError):
    """Packages are needed that are not installed."""

    key = "lab.extra"


@contextmanager
def extra(name: str) -> Iterator[None]:
    """Import what an extra brings; if it isn't installed, the error says how to install it."""
    try:
        yield
    except ImportError as error:
        raise MissingExtra(f"This needs the package {error.name}: pip install 'libertalia[{name}]'") from None
