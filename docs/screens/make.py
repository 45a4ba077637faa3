"""Draws the pictures of the README from a real game: `python docs/screens/make.py`."""

import io
import random
import re
from pathlib import Path

from rich.console import Console

from libertalia import Game
from libertalia.terminal.draw import Artist
from libertalia.words import words

HERE = Path(__file__).parent


def main() -> None:
    speech = words("en")
    rng = random.Random(4)
    game = Game.new("original", players=4, seed=7)
    while (game.view(0).voyage, game.view(0).day) < (2, 4) or game.decisions[0].kind != "pick":
        decision = game.decisions[0]
        game.play(decision.seat, rng.choice(decision.options))
    for seat in (1, 3):
        game.play(seat, next(d for d in game.decisions if d.seat == seat).options[0])
    view = game.view(0)
    artist = Artist(speech, [speech.text("cli.you"), "Bart", "Cora", "Dirk"])
    console = Console(record=True, width=132, file=io.StringIO(), force_terminal=True)
    console.print(artist.table(view))
    console.print(artist.hand(view, view.me.holds))
    console.print(f"[bold]{speech.prompt('original', 'pick')}[/]")
    picture = console.export_svg(title="libertalia play", unique_id="libertalia")
    (HERE / "terminal.svg").write_text(re.sub(r"@font-face \{.*?\}\s*", "", picture, flags=re.DOTALL), encoding="utf-8")


if __name__ == "__main__":
    main()
