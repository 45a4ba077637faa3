"""Data frames for notebooks, by polars; `frame.to_pandas()` gives those who want it pandas."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import polars


def frame(rows: Iterable[dict[str, Any]]) -> polars.DataFrame:
    """Rows of plain data as a data frame."""
    return polars.DataFrame(list(rows), infer_schema_length=None)
