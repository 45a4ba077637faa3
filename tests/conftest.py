"""Which tests are long."""

from __future__ import annotations

import os

import pytest


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave the long tests to `make soak`."""
    if "LIBERTALIA_LONG" not in os.environ:
        left = [item for item in items if item.get_closest_marker("long") is not None]
        config.hook.pytest_deselected(items=left)
        items[:] = [item for item in items if item not in left]
