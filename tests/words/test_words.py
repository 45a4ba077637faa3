"""Words: names, answers and sentences as people read them."""

from __future__ import annotations

import pytest

from libertalia import Game
from libertalia.game.errors import InvalidSetup, LibertaliaError
from libertalia.game.events import Acts, Earned, Event, GameEnds, HandedOver, Moved, Paid, Picked, PurseFilled, Scored
from libertalia.words import UnknownLanguage, words
from tests.words.speech import play_aloud

EN, FR = words("en"), words("fr")
NAMES = ("Anne", "Bart", "Chloé")


def said(event: Event, reader: int | None = None) -> tuple[str, str]:
    """An event in English and in French."""
    return EN.event("original", event, NAMES, reader), FR.event("original", event, NAMES, reader)


def test_a_language_is_loaded_once() -> None:
    assert words("fr") is FR


def test_an_unknown_language_is_told_which_there_are() -> None:
    with pytest.raises(UnknownLanguage, match=r"'de'.*en, fr"):
        words("de")
    assert issubclass(UnknownLanguage, LibertaliaError)


def test_a_missing_key_is_an_error() -> None:
    for key in ("no-such-key", "original.title"):
        with pytest.raises(KeyError, match=key):
            EN.text(key)
    with pytest.raises(KeyError, match="kraken"):
        EN.character("original", "kraken")
    with pytest.raises(KeyError):
        EN.option("original", "pick", "kraken", NAMES)


@pytest.mark.parametrize(
    ("count", "english", "french"), [(0, "doubloons", "doublon"), (1, "doubloon", "doublon"), (2, "doubloons", "doublons")]
)
def test_plural_forms(count: int, english: str, french: str) -> None:
    """French counts none as one."""
    assert EN.text("cli.doubloons", count=count) == f"{count} {english}"
    assert FR.text("cli.doubloons", count=count) == f"{count} {french}"


def test_heaps() -> None:
    assert EN.heap("original", ["chest", "goods", "goods"]) == "1 chest and 2 goods"
    assert EN.heap("original", {"chest": 2, "goods": 0}) == "2 chests"
    assert EN.heap("original", []) == "nothing"
    assert FR.heap("original", ["jewel", "saber", "jewel", "cursed-relic"]) == "2 bijoux, 1 sabre et 1 relique maudite"


@pytest.mark.parametrize(
    ("kind", "text", "english", "french"),
    [
        ("pick", "governors-daughter", "Governor's Daughter", "Fille du gouverneur"),
        ("take", "treasure-map", "treasure map", "carte au trésor"),
        ("gunner", "0:captain", "Captain of Anne", "Capitaine d'Anne"),
        ("saber", "1:captain", "Captain of Bart", "Capitaine de Bart"),
        ("merchant", "2*goods", "2 goods for 3 doubloons", "2 marchandises pour 3 doublons"),
        ("merchant", "3*chest", "3 chests for 5 doubloons", "3 coffres pour 5 doublons"),
        ("waitress", "pass", "Keep your treasure maps", "Garder vos cartes au trésor"),
        ("waitress", "treasure-map", "Give up a treasure map for 3 doubloons", "Céder une carte au trésor pour 3 doublons"),
    ],
)
def test_answers(kind: str, text: str, english: str, french: str) -> None:
    assert EN.option("original", kind, text, NAMES) == english
    assert FR.option("original", kind, text, NAMES) == french


def test_the_readers_own_cards_are_theirs() -> None:
    assert EN.option("original", "gunner", "0:captain", NAMES, reader=0) == "Your Captain"
    assert FR.option("original", "gunner", "0:captain", NAMES, reader=0) == "Votre Capitaine"


def test_the_reader_is_known_by_their_seat_and_not_by_a_name() -> None:
    taking = Paid(seat=0, to=1, amount=3)
    assert EN.event("original", taking, ["You", "Bart"]) == "You pays 3 doubloons to Bart."
    assert EN.event("original", taking, ["Anne", "Anne"], reader=1) == "Anne pays you 3 doubloons."
    assert EN.event("original", GameEnds(winners=(0, 1)), NAMES, reader=1) == "The game is over. Shared victory: Anne and You."


@pytest.mark.parametrize(
    ("name", "french"),
    [("Bart", "de Bart"), ("Anne", "d'Anne"), ("élodie", "d'élodie"), ("Yves", "d'Yves"), ("Yann", "de Yann"), ("Ömer", "d'Ömer"),
     ("Hélène", "d'Hélène"), ("Œdipe", "d'Œdipe"), ("{0}", "de {0}"), ("", "de ")],
)  # fmt: skip
def test_french_names_elide(name: str, french: str) -> None:
    assert FR.option("original", "gunner", "0:brute", [name]) == f"Brute {french}"


