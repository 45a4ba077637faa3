"""What the page learns of the rules and the words."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from libertalia.game.setup import edition_names, edition_of
from libertalia.words import LANGUAGES, words
from libertalia.words.export import export, rules

every_edition = pytest.mark.parametrize("edition", edition_names())


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("data")
    export(folder)
    return folder


def loaded(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def test_the_editions_are_listed(folder: Path) -> None:
    assert loaded(folder / "editions.json") == list(edition_names())


@every_edition
def test_rules_are_the_engines(edition: str, folder: Path) -> None:
    told = loaded(folder / "rules" / f"{edition}.json")
    made = edition_of(edition, {})
    assert {slug: character["rank"] for slug, character in told["characters"].items()} == made.rank_of
    assert [token["count"] for token in told["tokens"].values()] == [made.full_bag >> 4 * i & 15 for i in range(len(made.kinds))]
    assert all(character["hours"] for character in told["characters"].values())
    assert all(neutral["hours"] for neutral in told["neutrals"].values())
    assert (told["days"], told["players"]) == (made.voyages, {"original": [2, 6], "galecrest": [1, 6]}[edition])


@every_edition
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_there(edition: str, language: str, folder: Path) -> None:
    own, common = loaded(folder / language / f"{edition}.json"), loaded(folder / language / "common.json")
    assert set(own) == set(words(language).own(edition))
    assert {"whose", "why", "list.and", "colour.red", "cli.you", "event.gained", "term.rank"} <= set(common)
    assert not any(key.startswith(("table.", "cli.help")) for key in common), "these are not the page's"
    assert len(common["cli.doubloons"]) == 2


@every_edition
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_choice_before_a_game_has_its_words(edition: str, language: str) -> None:
    options: Any = rules(edition)["options"]
    for option in options:
        for key in (option["name"], *[f"{option['name']}.{value}" for value in option["values"]]):
            assert words(language).say(edition, f"setup.{key}")
        assert option["default"] in option["values"]


@every_edition
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_page_says_of_an_edition(edition: str, language: str) -> None:
    for key in ("title", "pitch", "goal", "deal", "richest", "sharing"):
        assert words(language).say(edition, key)
    for key in ("voyage", "voyage-over"):
        assert "3" in words(language).say(edition, key, voyage=3)
    for extra in edition_of(edition, {}).extras_forms():
        assert words(language).term(edition, extra)


def test_marks_are_told_for_each_value_of_their_option() -> None:
    told = rules("original")
    characters: Any = told["characters"]
    assert told["marked_by"] == "influence"
    assert characters["parrot"]["marks"]["printed"]["yellow"] == 1
    assert sorted(characters["parrot"]["marks"]["fair"].values()) == [1, 2, 3, 4, 5, 6]
    assert rules("galecrest")["marked_by"] == ""


def test_sides_are_told_with_their_hours() -> None:
    tokens: Any = rules("galecrest")["tokens"]
    assert tokens["relic"] == {
        "count": 8,
        "sides": {
            "calm": {"hours": ["rest"], "reconstructed": False},
            "stormy": {"hours": ["night", "rest"], "reconstructed": True},
        },
    }
    original: Any = rules("original")["tokens"]
    assert original["saber"] == {"count": 6, "hours": ["dusk"]}
