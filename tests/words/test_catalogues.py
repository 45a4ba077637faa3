"""The catalogues: complete, alike in every language, and compiled."""

from __future__ import annotations

import re
import string
from collections.abc import Callable
from pathlib import Path

import pytest

from libertalia import Game, IllegalMove
from libertalia.game import events
from libertalia.game.setup import edition_of
from libertalia.rules.player import COLOURS
from libertalia.words import LANGUAGES, words
from libertalia.words.words import LOCALE
from tests.words import galecrest
from tests.words.galecrest import hours_of_the_cast

compile_words = pytest.importorskip("libertalia.words.compile", reason="the catalogues are read with babel")

CASTS = {"original": hours_of_the_cast(edition_of("original", {})), "galecrest": galecrest.CAST}
KINDS = {"original": edition_of("original", {}).kinds, "galecrest": galecrest.KINDS}
ASKING = {
    "original": ["pick", "take", "parrot", "recruiter", "preacher", "waitress", "gunner", "merchant", "surgeon", "saber"],
    "galecrest": galecrest.ASKING,
}
TERMS = [*events.ZONES, "voyage", "loot", "token", "bag", "deck", "doubloon", "character", "rank", "day", "score", "player"]
SILENT = {"cleared"}  # said in no language: it goes without saying
NEW_IN_GALECREST = {"reputation-moved", "removed", "swapped", "neutral-stands", "marked", "kept"}


def po(language: str) -> Path:
    return LOCALE / language / "LC_MESSAGES" / "libertalia.po"


def catalogue(language: str) -> dict[str, tuple[str, ...]]:
    """The texts of a language by key; a text with plural forms has several."""
    from babel.messages.pofile import read_po

    with po(language).open("rb") as file:
        messages = [message for message in read_po(file) if message.id]
    forms = {}
    for message in messages:
        key, text = message.id, message.string or ""
        forms[key if isinstance(key, str) else key[0]] = (text,) if isinstance(text, str) else tuple(text)
    assert len(forms) == len(messages)
    return forms


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


ENGLISH = catalogue("en")
every_language = pytest.mark.parametrize("language", LANGUAGES)
every_edition = pytest.mark.parametrize("edition", CASTS)


def test_every_folder_is_a_language() -> None:
    assert sorted(folder.name for folder in LOCALE.iterdir()) == sorted(LANGUAGES)


@every_language
def test_the_compiled_catalogue_says_the_same(language: str) -> None:
    assert compile_words.fresh(po(language)), "run: python -m libertalia.words.compile"


@every_language
def test_the_languages_have_the_same_keys(language: str) -> None:
    assert list(catalogue(language)) == list(ENGLISH)


@every_language
def test_no_text_is_empty(language: str) -> None:
    assert [key for key, forms in catalogue(language).items() if not all(form.strip() for form in forms)] == []


@every_language
def test_the_languages_fill_in_the_same(language: str) -> None:
    for key, forms in catalogue(language).items():
        for form in forms:
            assert placeholders(form) == placeholders(ENGLISH[key][0]), key
        assert len(forms) == len(ENGLISH[key]), key


@every_language
def test_who_is_spoken_to_has_sentences_of_their_own(language: str) -> None:
    """A sentence that names who did it has a twin for "you", and one that names whom it was done to as well."""
    sentences = {key: forms[0] for key, forms in catalogue(language).items() if ".event." in key}
    for key, text in sentences.items():
        if "{name}" in text and not key.endswith(".to-you"):
            assert "{name}" not in sentences[f"{key}.you"], key
        if "{to}" in text and not key.endswith(".you"):
            assert "{to}" not in sentences[f"{key}.to-you"], key


@every_language
@every_edition
def test_all_characters_are_there(language: str, edition: str) -> None:
    w = words(language)
    names = {w.character(edition, slug) for slug in CASTS[edition]}
    assert len(names) == {"original": 30, "galecrest": 40}[edition]
    for slug in CASTS[edition]:
        assert w.text(f"{edition}.character.{slug}.owned").endswith(w.character(edition, slug))


@every_language
@pytest.mark.parametrize(("edition", "slug"), [(edition, slug) for edition, cast in CASTS.items() for slug in cast])
def test_an_ability_names_its_hours(language: str, edition: str, slug: str) -> None:
    assert hours_told(language, edition, words(language).ability(edition, slug)) == CASTS[edition][slug]


