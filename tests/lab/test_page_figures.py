"""The figures that the page shows are those of the study."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from libertalia import COMPILED
from libertalia.lab import Study, study
from libertalia.lab.page_figures import page_figures
from libertalia.rules.editions import RULES_VERSION

FIGURES = Path(__file__).parents[2] / "web/src/pages/study/figures"
DEALS = 12 if COMPILED else 2


@cache
def small(edition: str, **options: Any) -> Study:
    return again(edition, **options)


def again(edition: str, **options: Any) -> Study:
    return study(edition, players=3, deals=DEALS, other_deals=DEALS // 2, level="sensible", seed=5, **options)


@pytest.mark.parametrize(("edition", "options"), [("original", {}), ("galecrest", {"board": "stormy"})])
def test_they_agree_with_the_rows_of_the_study(edition: str, options: dict[str, Any]) -> None:
    found = small(edition, **options)
    figures = page_figures(found)
    assert figures["rules"] == RULES_VERSION
    assert len(figures["settings"]) == len(found.settings)
    rows = {
        (row["players"], row["level"], row["options"], row["what"], row["slug"], row["day"]): row for row in found.rows()
    }  # fmt: skip
    shown = 0
    for setting in figures["settings"]:
        where = (setting["players"], setting["level"], json.dumps(setting["options"]))

        def same(pair: list[float], what: str, slug: str, day: int | None = None, scale: int = 1, where: Any = where) -> None:
            nonlocal shown
            row = rows[(*where, what, slug, day)]
            if row["mean"] is None:
                assert pair == [None, None]
            else:
                assert pair == pytest.approx([scale * row["mean"], scale * row["error"]], abs=0.011)
            shown += 1

        for slug, character in zip(figures["characters"], setting["characters"], strict=True):
            same(character["worth"], "character", slug)
            for day, pair in enumerate(character.get("days", []), 1):
                same(pair, "character", slug, day)
            if "parts" in character:
                row = rows[(*where, "character", slug, None)]
                assert character["parts"] == pytest.approx([row[f"from_{part}"] for part in figures["parts"]], abs=0.006)
        for kind, pair in zip(figures["tokens"], setting["tokens"], strict=True):
            same(pair, "token", kind)
        for value, by in setting.get("wins", {}).items():
            for colour, pair in by.items():
                same(pair, f"wins, {value}", colour, scale=100)
        for place, pair in enumerate(setting.get("places", []), 1):
            same(pair, "wins, place", str(place), scale=100)
    assert shown > 1000


def test_the_same_seed_gives_the_same_figures() -> None:
    assert json.dumps(page_figures(again("original"))) == json.dumps(page_figures(small("original")))


def test_the_other_settings_may_have_fewer_deals() -> None:
    found = small("galecrest")
    assert [found.deals_of(setting) for setting in found.settings] == [DEALS] + [DEALS // 2] * (len(found.settings) - 1)
    alone = study("galecrest", players=3, deals=DEALS, level="sensible", seed=5)
    assert alone.characters() == found.characters(), "the setting that was asked for is the same"
    assert f"--deals {DEALS} --other-deals {DEALS // 2}" in found.command
    assert "other-deals" not in alone.command


def test_places_in_ties_share_the_wins() -> None:
    found = small("galecrest")
    for setting in found.settings:
        places = found.places(setting)
        assert len(places) == setting.players
        assert sum(place.mean for place in places) == pytest.approx(1)
    assert not small("original").places(), "there it is the colour that splits ties"


@pytest.mark.parametrize("file", sorted(FIGURES.glob("*.json")), ids=lambda file: file.stem)
def test_what_is_shipped_is_small_and_names_its_command(file: Path) -> None:
    figures = json.loads(file.read_text(encoding="utf-8"))
    assert file.stat().st_size < 60_000
    assert figures["level"] == "search"
    assert figures["command"].startswith(f"libertalia study --edition {figures['edition']}")
    assert figures["settings"][0]["players"] == 4
    assert figures["settings"][0]["deals"] >= 3000
