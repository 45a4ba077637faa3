"""A game against bots at the keyboard."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from rich.console import Console
from rich.panel import Panel

from libertalia.bots import bot_named, bot_seed
from libertalia.game.answers import Decision
from libertalia.game.errors import InvalidRecord
from libertalia.game.game import Game
from libertalia.game.view import View
from libertalia.terminal.draw import Artist
from libertalia.terminal.reference import entry
from libertalia.words import Words

HUMAN = 0


class Leave(Exception):
    """The player wants to leave."""


class Session:
    """One person on seat 0, bots on the others."""

    def __init__(self, game: Game, bots: Sequence[str], words: Words, console: Console, seed: int) -> None:
        self.game = game
        self.words = words
        self.console = console
        self.edition = game.view(HUMAN).edition
        makers = [bot_named(bots[i % len(bots)]) for i in range(len(game.scores) - 1)]
        self.bots = [make(bot_seed(seed, seat)) for seat, make in enumerate(makers, 1)]
        others = [words.text("cli.bot", number=i + 1) for i in range(len(makers))]
        if game.record().players == 1:
            others = [words.say(self.edition, "solo-opponent")]
        self.names = [words.text("cli.you"), *others]
        self.artist = Artist(words, self.names)
        self.told = len(game.events)

    def run(self) -> None:
        """Play to the end. Raises `Leave` where the player leaves before it."""
        try:
            while not self.game.over:
                self.step()
        except (KeyboardInterrupt, EOFError):
            raise Leave from None
        except RuntimeError as error:  # there is no standard input at all
            if "stdin" in str(error):
                raise Leave from None
            raise
        self.tell()
        self.console.print(self.artist.seats(self.game.view(HUMAN)))
        self.console.print(Panel(self.outcome(), border_style="yellow"))

    def step(self) -> None:
        """One decision: the bots' at once, the player's when all bots have made theirs."""
        decision = next((d for d in self.game.decisions if d.seat != HUMAN), self.game.decisions[0])
        seat = decision.seat
        if seat != HUMAN:
            answer = self.bots[seat - 1].answer(self.game.view(seat), decision)
        else:
            view = self.game.view(HUMAN)
            self.tell()
            answer = decision.options[0] if len(decision.options) == 1 else self.ask(view, decision)
        self.game.play(seat, answer)

    def tell(self) -> None:
        """Tell what has happened since the last time."""
        events = self.game.view(HUMAN).events
        for event in events[self.told :]:
            if sentence := self.words.event(self.edition, event, self.names, HUMAN):
                self.console.print(f"  {sentence}", markup=False, highlight=False, style="dim" if event.kind == "picked" else "")
        self.told = len(events)

    def ask(self, view: View, decision: Decision) -> str:
        """The player's answer to a decision."""
        self.console.print(self.artist.table(view))
        options = list(decision.options)
        if decision.kind == "pick":
            options.sort(key=lambda card: self.artist.rank(view, card))
            self.console.print(self.artist.hand(view, options))
        else:
            hand = self.words.text("labelled", label=self.words.text("cli.hand"), text=self.artist.cards(view, view.me.holds))
            self.console.print(hand, style="dim", markup=False)
        labels = [self.words.option(view.edition, decision.kind, option, self.names, HUMAN) for option in options]
        if decision.kind != "pick":
            for number, label in enumerate(labels, 1):
                self.console.print(f"  [bold cyan]{number}[/] {label}")
        self.console.print(
            f"[bold]{self.words.prompt(view.edition, decision.kind)}[/]  [dim]{self.words.text('cli.help-hint')}[/]"
        )
        while True:
            typed = self.console.input(f"[cyan]{self.words.text('cli.choose')}[/] > ").strip()
            if typed.lower() in ("q", "quit", "exit"):
                raise Leave
            if typed.startswith("?"):
                self.explain(view, typed[1:].strip())
                continue
            if (index := _index(typed, options, labels)) is not None:
                return options[index]
            self.console.print(self.words.text("cli.not-an-option", answer=typed), style="red", markup=False)

    def explain(self, view: View, name: str) -> None:
        """What a character or a token does."""
        found = entry(self.words, view.edition, name)
        self.console.print(found or self.words.text("cli.not-an-option", answer=name), markup=False)

    def outcome(self) -> str:
        winners = " & ".join(self.names[seat] for seat in self.game.winners)
        return self.words.text("cli.winner" if len(self.game.winners) == 1 else "cli.winners", names=winners)


def _index(typed: str, options: Sequence[str], labels: Sequence[str]) -> int | None:
    """Which option is meant: by number, by its text, or by the start of its name if only one starts so."""
    if typed.isdecimal() and len(typed) < 4 and 1 <= int(typed) <= len(options):
        return int(typed) - 1
    wanted = typed.casefold()
    exact = [i for i, option in enumerate(options) if wanted in (option, labels[i].casefold())]
    starts = [
        i for i, option in enumerate(options) if wanted and (option.startswith(wanted) or labels[i].casefold().startswith(wanted))
    ]
    found = exact or starts
    return found[0] if len(found) == 1 else None


def reserve(path: Path | None) -> Path:
    """A file that the record can be written to, found out before the game; without a path, a new one in this folder."""
    try:
        if path is not None:
            path.open("a", encoding="utf-8").close()
            return path
        while True:
            fresh = Path(f"libertalia-{datetime.now():%Y%m%d-%H%M%S-%f}.json")
            with suppress(FileExistsError):
                fresh.open("x", encoding="utf-8").close()
                return fresh
    except OSError as error:
        raise InvalidRecord(f"The record can't be written to {path or 'this folder'}: {error.strerror}.") from None


def save(game: Game, path: Path) -> None:
    """Write the record of a game."""
    path.write_text(game.record().dumps() + "\n", encoding="utf-8")
