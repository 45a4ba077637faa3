"""The trained nets that come with the package: one for each edition, made by `libertalia train`."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from libertalia.rules.edition import Edition
from libertalia.search.net import Net
from libertalia.search.weights import read_weights

NETS: Final = Path(__file__).parent / "nets"


@cache  # an edition with its options is one object for the whole process
def trained_net(edition: Edition) -> Net | None:
    """The net of an edition; None if nobody has trained one."""
    path = NETS / f"{edition.name()}.npz"
    return Net(edition, read_weights(path)) if path.exists() else None
