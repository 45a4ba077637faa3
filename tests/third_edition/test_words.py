"""The third edition brings its own words: it is told, exported and played in the terminal in both languages."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from libertalia import COMPILED, Game
from libertalia.rules.editions import EDITIONS
from libertalia.words import LANGUAGES, words
from libertalia.words.catalogue import read_catalogue
from libertalia.words.export import export
from tests.third_edition.lagoon.edition import Lagoon
from tests.third_edition.project import Project
from tests.words.speech import play_aloud
from tests.words.test_catalogues import placeholders

interpreted = pytest.mark.skipif(COMPILED, reason="compiled classes cannot be subclassed by a test; the interpreted engine can")
once = pytest.mark.skipif(not COMPILED, reason="the project is interpreted in any case: once is enough")

LOCALE = Path(__file__).with_name("lagoon") / "locale"


@pytest.fixture
def lagoon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(EDITIONS, "lagoon", Lagoon)


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    return Project(tmp_path_factory.mktemp("third") / "project")


def test_its_catalogues_are_alike() -> None:
    english, french = (read_catalogue(LOCALE, language) for language in LANGUAGES)
    assert list(english) == list(french)
    assert {key: placeholders(forms[0]) for key, forms in english.items()} == {
        key: placeholders(forms[0]) for key, forms in french.items()
    }


@interpreted
@pytest.mark.usefixtures("lagoon")
@pytest.mark.parametrize("weather", ["fine", "foul"])
@pytest.mark.parametrize("players", [2, 3])
def test_whole_games_are_told(players: int, weather: str) -> None:
    for seed in range(20):
        play_aloud(Game.new("lagoon", players=players, seed=seed, weather=weather), seed)


@interpreted
@pytest.mark.usefixtures("lagoon")
def test_it_says_its_own_words_and_the_common_ones() -> None:
    assert words("en").term("lagoon", "crew") == "boat"
    assert words("fr").term("lagoon", "rank") == "rang"
    assert words("en").ability("lagoon", "whale") == "Siesta — Gain 3 doubloons."
    assert words("fr").effect("lagoon", "conch").startswith("Crépuscule — Vous pouvez")


@interpreted
@pytest.mark.usefixtures("lagoon")
def test_the_page_gets_everything_about_it(tmp_path: Path) -> None:
    export(tmp_path)
    assert "lagoon" in json.loads((tmp_path / "editions.json").read_text(encoding="utf-8"))
    told = json.loads((tmp_path / "rules" / "lagoon.json").read_text(encoding="utf-8"))
    assert told["characters"]["crab"] == {"rank": 2, "hours": ["day"]}
    assert told["tokens"]["pearl"] == {"count": 6, "hours": ["rest"]}
    assert told["options"][0] | {"name": "weather", "values": ["fine", "foul"], "default": "fine"} == told["options"][0]
    assert (told["players"], told["days"], told["extras"]) == ([2, 3], [2], {"tide": {"form": "word"}})
    assert json.loads((tmp_path / "fr" / "lagoon.json").read_text(encoding="utf-8"))["title"] == "Lagon"


@once
@pytest.mark.parametrize(
    ("language", "says"),
    [
        ("en", ["Tide: low", "walks onto the beach", "Siesta — Gain 3 doubloons.", "Victory"]),
        ("fr", ["Marée\u00a0: basse", "arrive sur la plage", "Sieste — Gagnez 3 doublons.", "Victoire"]),
    ],
)
def test_a_whole_game_in_the_terminal(project: Project, language: str, says: list[str], tmp_path: Path) -> None:
    table = ["--edition", "lagoon", "--players", "3", "--weather", "foul", "--bots", "random", "--seed", "7"]
    played = project.libertalia("play", *table, "--lang", language, typed="1\n" * 50, folder=tmp_path)
    assert played.returncode == 0, played.stderr
    for part in says:
        assert part in played.stdout
    (saved,) = tmp_path.glob("libertalia-*.json")
    assert json.loads(saved.read_text(encoding="utf-8"))["record"]["options"] == {"weather": "foul"}
    replayed = project.libertalia("replay", saved, "--all", "--lang", language)
    assert replayed.returncode == 0, replayed.stderr
    assert says[1] in replayed.stdout


@once
def test_its_rules_and_its_option_are_explained(project: Project) -> None:
    assert "Edition lagoon: weather: fine, foul." in " ".join(project.libertalia("play", "--help").stdout.split())
    assert "Worth 2 doubloons." in project.libertalia("rules", "pearl", "--edition", "lagoon").stdout
    assert "la marée tourne" in project.libertalia("rules", "--edition", "lagoon", "--lang", "fr").stdout
    refused = project.libertalia("play", "--edition", "lagoon", "--weather", "odd")
    assert (refused.returncode, refused.stderr.strip()) == (2, "libertalia: weather is one of fine, foul, not 'odd'.")
