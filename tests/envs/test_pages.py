"""The pages of the environments are those that the code writes."""

from __future__ import annotations

import runpy
from pathlib import Path

MAKE = Path(__file__).parents[2] / "docs" / "envs" / "make.py"


def test_the_pages_are_up_to_date() -> None:
    assert runpy.run_path(str(MAKE))["main"](check=True) == 0, "run .venv/bin/python docs/envs/make.py"
