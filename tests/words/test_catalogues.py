"""The catalogues: complete and alike in every language."""

from __future__ import annotations

import re
import string
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from libertalia import Game, IllegalMove
from libertalia.game import events
from libertalia.game.setup import edition_names, edition_of, sides_of
from libertalia.rules.asker import slug_of
from libertalia.rules.editions import folder_of
from libertalia.rules.player import COLOURS
from libertalia.words import LANGUAGES, words
from libertalia.words.catalogue import Texts, plural_form, read_catalogue
from libertalia.words.words import COMMON
from tests.words import galecrest
from tests.words.hours import hours_of_the_cast
from tests.words.speech import SILENT

CASTS = {"original": hours_of_the_cast(edition_of("original", {})), "galecrest": galecrest.CAST}
ASKING = {
    "original": ["pick", "take", "parrot", "recruiter", "preacher", "waitress", "gunner", "merchant", "surgeon", "saber"],
    "galecrest": galecrest.ASKING,
}
TERMS = [
    *["hand", "lineup", "crew", "graveyard", "voyage", "loot", "token", "bag", "deck", "doubloon"],
    *["character", "rank", "day", "score", "player"],
]
NOT_IN_THE_ORIGINAL = {"reputation-moved", "removed", "swapped", "neutral-stands", "marked", "kept"}

FOLDERS = {"common": COMMON, **{name: folder_of(name) / "locale" for name in edition_names()}}


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


every_folder = pytest.mark.parametrize("folder", FOLDERS.values(), ids=FOLDERS)
every_language = pytest.mark.parametrize("language", LANGUAGES)
every_edition = pytest.mark.parametrize("edition", CASTS)


@every_folder
def test_every_catalogue_is_there_in_every_language(folder: Path) -> None:
    assert sorted(file.name for file in folder.iterdir()) == sorted(f"{language}.po" for language in LANGUAGES)


