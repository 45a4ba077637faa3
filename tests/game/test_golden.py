"""Golden playthroughs: a change of behaviour shows as a diff that a person can read."""

from __future__ import annotations

import pytest

from tests.stories import GOLDEN, HERE, story


@pytest.mark.parametrize("name", GOLDEN)
def test_the_story_is_the_same(name: str) -> None:
    """If the change is meant: `python -m tests.stories`, and read the diff."""
    assert story(*GOLDEN[name]) == (HERE / "golden" / f"{name}.md").read_text(encoding="utf-8")
