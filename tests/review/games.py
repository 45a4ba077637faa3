"""Games to look back at, and to think about."""

from __future__ import annotations

from typing import Any

from libertalia import Game
from libertalia.bots import bot_named
from libertalia.game.record import Record


def played(edition: str = "original", players: int = 3, seed: int = 7, bot: str = "sensible", **options: Any) -> Record:
    """A game among bots, played to its end."""
    game = Game.new(edition, players, seed=seed, **options)
    bots = [bot_named(bot)(seat) for seat in range(len(game.scores))]
    while not game.over:
        decision = game.decisions[0]
        game.play(decision.seat, bots[decision.seat].answer(game.view(decision.seat), decision))
    return game.record()


def unseen_card_taken(card: str) -> Game:
    """Two players at a sunrise, after a Surgeon of seat 0 took a card back unseen: seat 1 can't know which."""
    seats = [
        {
            "colour": "yellow",
            "doubloons": 10,
            "hand": ["surgeon", "captain", "parrot"],
            "graveyard": ["brute", "merchant", "cook"],
        },
        {"colour": "red", "doubloons": 10, "hand": ["cabin-boy", "monkey", "preacher"]},
    ]
    loot: list[list[str]] = [[]] * 3 + [["goods", "chest"], ["jewel", "chest"], ["goods", "jewel"]]
    game = Game.at({"edition": "original", "voyage": 2, "day": 4, "loot": loot, "seats": seats}, seed=3)
    for seat, answer in ((0, "surgeon"), (1, "cabin-boy"), (0, card)):
        game.play(seat, answer)
    while (decision := game.decisions[0]).kind != "pick":
        game.play(decision.seat, decision.options[0])
    return game
