"""Each edition has its own words for the same things, and uses no others. What is said in every edition names none of them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from libertalia.game.setup import edition_names
from libertalia.rules.editions import folder_of
from libertalia.words import LANGUAGES
from libertalia.words.catalogue import read_catalogue
from libertalia.words.words import COMMON

WEB = Path(__file__).parents[2] / "web/src"

OWN = {
    ("original", "en"): ["campaigns?", "dens?", "booty", "cemeter(?:y|ies)"],
    ("galecrest", "en"): ["voyages?", "islands?", "loot", "graveyards?"],
    ("original", "fr"): ["campagnes?", "repaires?", "navires?"],
    ("galecrest", "fr"): ["voyages?", "bateaux?", "îles?"],
}
"""What one edition says and the other does not."""
NOBODYS = {
    "en": ["sunk", "sinks?", "buried", "thrown out", "gone home"],
    "fr": ["coulée?s?", "enterrée?s?", "rentrée?s?"],
}
"""What used to be said for "discarded", and what no edition says."""


def foreign(edition: str, language: str) -> list[str]:
    return [word for (name, lang), found in OWN.items() if lang == language and name != edition for word in found] + NOBODYS[
        language
    ]


def found_in(text: str, patterns: list[str]) -> list[str]:
    """Which of the words a text says; what stands in braces is filled in later."""
    said = re.sub(r"\{[^}]*\}", "", text)
    return [word for word in patterns if re.search(rf"\b(?:{word})\b", said, re.IGNORECASE)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("edition", edition_names())
def test_an_edition_speaks_its_own_words(edition: str, language: str) -> None:
    texts = read_catalogue(folder_of(edition) / "locale", language)
    wrong = {key: words for key, forms in texts.items() if (words := found_in(" ".join(forms), foreign(edition, language)))}
    assert wrong == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_common_words_belong_to_no_edition(language: str) -> None:
    """But for what an edition says in its own words: there the common text is for editions without any. The lab's tables compare
    editions, and have one heading for both."""
    own = set.intersection(*(set(read_catalogue(folder_of(edition) / "locale", language)) for edition in edition_names()))
    every = [word for edition in edition_names() for word in foreign(edition, language)]
    texts = read_catalogue(COMMON, language)
    wrong = {key: words for key, forms in texts.items() if key not in own and (words := found_in(" ".join(forms), every))}
    assert {key: words for key, words in wrong.items() if not key.startswith(("event.scored", "cli.loot"))} == {}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("file", ["lib/texts/table.{}.ts", "lib/texts/shell.{}.ts"])
def test_the_page_speaks_of_no_edition(file: str, language: str) -> None:
    source = (WEB / file.format(language)).read_text(encoding="utf-8")
    literals = re.findall(r"'((?:[^'\\\n]|\\.)*)'", source)
    every = [word for edition in edition_names() for word in foreign(edition, language)]
    wrong = {text: words for text in literals if (words := found_in(text, every))}
    assert wrong == {}
