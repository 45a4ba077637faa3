"""Whole games, spoken: every question, answer and event in every language, to a player and to a spectator."""

from __future__ import annotations

import random

from libertalia import Game
from libertalia.game.events import Event, Moved
from libertalia.words import LANGUAGES, words


def play_aloud(game: Game, seed: int) -> None:
    """Play a game at random; whatever there is to say is said, without a gap."""
    rng = random.Random(seed)
    edition = game.view(None).edition
    plain = [f"Bot {number}" for number in range(len(game.scores))]
    spoken = [words(language) for language in LANGUAGES]
    listeners = [(w, names) for w in spoken for names in (plain, [w.text("cli.you"), *plain[1:]])]
    while not game.over:
        decision = rng.choice(game.decisions)
        for w, names in listeners:
            assert w.prompt(edition, decision.kind)
            answers = [w.option(edition, decision.kind, option, names) for option in decision.options]
            assert len(set(answers)) == len(answers)
        game.play(decision.seat, rng.choice(decision.options))
    for w, names in listeners:
        for viewer in (0, None):
            for event in game.view(viewer).events:
                line = w.event(edition, event, names)
                assert line or goes_without_saying(event), event
                assert not set("{}").intersection(line)
                assert "None" not in line


def goes_without_saying(event: Event) -> bool:
    if isinstance(event, Moved):
        ways = {("lineup", "crew"), ("crew", "graveyard")} if event.why is None else {("lineup", "crew")}
        return (event.source, event.target) in ways
    return event.kind in ("acts", "cleared")
