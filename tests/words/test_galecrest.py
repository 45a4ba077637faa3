"""Winds of Galecrest in words: its answers, its events, and whole games of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from libertalia import Game
from libertalia.game.events import (
    Acts,
    Earned,
    Event,
    GameEnds,
    HandedOver,
    Kept,
    Lost,
    Marked,
    Moved,
    NeutralStands,
    PurseFilled,
    Removed,
    ReputationMoved,
    Scored,
    Swapped,
)
from libertalia.game.setup import edition_of
from libertalia.words import words
from tests.games import fewer
from tests.words.galecrest import CAST, KINDS
from tests.words.hours import hours_of_the_cast
from tests.words.speech import play_aloud

EN, FR = words("en"), words("fr")
NAMES = ("Anne", "Bart", "Chloé")


def said(event: Event, reader: int | None = None) -> tuple[str, str]:
    """An event in English and in French."""
    return EN.event("galecrest", event, NAMES, reader), FR.event("galecrest", event, NAMES, reader)


def test_the_engine_has_the_same_characters_hours_and_tokens() -> None:
    edition = edition_of("galecrest", {})
    awake = CAST | {"witch": ["night"]}  # her anchor earns nothing: the end of the voyage itself sends her back to the hand
    assert hours_of_the_cast(edition) == awake
    assert list(edition.rank_of) == list(CAST)
    assert sorted(edition.kinds) == sorted(KINDS)


@pytest.mark.parametrize(
    ("kind", "text", "english", "french"),
    [
        ("pick", "wind-nymph", "Wind Nymph", "Nymphe des vents"),
        ("take", "map", "map", "carte au trésor"),
        ("gunner", "0:captain", "Captain of Anne", "Capitaine d'Anne"),
        ("thief", "1:barrel", "Barrel of Bart", "Tonneau de Bart"),
        ("amulet", "0:map", "Map of Anne", "Carte au trésor d'Anne"),
        ("amulet", "pass", "Keep the amulet", "Garder l'amulette"),
        ("barrel", "2", "Chloé", "Chloé"),
        ("watchman", "chest/relic", "Today's chest for tomorrow's relic", "Coffre d'aujourd'hui contre relique de demain"),
        ("merchant", "1*map", "1 map for 1 doubloon", "1 carte au trésor pour 1 doublon"),
        ("merchant", "2*barrel", "2 barrels for 4 doubloons", "2 tonneaux pour 4 doublons"),
        ("merchant", "3*hook", "3 hooks for 9 doubloons", "3 crochets pour 9 doublons"),
        ("hook", "doubloons", "Gain 2 doubloons", "Gagner 2 doublons"),
        ("hook", "witch", "Witch", "Sorcière"),
        ("order", "topman", "Topman", "Gabier"),
        ("order", "relic", "relic", "relique"),
        ("midshipman", "chest", "chest", "coffre"),
    ],
)
def test_answers(kind: str, text: str, english: str, french: str) -> None:
    assert EN.option("galecrest", kind, text, NAMES) == english
    assert FR.option("galecrest", kind, text, NAMES) == french


@pytest.mark.parametrize(
    ("event", "english", "french"),
    [
        (ReputationMoved(seat=0, source=2, target=4, extras={}, cause="aristocrat"),
         "Anne rises in reputation from space 2 to 4 (Aristocrat).",
         "Anne monte en réputation, de la case 2 à la 4 (Aristocrate)."),
        (ReputationMoved(seat=1, source=4, target=3, extras={}),
         "Bart falls in reputation from space 4 to 3.", "Bart baisse en réputation, de la case 4 à la 3."),
        (Removed(seat=0, token="amulet", cause="bodyguard"),
         "Anne puts an amulet of today's loot back into the bag (Bodyguard).",
         "Anne remet dans le sac une amulette du butin du jour (Garde du corps)."),
        (Removed(seat=0, token="map", cause="midshipman"),
         "Anne puts a map of today's loot back into the bag (Midshipman).",
         "Anne remet dans le sac une carte au trésor du butin du jour (Aspirant de marine)."),
        (Removed(seat=None, token="chest"), "The Pilferer makes off with a chest.", "Le Chapardeur emporte un coffre."),
        (Swapped(seat=1, today="relic", tomorrow="chest", cause="watchman"),
         "Bart swaps a relic of today for a chest of tomorrow (Watchman).",
         "Bart échange une relique d'aujourd'hui contre un coffre de demain (Guetteur)."),
        (NeutralStands(name="midshipman", rank=20.5, place=1),
         "The Midshipman stands on the island.", "L'Aspirant de marine se tient sur l'île."),
        (NeutralStands(name="pilferer", rank=17, place=1),
         "The Pilferer lands on the island with rank 17.", "Le Chapardeur débarque sur l'île avec le niveau 17."),
        (Marked(seat=0, card="scout"),
         "Anne's Scout stands directly left of the Midshipman.",
         "L'Éclaireur d'Anne se tient juste à gauche de l'Aspirant de marine."),
        (Kept(seat=1, card="wind-nymph", cause="hook"),
         "Bart's Wind Nymph stays aboard for the next voyage (hook).",
         "La Nymphe des vents de Bart reste à bord pour le voyage suivant (crochet)."),
        (Moved(seat=0, card="cook", source="crew", target="hand", cause="innkeeper"),
         "Anne's Cook returns from the ship to the hand (Innkeeper).",
         "Le Cuisinier d'Anne quitte le bateau et revient en main (Aubergiste)."),
        (Moved(seat=0, card="witch", source="crew", target="hand", cause="witch"),
         "Anne's Witch returns from the ship to the hand.", "La Sorcière d'Anne quitte le bateau et revient en main."),
        (Moved(seat=1, card="cook", source="hand", target="crew", cause="recruiter"),
         "Bart's Cook goes straight from the hand to the ship (Recruiter).",
         "Le Cuisinier de Bart passe directement de la main au bateau (Recruteur)."),
        (Moved(seat=1, card="cook", source="graveyard", target="crew", cause="necromancer"),
         "Bart's Cook returns from the graveyard to the ship (Necromancer).",
         "Le Cuisinier de Bart quitte le cimetière et rejoint le bateau (Nécromancien)."),
        (Moved(seat=1, card="smuggler", source="lineup", target="crew", cause="smuggler"),
         "Bart's Smuggler slips off to the ship.", "Le Contrebandier de Bart file à bord du bateau."),
        (Moved(seat=1, card="smuggler", source="lineup", target="crew"), "", ""),
        (Moved(seat=1, card="cook", source="lineup", target="crew", cause="cook"), "", ""),
        (Moved(seat=1, card="cook", source="crew", target="graveyard"), "", ""),
        (Moved(seat=1, card="cook", source="crew", target="graveyard", cause="gunner"),
         "Bart's Cook leaves the ship for the graveyard (Gunner).",
         "Le Cuisinier de Bart quitte le bateau pour le cimetière (Canonnier)."),
        (HandedOver(seat=1, to=0, loot=("map",), cause="thief"),
         "Bart hands 1 map over to Anne (Thief).", "Bart cède 1 carte au trésor à Anne (Voleur)."),
        (Lost(seat=0, amount=2, cause="relic"), "Anne loses 2 doubloons (relic).", "Anne perd 2 doublons (relique)."),
        (PurseFilled(seat=0, amount=12), "Anne starts with 12 doubloons.", "Anne commence avec 12 doublons."),
        (
            PurseFilled(seat=0, amount=49, extra=40),
            "Anne starts with 49 doubloons, 40 of them for the difficulty chosen.",
            "Anne commence avec 49 doublons, dont 40 pour la difficulté choisie.",
        ),
        (Acts(seat=0, cause="brute"),
         "Anne's Brute goes for the rightmost character on the island.",
         "La Brute d'Anne s'en prend au personnage le plus à droite sur l'île."),
        (Earned(seat=1, amount=-6, cause="quartermaster"),
         "Bart's Quartermaster costs 6 doubloons.", "Le Quartier-maître de Bart coûte 6 doublons."),
        (Scored(seat=0, score=19, purse=13, characters=6, loot=0, unpaid=0),
         "Anne scores 19 points: 13 doubloons from the purse, 6 from characters, 0 from loot.",
         "Anne marque 19 points\u00a0: 13 doublons de la bourse, 6 des personnages, 0 du butin."),
        (GameEnds(winners=(1,)), "The game is over. Victory: Bart.", "La partie est terminée. Victoire\u00a0: Bart."),
    ],
)  # fmt: skip
def test_what_happened(event: Event, english: str, french: str) -> None:
    assert said(event) == (english, french)


@pytest.mark.parametrize(
    ("event", "english", "french"),
    [
        (ReputationMoved(seat=0, source=1, target=2, extras={}, cause="barrel"),
         "You rise in reputation from space 1 to 2 (barrel).", "Vous montez en réputation, de la case 1 à la 2 (tonneau)."),
        (ReputationMoved(seat=0, source=6, target=1, extras={}, cause="bandit"),
         "You fall in reputation from space 6 to 1 (Bandit).", "Vous baissez en réputation, de la case 6 à la 1 (Bandit)."),
        (Removed(seat=0, token="hook"),
         "You put a hook of today's loot back into the bag.", "Vous remettez dans le sac un crochet du butin du jour."),
        (Swapped(seat=0, today="map", tomorrow="map"),
         "You swap a map of today for a map of tomorrow.",
         "Vous échangez une carte au trésor d'aujourd'hui contre une carte au trésor de demain."),
        (Kept(seat=0, card="captain"),
         "Your Captain stays aboard for the next voyage.", "Votre Capitaine reste à bord pour le voyage suivant."),
        (HandedOver(seat=1, to=0, loot=("map",)), "Bart hands 1 map over to you.", "Bart vous cède 1 carte au trésor."),
    ],
)  # fmt: skip
def test_the_reader_is_spoken_to(event: Event, english: str, french: str) -> None:
    assert said(event, reader=0) == (english, french)


def test_an_unseen_card_is_not_named() -> None:
    revived = Moved(seat=1, card="captain", source="graveyard", target="hand", unseen=True, cause="surgeon")
    assert said(revived.seen_by(1))[0] == "Bart's Captain returns from the graveyard to the hand (Surgeon)."
    assert said(revived.seen_by(0)) == (
        "Bart takes a card back from the graveyard, unseen (Surgeon).",
        "Bart reprend en main une carte du cimetière, sans la montrer (Chirurgien).",
    )


@pytest.mark.parametrize("kind", KINDS)
def test_the_sides_of_a_tile_differ_and_the_stormy_one_is_reconstructed(kind: str) -> None:
    for w in (EN, FR):
        assert w.effect("galecrest", kind) == w.effect("galecrest", kind, "calm") != w.effect("galecrest", kind, "stormy")
    edition = edition_of("galecrest", {})
    assert edition.reconstructed(kind, "stormy")
    assert not edition.reconstructed(kind, "calm")


def test_players_are_told_where_reconstructions_are_listed() -> None:
    page = "docs/rules/provenance.md"
    assert (Path(__file__).parents[2] / page).exists()
    for w in (EN, FR):
        assert page in w.say("galecrest", "reconstructed")


def test_a_game_for_one_says_that_its_own_tiles_are_not_known() -> None:
    for w in (EN, FR):
        assert "Automa" in w.say("galecrest", "solo-opponent")
        assert "Automa" in w.say("galecrest", "solo.rules")
        for kind in ("hook", "saber", "amulet", "barrel"):
            assert w.token("galecrest", kind) in w.say("galecrest", "solo.rules")


@pytest.mark.parametrize("board", ["calm", "stormy", "uncharted"])
@pytest.mark.parametrize("players", range(1, 7))
def test_whole_games_are_spoken(players: int, board: str) -> None:
    for seed in range(fewer(3)):
        play_aloud(Game.new("galecrest", players=players, board=board, seed=seed), seed)
