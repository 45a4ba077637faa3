"""A game of one person against bots, saved in a file: every move is on the disk before the next thing happens."""

from __future__ import annotations

import os
import secrets
import shutil
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any, Final

from libertalia.bots import bot_named, bot_seed
from libertalia.game.answers import Decision
from libertalia.game.errors import InvalidRecord, LibertaliaError
from libertalia.game.game import Game
from libertalia.game.logbook import Logbook
from libertalia.game.take_back import TakeBack, last_choice
from libertalia.review import Budget, Hint, hint
from libertalia.words import Words, visible

HUMAN: Final = 0
"""The seat of the person."""

DEFAULT_BOTS: Final = ("greedy",)
_HINT: Final = 1000
"""Milliseconds to think about a hint."""
PATTERN: Final = "libertalia-*.json"
"""The files of games for which no file was named."""


class LocalGame:
    """One person on seat 0, bots on the others."""

    def __init__(
        self,
        game: Game,
        bots: Sequence[str],
        path: Path | None,
        seed: int | None = None,
        taken_back: tuple[TakeBack, ...] = (),
        hints: tuple[tuple[int, int], ...] = (),
    ) -> None:
        """`bots` are named in turn for the other seats. Without a path, the game gets a new file in this folder."""
        self.game = game
        self.solo: Final = game.record().players == 1
        seats = 0 if self.solo else len(game.scores) - 1
        self.bot_names: Final = tuple(bots[i % len(bots)] for i in range(seats))
        luck = secrets.randbits(128) if seed is None else seed
        self._bots = {seat: bot_named(name)(bot_seed(luck, seat)) for seat, name in enumerate(self.bot_names, 1)}
        self._taken_back = taken_back
        self._hints = hints
        self.path: Final = _reserved(path)
        self._save()

    @classmethod
    def new(
        cls, edition: str, players: int, options: Mapping[str, Any], bots: Sequence[str], path: Path | None, seed: int | None
    ) -> LocalGame:
        return cls(Game.new(edition, players=players, seed=seed, **options), bots or DEFAULT_BOTS, path, seed)

    @classmethod
    def resumed(cls, path: Path, bots: Sequence[str] = (), to: Path | None = None) -> LocalGame:
        """The game of a file, with the bots that it had if no others are named. It goes on in that file, or in another."""
        book = Logbook.loads(read_text(path))
        game = book.record.replay()
        if game.over:  # it may be a server's, which has more in it than a game of ours
            raise InvalidRecord(f"The game in {path} is over; `libertalia replay` shows it.", "record.over", path=str(path))
        return cls(game, bots or book.bots or DEFAULT_BOTS, to or path, taken_back=book.taken_back, hints=book.hints)

    def names(self, words: Words) -> list[str]:
        """The names of all seats."""
        if self.solo:
            return [words.text("cli.you"), words.say(self.game.view(None).edition, "solo-opponent")]
        return [words.text("cli.you"), *(words.text("cli.bot", number=number + 1) for number in range(len(self.bot_names)))]

    def bot_decision(self) -> Decision | None:
        """A decision that a bot has to make now."""
        return next((decision for decision in self.game.decisions if decision.seat != HUMAN), None)

    def bot_answer(self, decision: Decision) -> str:
        """What a bot answers. It may think for a while."""
        return self._bots[decision.seat].answer(self.game.view(decision.seat), decision)

    def play(self, seat: int, answer: str) -> None:
        """Play an answer, and save it."""
        self.game.play(seat, answer)
        self._save()

    def ask_for_hint(self) -> Callable[[], Hint]:
        """Save that a hint was asked for. Returns the function that thinks of it, which may run in another thread."""
        view = self.game.view(HUMAN)
        assert view.decision is not None
        self._hints += ((HUMAN, len(self.game.record().moves)),)
        self._save()
        return partial(hint, view, view.decision.kind, Budget(ms=_HINT))

    def hint(self) -> Hint:
        """What a strong player thinks of the person's open decision. The file says that it was asked for."""
        return self.ask_for_hint()()

    def take_back(self) -> None:
        """Take the person's last choice back, and what the bots have done since. `IllegalMove` says why it can't be.

        A pick that is still face down is taken back as at any table. For other choices see `take_back.last_choice`.
        """
        if self.game.picked(HUMAN):
            self.game.unpick(HUMAN)
        else:
            record = self.game.record()
            kept = last_choice(record, HUMAN)
            self.game = replace(record, moves=record.moves[:kept]).replay()
            self._taken_back += (TakeBack(kept, record.moves[kept:]),)
        self._save()

    def _save(self) -> None:
        book = Logbook(self.game.record(), bots=self.bot_names, taken_back=self._taken_back, hints=self._hints)
        write_durably(self.path, book.dumps() + "\n")


def names_in(book: Logbook, words: Words) -> list[str]:
    """The names of all seats in a file; those without one are numbered."""
    names = [book.name(seat) or f"{words.text('cli.seat')} {seat}" for seat in range(len(book.record.replay().scores))]
    return [visible(name) for name in names]


def unfinished_game(folder: Path) -> Path | None:
    """The newest game in a folder, if it was not played to its end."""
    files = sorted(folder.glob(PATTERN), key=lambda file: file.stat().st_mtime)
    try:
        return files[-1] if files and not Logbook.loads(read_text(files[-1])).record.replay().over else None
    except LibertaliaError:  # some other program's file
        return None


def write_durably(path: Path, text: str) -> None:
    """Replace the content of a file. Whenever the program or the machine stops, either the old or the new content is there."""
    target = path.resolve()  # a link stays a link
    fresh = target.with_name(f".{target.name}.new")
    try:
        with fresh.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        shutil.copymode(target, fresh)
        os.replace(fresh, target)
        if os.name == "posix":  # the name of the file must reach the disk, too
            folder = os.open(target.parent, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)
    except OSError as error:
        fresh.unlink(missing_ok=True)
        raise _unwritable(path, error) from None


def _reserved(path: Path | None) -> Path:
    """A file that can be written to; without a path, a new one in this folder."""
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
        raise _unwritable(path, error) from None


def _unwritable(path: Path | None, error: OSError) -> InvalidRecord:
    reason = error.strerror or str(error)
    place = str(path or Path.cwd())
    return InvalidRecord(f"The game can't be written to {place}: {reason}.", "record.unwritable", path=place, reason=reason)


def read_text(path: Path) -> str:
    """The text of a file; `InvalidRecord` says why it can't be read."""
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = (error.strerror or str(error)) if isinstance(error, OSError) else "it is not text"
        raise InvalidRecord(f"{path} can't be read: {reason}.", "record.unreadable", path=str(path), reason=reason) from None
