"""Where a table comes from: this machine, or a server. The screen shows either in the same way."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from libertalia.game.events import Event

Data = dict[str, Any]


@dataclass(frozen=True, slots=True)
class News:
    """What happened at a table, and how it stands after that."""

    view: Data | None
    """What everyone may know, as `Game.view(None).data()` has it; `None` before the game."""
    mine: Data | None
    """What only this seat may know: `hand`, `graveyard`, `pick` and `decision`; `None` for somebody who watches."""
    seat: int | None
    """The person's seat; `None` for somebody who watches."""
    names: tuple[str, ...]
    bots: frozenset[int] = frozenset()
    """The seats on which a bot decides now."""
    events: tuple[Event, ...] = ()
    notes: tuple[str, ...] = ()
    """What happened beside the game, as sentences."""
    sudden: bool = False
    """The table is shown as it is, at once: it was opened, or something was taken back."""
    trouble: str = ""
    """What keeps the table from going on, such as a lost connection."""
    waits: str = ""
    """Before the game: what it waits for."""


@dataclass(frozen=True, slots=True)
class Advice:
    """A hint: what a strong player would do."""

    title: str
    text: str
    shares: Mapping[str, float]
    """How often each answer is given; none where it hardly matters, or nothing came to mind."""


OnNews = Callable[[News], None]


class TableSource(Protocol):
    """A table, for one person at it."""

    edition: str

    @property
    def goodbye(self) -> str:
        """What to say when the person has left: how to come back."""

    async def run(self, on_news: OnNews) -> None:
        """Call back with all news, from how the table stands now until its end."""

    async def answer(self, answer: str) -> None:
        """Answer the person's open decision; a `LibertaliaError` says why it can't be."""

    async def take_back(self) -> None:
        """Take the person's last choice back; a `LibertaliaError` says why it can't be."""

    async def start(self) -> None:
        """Begin the game, if it waits for that and the person may say so; a `LibertaliaError` says why it can't be."""

    async def seat_bots(self) -> None:
        """Give the free seats to bots, before the game; a `LibertaliaError` says why it can't be."""

    async def hint(self) -> Advice:
        """What a strong player thinks of the person's open decision; a `LibertaliaError` says why there is none."""
