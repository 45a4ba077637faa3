"""What the page gets to know of the rules and the words."""

import json
from pathlib import Path
from typing import Any

import pytest

from libertalia.game.setup import edition_of
from libertalia.rules.editions import EDITIONS
from libertalia.words import LANGUAGES, words
from libertalia.words.export import export, hours, rules


def loaded(path: Path) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return data


@pytest.mark.parametrize("edition", EDITIONS)
def test_rules_are_the_engines(edition: str, tmp_path: Path) -> None:
    export(tmp_path)
    told = loaded(tmp_path / "rules" / f"{edition}.json")
    made = edition_of(edition, {})
    assert {slug: character["rank"] for slug, character in told["characters"].items()} == made.rank_of
    assert sum(told["tokens"].values()) == sum(int(made.full_bag >> 4 * index & 15) for index in range(len(made.kinds)))
    assert all(character["hours"] for character in told["characters"].values())


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_of_an_edition_is_there(edition: str, language: str, tmp_path: Path) -> None:
    export(tmp_path)
    told = loaded(tmp_path / language / f"{edition}.json")
    keys = [key for key in words(language).everything() if key.startswith(f"{edition}.")]
    assert set(told) == {key.removeprefix(f"{edition}.") for key in keys}
    common = loaded(tmp_path / language / "common.json")
    assert {"whose", "why", "list.and", "colour.red", "cli.you"} <= set(common)
    assert len(common["cli.doubloons"]) == 2


def test_the_engine_agrees_with_the_printed_hours() -> None:
    made = edition_of("original", {})
    awake = {"day": made.by_day, "dusk": made.by_dusk | made.lootless, "night": made.by_night, "rest": made.at_rest}
    for slug, rank in made.rank_of.items():
        assert hours("original", slug) == [hour for hour, cards in awake.items() if cards >> rank & 1]


def test_influence_is_told_for_both_ways_of_breaking_ties() -> None:
    characters: Any = rules("original")["characters"]
    assert characters["parrot"]["influence"]["printed"]["yellow"] == 1
    assert sorted(characters["parrot"]["influence"]["fair"].values()) == [1, 2, 3, 4, 5, 6]