@every_folder
@every_language
def test_catalogues_are_read_as_gettext_reads_them(folder: Path, language: str) -> None:
    catalogue = read_po(BytesIO((folder / f"{language}.po").read_bytes()))
    expected: Texts = {}
    for message in catalogue:
        key = message.id if isinstance(message.id, str) else message.id[0]
        assert key not in expected, "a key stands twice"
        expected[key] = (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
    del expected[""]
    assert read_catalogue(folder, language) == expected
    for count in range(30):
        assert plural_form(language, count) == int(eval(catalogue.plural_expr, {"n": count}))


@every_folder
@every_language
def test_the_languages_have_the_same_keys(folder: Path, language: str) -> None:
    assert list(read_catalogue(folder, language)) == list(read_catalogue(folder, "en"))


@every_folder
@every_language
def test_no_text_is_empty(folder: Path, language: str) -> None:
    empty = [key for key, forms in read_catalogue(folder, language).items() if not all(form.strip() for form in forms)]
    assert empty == []


@every_edition
def test_an_edition_says_only_what_it_says_differently(edition: str) -> None:
    own, common = words("en").own(edition), words("en").common
    again = [key for key in own if all(words(lang).own(edition)[key] == words(lang).common.get(key) for lang in LANGUAGES)]
    assert again == []
    assert set(own) & set(common), "or this test looks at nothing"


@every_folder
@every_language
def test_the_languages_fill_in_the_same(folder: Path, language: str) -> None:
    english = read_catalogue(folder, "en")
    for key, forms in read_catalogue(folder, language).items():
        for form in forms:
            assert placeholders(form) == placeholders(english[key][0]), key
        assert len(forms) == len(english[key]), key


@every_folder
@every_language
def test_who_is_spoken_to_has_sentences_of_their_own(folder: Path, language: str) -> None:
    """A sentence that names who did it has a twin for "you", and one that names whom it was done to as well."""
    sentences = {key: forms[0] for key, forms in read_catalogue(folder, language).items() if key.startswith("event.")}
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
        assert w.say(edition, f"character.{slug}.owned").endswith(w.character(edition, slug))


@every_language
@every_edition
def test_a_card_has_a_face_and_a_full_text_for_each_of_its_hours(language: str, edition: str) -> None:
    w = words(language)
    for slug, hours in CASTS[edition].items():
        assert list(w.abilities(edition, slug)) == hours, slug
        assert list(w.faces(edition, slug)) == hours, slug
        for hour in hours:
            assert w.ability_hour(edition, hour) in w.ability(edition, slug)
    for slug in edition_of(edition, {}).NEUTRALS:
        assert list(w.abilities(edition, slug)) == list(w.faces(edition, slug)) == ["dusk"]


@every_language
@pytest.mark.parametrize("kind", galecrest.KINDS)
def test_a_tile_has_its_hours_on_each_side(language: str, kind: str) -> None:
    for side, hours in zip(("calm", "stormy"), galecrest.TILES[kind]):
        assert list(words(language).effects("galecrest", kind, side)) == hours


@every_language
@every_edition
def test_all_texts_of_cards_and_tokens_are_about_something(language: str, edition: str) -> None:
    """No text for a card, a token, a side or an hour that there is not."""
    made = edition_of(edition, {})
    slugs = {*made.rank_of, *made.NEUTRALS}
    sides = sides_of(edition)
    for key in words(language).own(edition):
        what, *path = key.split(".")
        if what in ("ability", "face"):
            slug, hour = path
            assert slug in slugs, key
            assert hour in events.HOURS, key
        elif what == "character":
            assert path[0] in slugs, key
        elif what == "token":
            assert path[0] in made.kinds, key
            assert set(path[1:]) <= {"a", "count", "face", "tag", *sides, *events.HOURS}, key


@every_language
@every_edition
def test_a_face_is_short(language: str, edition: str) -> None:
    w = words(language)
    for slug in CASTS[edition]:
        for hour, face in w.faces(edition, slug).items():
            assert len(face) <= len(w.abilities(edition, slug)[hour]), face
        assert sum(map(len, w.faces(edition, slug).values())) <= 70, slug


@every_language
@every_edition
def test_all_tokens_are_there(language: str, edition: str) -> None:
    w = words(language)
    kinds = edition_of(edition, {}).kinds
    assert len({w.token(edition, kind) for kind in kinds}) == 7
    for kind in kinds:
        for side in sides_of(edition) or ("",):
            assert all([w.a_token(edition, kind), w.effect(edition, kind, side), w.token_face(edition, kind, side)])
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
    for term in (*TERMS, *sides_of(edition), *(["mark"] if edition_of(edition, {}).MARKED_BY else [])):
        assert w.term(edition, term)
    assert w.say(edition, "day-of", voyage=1, voyages=3, day=2, days=4)


@every_language
@every_edition
def test_every_asker_has_a_prompt(language: str, edition: str) -> None:
    for kind in ASKING[edition]:
        assert words(language).prompt(edition, kind)[-1] in ".?"
    asking = [key.split(".")[1] for key in words(language).own(edition) if key.startswith("prompt.")]
    assert sorted(asking) == sorted(ASKING[edition])


def test_the_askers_are_those_of_the_engine() -> None:
    asking = {a.slug() for a in edition_of("original", {}).askers if "options" in type(a).__dict__ and a.number}
    assert asking | {"pick", "take"} == set(ASKING["original"])


@every_edition
def test_every_kind_of_event_has_a_sentence(edition: str) -> None:
    keys = [*words("en").common, *words("en").own(edition)]
    said = {key.split(".")[1] for key in keys if key.startswith("event.")} - {"acts"}
    kinds = {slug_of(event) for event in events.Event.__subclasses__()}
    assert said == kinds - SILENT - (NOT_IN_THE_ORIGINAL if edition == "original" else set())


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


@every_folder
@pytest.mark.parametrize(
    ("language", "wrong"),
    [
        pytest.param("fr", r"(?<!\u00a0)[:;!?»](?= |$)|«(?!\u00a0)", id="no space that does not break before a sign"),
        pytest.param("fr", r"\b([dl]e|la|que|ne|se|jusque) (?=[aeiouéèêàâîœ])", id="no elision"),
        pytest.param("fr", "’", id="two kinds of apostrophe"),
        pytest.param("en", "’", id="two kinds of apostrophe"),
        pytest.param("en", r"\b(he|his|him|himself)\b", id="people and cards are they or it"),
    ],
)
def test_typography(folder: Path, language: str, wrong: str) -> None:
    texts = {key: form for key, forms in read_catalogue(folder, language).items() for form in forms}
    assert {key: form for key, form in texts.items() if re.search(wrong, form, re.IGNORECASE)} == {}
