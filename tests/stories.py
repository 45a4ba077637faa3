"""Golden playthroughs and recorded games: how they are written. `python -m tests.stories` writes them again."""

from __future__ import annotations

import json
import random
from pathlib import Path

from libertalia import Game
from libertalia.bots import bot_named
from libertalia.words import words
from tests.games import BOARDS, Setting, galecrest

HERE = Path(__file__).parent
GOLDEN = {
    "two-players": (Setting(2, "original", {"influence": "printed"}), 1),
    "four-players": (Setting(4, "original", {"influence": "printed"}), 2),
    "six-players-fair": (Setting(6, "original", {"influence": "fair"}), 3),
    "galecrest-two-players-calm": (galecrest(2, "calm"), 4),
    "galecrest-four-players-stormy": (galecrest(4, "stormy"), 5),
    "galecrest-solo": (galecrest(1, "calm", difficulty="normal"), 6),
}
NAMES = ("Anne", "Bart", "Cora", "Dirk", "Edda", "Finn")


def story(setting: Setting, seed: int) -> str:
    """A random game, told: what the table looks like at every sunrise, what was asked and answered, and what came of it."""
    rng = random.Random(seed)
    game = setting.new(seed)
    said = ", ".join(f"{value} {option}" for option, value in setting.options.items())
    lines = [f"# {setting.players} players, seed {seed}, {said}"]
    told = 0
    day = (0, 0)
    while True:
        for event in game.events[told:]:
            if sentence := words("en").event(setting.edition, event, NAMES):
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
    if "reputation" in view.extras:
        lines.append(f"    reputation: {', '.join(colour or '-' for colour in view.extras['reputation'])}")
    for seat in view.seats:
        loot = ", ".join(f"{count}*{kind}" for kind, count in seat.loot.items())
        lines.append(
            f"    {NAMES[seat.seat]} ({seat.colour}): {seat.doubloons} doubloons, score {seat.score}; crew {list(seat.crew)}; "
            f"loot [{loot}]; graveyard {list(seat.graveyard)}{f' less {seat.unseen}' if seat.unseen else ''}; "
            f"{seat.hand_size} cards of {list(seat.may_hold)}"
        )
    return lines


def recorded(setting: Setting, seed: int) -> dict[str, object]:
    """A game among bots, with what came of it."""
    game = setting.new(seed)
    bots = [bot_named(("random", "greedy")[(seat + seed) % 2])(seed + seat) for seat in range(setting.seats)]
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
        options = {"influence": ("printed", "fair")[number % 2], "tie_break": ("shared", "last_campaign")[number // 2 % 2]}
        write_record(f"{players}-players-{number:02}", recorded(Setting(players, "original", options), 100 + number))
    for number in range(10):
        players = 1 + number % 6
        alone = {"difficulty": ("easy", "hard")[number // 6]} if players == 1 else {}
        game = recorded(galecrest(players, BOARDS[number % 3 - number // 6], **alone), 200 + number)
        write_record(f"galecrest-{players}-players-{number:02}", game)
    for number, difficulty in enumerate(("easy", "normal", "hard", "expert")):  # the Automa's Watchman, rules of version 2
        game = recorded(galecrest(1, BOARDS[number % 3], difficulty=difficulty), 300 + number)
        write_record(f"galecrest-1-players-rules-2-{number:02}", game)
        game = recorded(galecrest(1, BOARDS[number % 3], difficulty=difficulty), 400 + number)  # her wealth, rules of version 3
        write_record(f"galecrest-1-players-rules-3-{number:02}", game)


def write_record(name: str, game: dict[str, object]) -> None:
    """Write a game that is not there yet. Those that are stay: they may be the last ones of earlier rules."""
    path = HERE / "records" / f"{name}.json"
    if not path.exists():
        path.write_text(json.dumps(game) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write()
