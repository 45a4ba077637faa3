"""Golden playthroughs and recorded games: how they are written. `python -m tests.stories` writes them anew."""

from __future__ import annotations

import json
import random
from pathlib import Path

from libertalia import Game
from libertalia.bots import bot_named
from libertalia.words import words

HERE = Path(__file__).parent
GOLDEN = {"two-players": (2, 1, "printed"), "four-players": (4, 2, "printed"), "six-players-fair": (6, 3, "fair")}
NAMES = ("Anne", "Bart", "Cora", "Dirk", "Edda", "Finn")


def story(players: int, seed: int, influence: str) -> str:
    """A random game, told: what the table looks like at every sunrise, what was asked and answered, and what came of it."""
    rng = random.Random(seed)
    game = Game.new("original", players=players, seed=seed, influence=influence)
    lines = [f"# {players} players, seed {seed}, {influence} influence"]
    told = 0
    day = (0, 0)
    while True:
        for event in game.events[told:]:
            if sentence := words("en").event("original", event, NAMES):
                lines.append(f"- {sentence}")
        told = len(game.events)
        view = game.view(None)
        if (view.voyage, view.day) != day:
            day = (view.voyage, view.day)
            lines += ["", *sunrise(game), ""]
        if game.over:
            break
        decision = rng.choice(game.decisions)
        answer = rng.choice(decision.options)
        lines.append(f"> {NAMES[decision.seat]}, {decision.kind}? {answer}  (of {', '.join(decision.options)})")
        game.play(decision.seat, answer)
    return "\n".join([*lines, f"scores {game.scores}, winners {game.winners}", ""])


def sunrise(game: Game) -> list[str]:
    """The table in a few lines."""
    view = game.view(None)
    lines = [f"## Voyage {view.voyage}, day {view.day}"]
    lines += [f"    day {day}: {', '.join(kinds) or '-'}" for day, kinds in enumerate(view.loot, 1)]
    for seat in view.seats:
        loot = ", ".join(f"{count}*{kind}" for kind, count in seat.loot.items())
        lines.append(
            f"    {NAMES[seat.seat]} ({seat.colour}): {seat.doubloons} doubloons, score {seat.score}; crew {list(seat.crew)}; "
            f"loot [{loot}]; graveyard {list(seat.graveyard)}{f' less {seat.unseen}' if seat.unseen else ''}; "
            f"{seat.hand_size} cards of {list(seat.may_hold)}"
        )
    return lines


def recorded(players: int, seed: int, influence: str, tie_break: str) -> dict[str, object]:
    """A game among bots, with what came of it."""
    game = Game.new("original", players=players, seed=seed, influence=influence, tie_break=tie_break)
    bots = [bot_named(("random", "greedy")[(seat + seed) % 2])(seed + seat) for seat in range(players)]
    while not game.over:
        decision = game.decisions[-1]
        game.play(decision.seat, bots[decision.seat].choose(game.view(decision.seat), decision))
    record = game.record().data()
    return {"record": record, "scores": game.scores, "winners": game.winners, "position": game.position()}


def write() -> None:
    for name, told in GOLDEN.items():
        (HERE / "golden" / f"{name}.md").write_text(story(*told), encoding="utf-8")
    for number in range(20):
        players = 2 + number % 5
        game = recorded(players, 100 + number, ("printed", "fair")[number % 2], ("shared", "last_campaign")[number // 2 % 2])
        (HERE / "records" / f"{players}-players-{number:02}.json").write_text(json.dumps(game) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write()
