"""A bot that searches: it plays many voyages to their end in thought, with all seats learning at the same time."""

from __future__ import annotations

from time import perf_counter

from libertalia.bots.bot import Bot
from libertalia.game.answers import Decision, to_text
from libertalia.game.view import View
from libertalia.search import AnswerSearch, PickSearch

_BATCH = 32
"""How many simulations there are between two looks at the clock."""

_SHARE_OF_ANSWERS = 0.4
"""How much of the budget of a pick any other decision gets: there are more of them, and they are easier."""


class SearchBot(Bot):
    """Thinks for `n` simulations a pick, or for `ms` milliseconds; other decisions get a part of that.

    By simulations it is repeatable. A bot that always plays the best card can be predicted. So it plays a mixture of all picks
    that are at most `mix` doubloons worse than the best, each as often as it was tried.
    """

    def __init__(self, seed: int = 0, n: int = 1000, ms: float = 0.0, mix: float = 0.5) -> None:
        super().__init__(seed)
        self.n = n
        self.ms = ms
        self.mix = mix

    def choose(self, view: View, decision: Decision) -> str:
        if len(decision.options) == 1:
            return decision.options[0]
        sight, luck = view.sight, self.rng.getrandbits(31)
        picks = decision.kind == "pick"
        search: PickSearch | AnswerSearch = PickSearch(sight, luck) if picks else AnswerSearch(sight, luck)
        self._think(search, 1.0 if picks else _SHARE_OF_ANSWERS)
        answer = self._chosen(search, self.mix if picks else 0.0)
        return to_text(sight.table.edition, sight.table.asker().form(), answer)

    def _think(self, search: PickSearch | AnswerSearch, share: float) -> None:
        if not self.ms:
            search.run(max(1, int(self.n * share)))
            return
        end = perf_counter() + self.ms * share / 1000
        while perf_counter() < end:
            search.run(_BATCH)

    def _chosen(self, search: PickSearch | AnswerSearch, mix: float) -> int:
        tried = [(answer, visits, mean) for answer, visits, mean in search.tried() if visits]
        best = max(mean for _, _, mean in tried)
        good = [(answer, visits) for answer, visits, mean in tried if mean >= best - mix]
        return self.rng.choices([answer for answer, _ in good], [visits for _, visits in good])[0]
