"""Which tests are long, and which may be tried again."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

import pytest

_TESTS: Final = Path(__file__).parent
_WITH_OTHER_PROCESSES: Final = {"faults", "packaging", "page", "server", "terminal"}


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave the long tests to `make soak`, and give a further try to what depends on other processes."""
    if "LIBERTALIA_LONG" not in os.environ:
        left = [item for item in items if item.get_closest_marker("long") is not None]
        config.hook.pytest_deselected(items=left)
        items[:] = [item for item in items if item not in left]
    _allow_a_further_try(config, items)


def _allow_a_further_try(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What waits for servers, browsers and terminals gets one further try: on a busy machine, one of them may starve.

    Such a retry is named at the end of the run; with `--reruns 0` there is none. All other tests have to pass at once.
    """
    if config.getoption("reruns") is not None:
        return
    for item in items:
        if item.path.is_relative_to(_TESTS) and item.path.relative_to(_TESTS).parts[0] in _WITH_OTHER_PROCESSES:
            item.add_marker(pytest.mark.flaky(reruns=1))
