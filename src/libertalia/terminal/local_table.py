"""A table on this machine: a saved game against bots."""

from __future__ import annotations

import asyncio

from libertalia.game.errors import IllegalMove
from libertalia.review import Teller
from libertalia.terminal.local_game import HUMAN, LocalGame
from libertalia.terminal.table_source import Advice, Data, News, OnNews
from libertalia.words import Words, visible

_ONLY_ANSWER = 0.6
"""Seconds until the only possible answer is played by itself."""


class LocalTable:
    """A `TableSource` for a local game."""

    def __init__(self, local: LocalGame, words: Words) -> None:
        self._local = local
        self._words = words
        self._names = tuple(local.names(words))
        self._shown = 0
        self._moved = asyncio.Event()
        self.edition = local.game.record().edition
        self.only_answer = _ONLY_ANSWER

    @property
    def goodbye(self) -> str:
        if self._local.game.over:
            return self._words.text("cli.saved", path=str(self._local.path))
        return self._words.text("cli.go-on", command=f"libertalia play --resume {self._local.path}")

    async def run(self, on_news: OnNews) -> None:
        self._on_news = on_news
        self._news(sudden=True, notes=(self._words.text("cli.saving", path=visible(str(self._local.path))),))
        while not self._local.game.over:
            self._moved.clear()
            game = self._local.game
            if decision := self._local.bot_decision():
                answer = await asyncio.to_thread(self._local.bot_answer, decision)
                if game is self._local.game:  # nothing was taken back while the bot was thinking
                    self._local.play(decision.seat, answer)
                    self._news()
                continue
            (mine,) = game.decisions
            try:
                await asyncio.wait_for(self._moved.wait(), self.only_answer if len(mine.options) == 1 else None)
            except TimeoutError:
                if not self._moved.is_set():  # the person may answer in the very moment in which the time is up
                    await self.answer(mine.options[0])

    async def answer(self, answer: str) -> None:
        self._local.play(HUMAN, answer)
        self._news()

    async def take_back(self) -> None:
        self._local.take_back()
        self._news(sudden=True, notes=(self._words.text("cli.taken-back"),))

    async def hint(self) -> Advice:
        think = self._local.ask_for_hint()
        self._news(notes=(self._words.text("screen.hint.asked"),))
        found = await asyncio.to_thread(think)
        title, text = Teller(self._words, self.edition, self._names, HUMAN).hint(found)
        return Advice(title, text, {} if found.alike else {option.answer: option.share for option in found.options})

    async def start(self) -> None:
        raise IllegalMove("The game has begun already.", "table.is-playing")

    seat_bots = start

    def _news(self, sudden: bool = False, notes: tuple[str, ...] = ()) -> None:
        game = self._local.game
        view = game.view(HUMAN)
        events = view.events[self._shown :]
        self._shown = len(view.events)
        own, decision = game.own(HUMAN), view.decision
        asked = None if decision is None else {"kind": decision.kind, "options": list(decision.options)}
        mine: Data = {"hand": list(own.hand), "graveyard": list(own.graveyard), "pick": own.pick, "decision": asked}
        bots = frozenset(range(1, len(self._names)))
        self._moved.set()
        self._on_news(News(game.view(None, events=False).data(), mine, HUMAN, self._names, bots, events, notes, sudden))
