"""A game against bots in a plain terminal: lines are printed and typed, so that it works in a pipe, too."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.panel import Panel
from rich.text import Text

from libertalia.game.answers import Decision
from libertalia.game.errors import IllegalMove
from libertalia.game.view import View
from libertalia.review import Teller
from libertalia.terminal.draw import Artist
from libertalia.terminal.local_game import HUMAN, LocalGame
from libertalia.terminal.reference import entry
from libertalia.words import Words

_LEAVE = ("q", "quit", "exit")
_TAKE_BACK = "u"
_HINT = "!"


class Leave(Exception):
    """The player wants to leave."""


class Session:
    """Asks the person, lets the bots play, and prints what happened."""

    def __init__(self, local: LocalGame, words: Words, console: Console) -> None:
        self.local = local
        self.words = words
        self.console = console
        self.edition = local.game.view(HUMAN).edition
        self.names = local.names(words)
        self.artist = Artist(words, self.names)
        self.printed = len(local.game.events)

    def run(self) -> None:
        """Play to the end. Raises `Leave` where the player leaves before it."""
        try:
            while not self.local.game.over:
                self.step()
        except (KeyboardInterrupt, EOFError):
            raise Leave from None
        except RuntimeError as error:  # there is no standard input at all
            if "stdin" in str(error):
                raise Leave from None
            raise
        self.print_news()
        self.console.print(self.artist.seats(self.local.game.view(HUMAN)))
        self.console.print(Panel(self.outcome(), border_style="yellow"))

    def step(self) -> None:
        """One decision: the bots' at once, the player's when all bots have made theirs."""
        if decision := self.local.bot_decision():
            self.local.play(decision.seat, self.local.bot_answer(decision))
            return
        (decision,) = self.local.game.decisions
        view = self.local.game.view(HUMAN)
        self.print_news()
        answer = decision.options[0] if len(decision.options) == 1 else self.ask(view, decision)
        if answer is not None:
            self.local.play(HUMAN, answer)

    def print_news(self) -> None:
        """Print what has happened since the last time."""
        events = self.local.game.view(HUMAN).events
        for event in events[self.printed :]:
            if sentence := self.words.event(self.edition, event, self.names, HUMAN):
                self.console.print(f"  {sentence}", style="dim" if event.kind == "picked" else "")
        self.printed = len(events)

    def ask(self, view: View, decision: Decision) -> str | None:
        """The player's answer to a decision; `None` if they have taken their last choice back instead."""
        self.console.print(self.artist.table(view))
        options = list(decision.options)
        if decision.kind == "pick":
            options.sort(key=lambda card: self.artist.rank(view, card))
            self.console.print(self.artist.hand(view, options))
        else:
            hand = self.words.text("labelled", label=self.words.text("cli.hand"), text=self.artist.cards(view, view.me.holds))
            self.console.print(hand, style="dim")
        labels = [self.words.option(view.edition, decision.kind, option, self.names, HUMAN) for option in options]
        if decision.kind != "pick":
            for number, label in enumerate(labels, 1):
                self.console.print(Text.assemble("  ", (str(number), "bold cyan"), f" {label}"))
        self.console.print(self.words.prompt(view.edition, decision.kind), style="bold")
        self.console.print(self.words.text("cli.help-hint"), style="dim")
        while True:
            typed = self.console.input(Text.assemble((self.words.text("cli.choose"), "cyan"), " > ")).strip()
            if typed.lower() in _LEAVE:
                raise Leave
            if typed.lower() == _TAKE_BACK:
                if self.take_back():
                    return None
            elif typed == _HINT:
                self.hint()
            elif typed.startswith("?"):
                self.explain(view, typed[1:].strip())
            elif (index := _index(typed, options, labels)) is not None:
                return options[index]
            else:
                self.console.print(self.words.text("cli.not-an-option", answer=typed), style="red")

    def take_back(self) -> bool:
        """Take the last choice back; says why where that can't be done."""
        try:
            self.local.take_back()
        except IllegalMove as error:
            self.console.print(self.words.error(error), style="red")
            return False
        self.printed = len(self.local.game.events)
        self.console.print(self.words.text("cli.taken-back"))
        return True

    def hint(self) -> None:
        """Say what a strong player would do, and how often they would give each answer."""
        found = self.local.hint()
        teller = Teller(self.words, self.edition, self.names, HUMAN)
        title, why = teller.hint(found)
        self.console.print(title, style="bold")
        self.console.print(why)
        shares = [(option, round(100 * option.share)) for option in found.options]
        lines = [f"{teller.option(found.kind, option.answer)} {percent} %" for option, percent in shares if percent]
        self.console.print(", ".join(lines), style="dim")

    def explain(self, view: View, name: str) -> None:
        """What a character or a token does."""
        found = entry(self.words, view.edition, name)
        self.console.print(found or self.words.text("cli.not-an-option", answer=name))

    def outcome(self) -> str:
        winners = self.words.listed([self.names[seat] for seat in self.local.game.winners])
        return self.words.text("cli.winner" if len(self.local.game.winners) == 1 else "cli.winners", names=winners)


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
