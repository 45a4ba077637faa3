"""Studies: the same seed gives the same report, wherever it was made; and clear cases are found."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from pathlib import Path

import polars
import pytest

from libertalia import COMPILED, LibertaliaError
from libertalia.lab import Study, study
from libertalia.lab.journal import OtherRun
from libertalia.lab.report import report
from libertalia.search.trials import LEVELS

DEALS = 60 if COMPILED else 1


def small(folder: Path | None = None, processes: int = 1, seed: int = 3) -> Study:
    return study("original", players=2, deals=DEALS, level="sensible", seed=seed, processes=processes, folder=folder)


@pytest.fixture(scope="module")
def found() -> Study:
    return small()


def test_the_same_on_one_core_and_on_two_and_after_a_kill(found: Study, tmp_path: Path) -> None:
    two = small(tmp_path, processes=2)
    assert report(two) == report(found) == (tmp_path / "study.html").read_text(encoding="utf-8")
    assert two.rows() == found.rows()
    journal = tmp_path / "journal.jsonl"
    lines = journal.read_bytes().splitlines(keepends=True)
    journal.write_bytes(b"".join(lines[:3]) + lines[3][:50])
    assert small(tmp_path).rows() == found.rows()
    with pytest.raises(OtherRun):
        small(tmp_path, seed=4)


def test_another_seed_finds_other_figures(found: Study) -> None:
    assert small(seed=4).rows() != found.rows()


def test_the_average_card_is_worth_nothing(found: Study) -> None:
    for setting in found.settings:
        assert sum(worth.worth.mean for worth in found.characters(setting) if worth.worth.error < float("inf")) == pytest.approx(
            0
        )


def test_what_is_studied(found: Study) -> None:
    assert [setting.players for setting in found.settings if setting.level == "sensible"] == [2, 3, 4, 5, 6]
    assert {setting.level for setting in found.settings if setting.players == 2} == set(LEVELS)
    assert len(found.characters()) == 30
    boards = study("galecrest", deals=1, level="random", board="stormy").settings
    assert {dict(setting.options)["board"] for setting in boards} == {"calm", "stormy"}


@pytest.mark.skipif(not COMPILED, reason="many voyages")
def test_clear_cases_are_found(found: Study) -> None:
    worths = {worth.slug: worth.worth.mean for worth in found.characters()}
    assert worths["captain"] > 0 > worths["recruiter"]
    tokens = {worth.slug: worth.worth for worth in found.tokens()}
    assert tokens["chest"].mean > tokens["jewel"].mean > tokens["goods"].mean > 0 > tokens["cursed-relic"].mean
    barkeep = found.characters()[6]
    assert barkeep.days[0].mean > 0 > barkeep.days[-1].mean
    shares = found.colours()
    assert set(shares) == {"printed", "fair"}
    assert all(0 < share.mean < 1 for share in shares["fair"].values())


def test_the_figures_are_written_as_json_and_parquet(tmp_path: Path) -> None:
    made = small(tmp_path)
    assert json.loads((tmp_path / "study.json").read_text()) == made.rows()
    assert polars.read_parquet(tmp_path / "study.parquet").to_dicts() == made.rows() == made.frame().to_dicts()


def test_the_figures_can_be_looked_up(found: Study) -> None:
    main = found.frame().filter(polars.col("players") == 2, polars.col("level") == "sensible", polars.col("what") == "character")
    assert main.filter(polars.col("day").is_null()).height == 30
    barkeep = main.filter(polars.col("slug") == "barkeep").sort("day")
    assert barkeep["day"].to_list() == [None, 1, 2, 3, 4, 5, 6]
    assert barkeep["from_night"].drop_nulls().len() == 1


class Tags(HTMLParser):
    """Checks that tags are closed in order, and collects what would be loaded from elsewhere."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.loaded: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag != "meta":
            self.open.append(tag)
        self.loaded += [str(value) for name, value in attrs if name in ("src", "href")]

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_report_is_one_page_that_needs_nothing_else(found: Study) -> None:
    page = report(found)
    tags = Tags()
    tags.feed(page)
    assert not tags.open
    assert not tags.loaded
    assert "url(" not in page
    assert "@import" not in page
    for name in ("Captain", "Governor&#x27;s Daughter", "treasure map", "libertalia study --edition original"):
        assert name in page


@pytest.mark.parametrize("wrong", [{"level": "captain"}, {"players": 1}, {"players": 7}, {"edition": "third"}, {"board": "calm"}])
def test_what_is_wrong_is_said_before_anything_is_sailed(wrong: dict[str, object]) -> None:
    with pytest.raises(LibertaliaError):
        study(**{"deals": 10**9, **wrong})  # type: ignore[arg-type]