@every_language
@pytest.mark.parametrize("kind", galecrest.KINDS)
def test_a_tile_names_the_hours_of_each_side(language: str, kind: str) -> None:
    w = words(language)
    for side, hours in zip(("calm", "stormy"), galecrest.TILES[kind]):
        assert hours_told(language, "galecrest", w.effect("galecrest", kind, side)) == hours


def hours_told(language: str, edition: str, text: str) -> list[str]:
    """The hours of which a text says what happens then."""
    w = words(language)
    colon = {"en": ": ", "fr": "\u00a0: "}[language]
    return [hour for hour in events.HOURS if re.search(rf"(^|\. ){w.hour(edition, hour)}{colon}", text)]


@every_language
@every_edition
def test_all_tokens_are_there(language: str, edition: str) -> None:
    w = words(language)
    assert len({w.token(edition, kind) for kind in KINDS[edition]}) == 7
    for kind in KINDS[edition]:
        assert all([w.a_token(edition, kind), w.effect(edition, kind)])
        assert w.tokens(edition, kind, 1) == f"1 {w.token(edition, kind)}"
        assert w.tokens(edition, kind, 2).startswith("2 ")


@every_language
@every_edition
def test_all_hours_colours_and_terms_are_there(language: str, edition: str) -> None:
    w = words(language)
    for hour in events.HOURS:
        assert all([w.hour(edition, hour), w.hour_rules(edition, hour)])
    for colour in COLOURS:
        assert w.colour(colour)
    for term in TERMS:
        assert w.term(edition, term)
    assert w.term(edition, {"original": "influence", "galecrest": "reputation"}[edition])
    assert w.text(f"{edition}.day-of", voyage=1, voyages=3, day=2, days=4)


@every_language
@every_edition
def test_every_asker_has_a_prompt(language: str, edition: str) -> None:
    for kind in ASKING[edition]:
        assert words(language).prompt(edition, kind)[-1] in ".?"
    assert sorted(key.split(".")[2] for key in ENGLISH if key.startswith(f"{edition}.prompt.")) == sorted(ASKING[edition])


def test_the_askers_are_those_of_the_engine() -> None:
    asking = {a.slug() for a in edition_of("original", {}).askers if "options" in type(a).__dict__ and a.number}
    assert asking | {"pick", "take"} == set(ASKING["original"])


@every_edition
def test_every_kind_of_event_has_a_sentence(edition: str) -> None:
    kinds = {re.sub(r"(?<!^)(?=[A-Z])", "-", event.__name__).lower() for event in events.Event.__subclasses__()}
    said = {key.split(".")[2] for key in ENGLISH if key.startswith(f"{edition}.event.")}
    assert said == kinds - SILENT - (NEW_IN_GALECREST if edition == "original" else set())


@every_language
def test_every_illegal_move_is_explained(language: str) -> None:
    w = words(language)
    game = Game.new("original", players=2, seed=7)
    game.play(1, game.decisions[1].options[0])
    mistakes: dict[str, Callable[[], None]] = {
        "illegal.answer": lambda: game.play(0, "kraken"),
        "illegal.seat": lambda: game.play(9, "brute"),
        "illegal.unpick": lambda: game.unpick(0),
        "illegal.turn": lambda: game.play(1, "brute"),
    }
    for key, mistake in mistakes.items():
        with pytest.raises(IllegalMove) as caught:
            mistake()
        assert caught.value.key == key
        details = {**caught.value.details, "answer": "'kraken'", "legal": ", ".join(game.decisions[0].options)}
        assert w.error(caught.value) == w.text(key, **details)
    assert w.error(IllegalMove("The game is over.", "illegal.over")) == w.text("illegal.over")


def test_french_signs_stand_after_a_space_that_does_not_break() -> None:
    wrong = re.compile(r"(?<!\u00a0)[:;!?»](?= |$)|«(?!\u00a0)")
    spoken = {key: form for key, forms in catalogue("fr").items() for form in forms}
    assert {key: form for key, form in spoken.items() if wrong.search(form)} == {}


def test_french_elides() -> None:
    wrong = re.compile(r"\b(de|le|la|que|ne|se) (?=[aeiouéèêàâîœ])", re.IGNORECASE)
    spoken = {key: form for key, forms in catalogue("fr").items() for form in forms}
    assert {key: form for key, form in spoken.items() if wrong.search(form)} == {}