@pytest.mark.parametrize(
    ("event", "english", "french"),
    [
        (Moved(seat=0, card="french-officer", source="hand", target="lineup"),
         "Anne's French Officer boards the ship.", "L'Officier français d'Anne monte à bord."),
        (Moved(seat=1, card="captain", source="crew", target="graveyard", cause="saber"),
         "Bart's Captain leaves the den for the cemetery (saber).",
         "Le Capitaine de Bart quitte le repaire pour le cimetière (sabre)."),
        (Moved(seat=1, card="parrot", source="lineup", target="graveyard", cause="parrot"),
         "Bart's Parrot leaves the ship for the cemetery.", "Le Perroquet de Bart quitte le navire pour le cimetière."),
        (Acts(seat=0, cause="brute"),
         "Anne's Brute goes for the highest character on the ship.",
         "La Brute d'Anne s'en prend au personnage de plus haut rang sur le navire."),
        (Acts(seat=0, cause="barkeep"), "", ""),
        (Moved(seat=0, card="brute", source="lineup", target="crew"), "", ""),
        (Paid(seat=0, to=1, amount=1, cause="beggar"),
         "Anne pays 1 doubloon to Bart (Beggar).", "Anne donne 1 doublon à Bart (Mendiant)."),
        (Earned(seat=1, amount=-8, cause="quartermaster"),
         "Bart's Quartermaster costs 8 doubloons.", "Le Quartier-maître de Bart coûte 8 doublons."),
        (Scored(seat=0, score=1, purse=4, characters=0, loot=-3, unpaid=0),
         "Anne scores 1 point: 4 doubloons from the purse, 0 from characters, -3 from booty.",
         "Anne marque 1 point\u00a0: 4 doublons de la bourse, 0 des personnages, -3 du butin."),
        (Scored(seat=0, score=0, purse=4, characters=-6, loot=-3, unpaid=5),
         "Anne scores 0 points: 4 doubloons from the purse, -6 from characters, -3 from booty; 5 doubloons could not be paid.",
         "Anne marque 0 point\u00a0: 4 doublons de la bourse, -6 des personnages, -3 du butin\u00a0; il manquait 5 doublons."),
        (PurseFilled(seat=0, amount=10), "Anne starts with 10 doubloons.", "Anne commence avec 10 doublons."),
        (GameEnds(winners=(0, 2)),
         "The game is over. Shared victory: Anne and Chloé.", "La partie est terminée. Victoire partagée\u00a0: Anne et Chloé."),
    ],
)  # fmt: skip
def test_what_happened(event: Event, english: str, french: str) -> None:
    assert said(event) == (english, french)


@pytest.mark.parametrize(
    ("event", "english", "french"),
    [
        (Paid(seat=0, to=1, amount=3), "You pay 3 doubloons to Bart.", "Vous donnez 3 doublons à Bart."),
        (Paid(seat=1, to=0, amount=3), "Bart pays you 3 doubloons.", "Bart vous donne 3 doublons."),
        (HandedOver(seat=1, to=0, loot=("cursed-relic",), cause="monkey"),
         "Bart hands 1 cursed relic over to you (Monkey).", "Bart vous cède 1 relique maudite (Singe)."),
        (Moved(seat=0, card="captain", source="hand", target="lineup"),
         "Your Captain boards the ship.", "Votre Capitaine monte à bord."),
        (Picked(seat=0, card="captain"), "You pick a card: Captain.", "Vous choisissez une carte\u00a0: Capitaine."),
    ],
)  # fmt: skip
def test_the_reader_is_spoken_to(event: Event, english: str, french: str) -> None:
    assert said(event, reader=0) == (english, french)


def test_an_unseen_card_is_not_named() -> None:
    revived = Moved(seat=1, card="captain", source="graveyard", target="hand", unseen=True, cause="surgeon")
    assert said(revived.seen_by(1))[0] == "Bart's Captain returns from the cemetery to the hand (Surgeon)."
    assert said(revived.seen_by(0)) == (
        "Bart takes a card back from the cemetery, unseen (Surgeon).",
        "Bart reprend en main une carte du cimetière, sans la montrer (Chirurgien).",
    )
    assert said(Picked(seat=1, card="captain").seen_by(None)) == (
        "Bart picks a card, face down.",
        "Bart choisit une carte, face cachée.",
    )


def test_errors_that_no_player_makes_keep_their_words() -> None:
    assert FR.error(InvalidSetup("There is no edition 'x'.")) == "There is no edition 'x'."


def test_what_somebody_typed_is_kept_short_and_harmless() -> None:
    game = Game.new("original", players=2, seed=7)
    with pytest.raises(LibertaliaError) as caught:
        game.play(0, "\x1b[2J{seat}" + "x" * 5000)
    message = FR.error(caught.value)
    assert "\x1b" not in message
    assert len(message) < 300


@pytest.mark.parametrize("seed", range(10))
def test_whole_games_are_spoken(seed: int) -> None:
    play_aloud(Game.new("original", players=2 + seed % 5, seed=seed), seed)
