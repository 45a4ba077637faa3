"""Whole games in words: every question, answer and event in every language, to a player and to a spectator."""

from __future__ import annotations

import random

from libertalia import Game
from libertalia.game.events import Event, Moved
from libertalia.words import LANGUAGES, words


def play_aloud(game: Game, seed: int) -> None:
    """Play a game at random; every question, answer and event must have its text."""
    rng = random.Random(seed)
    edition = game.view(None).edition
    names = [f"Bot {number}" for number in range(len(game.scores))]
    listeners = [(words(language), reader) for language in LANGUAGES for reader in (0, None)]
    while not game.over:
        decision = rng.choice(game.decisions)
        for w, reader in listeners:
            assert w.prompt(edition, decision.kind)
            answers = [w.option(edition, decision.kind, option, names, reader) for option in decision.options]
            assert len(set(answers)) == len(answers)
        game.play(decision.seat, rng.choice(decision.options))
    for w, reader in listeners:
        for event in game.view(reader).events:
            line = w.event(edition, event, names, reader)
            assert line or goes_without_saying(event), event
            assert not set("{}").intersection(line)
            assert "None" not in line


def goes_without_saying(event: Event) -> bool:
    """Whether an event needs no line in the log."""
    if isinstance(event, Moved):
        ways = {("lineup", "crew"), ("crew", "graveyard")} if event.cause is None else {("lineup", "crew")}
        return (event.source, event.target) in ways
    return event.kind in SILENT or (event.kind == "returned" and event.cause is None)


SILENT = {"acts", "asked", "cleared", "deck-gathered", "extras-changed", "leftovers-returned", "neutral-leaves", "turned-up"}
