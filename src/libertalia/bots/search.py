"""Bots that think ahead: they play many days or voyages in thought, with all seats learning at the same time."""

from __future__ import annotations

from time import perf_counter

from libertalia.bots.bot import Bot
from libertalia.bots.trained import trained_net
from libertalia.game.answers import Decision, to_text
from libertalia.game.sight import Sight
from libertalia.game.view import View
from libertalia.search import AnswerSearch, PickSearch
from libertalia.search.net import Net

_BATCH = 32
"""How many simulations there are between two looks at the clock."""

_SHARE_OF_ANSWERS = 0.4
"""How much of the budget of a pick any other decision gets: there are more of them, and they are easier."""


MIX = 0.2
"""Which picks are mixed: those that are worse than the best by at most this number of doubloons."""

MIX_AMONG_EQUALS = 2.5
"""The same where all seats hold the same cards, as on the first day: then everyone comes to the same thought."""


def mixture(tried: list[tuple[int, float, float]], mix: float = MIX) -> list[tuple[int, float]]:
    """How often to give each answer, by what a search has tried: how often each was tried, and its mean lead.

    Answers that are at most `mix` worse than the best are given as often as they were tried, the others never.

    >>> mixture([(3, 60.0, 1.5), (7, 20.0, 1.4), (9, 20.0, 0.4)])
    [(3, 0.75), (7, 0.25), (9, 0.0)]
    """
    best = max(mean for _, visits, mean in tried if visits)
    weights = [(answer, visits if visits and mean >= best - mix else 0.0) for answer, visits, mean in tried]
    total = sum(weight for _, weight in weights)
    return [(answer, weight / total) for answer, weight in weights]


def width(sight: Sight, mix: float = MIX) -> float:
    """How many doubloons worse than the best a pick may be to be mixed in. It is more where all seats hold the same cards."""
    equals = len({player.hand for player in sight.table.players}) == 1
    return max(mix, MIX_AMONG_EQUALS) if mix and equals else mix


class SearchBot(Bot):
    """Thinks for `n` simulations a pick, or for `ms` milliseconds; other decisions get a part of that.

    By simulations it is repeatable. A bot that always plays the best card can be predicted. So it plays a mixture of all picks
    that are at most `mix` doubloons worse than the best, each as often as it was tried. Where all seats hold the same cards, the
    mixture is wider. With `mix=0` it always plays the best card.

    Many players look no farther than today. `habit` says how likely each of the others is to be one of them, as long as nothing
    is known of them. What they have picked on the last days then tells more, and their next picks are expected accordingly.

    With `trust`, what the trained net says about all picks counts like that many trials of each card: it helps if `n` is small.
    With `net`, it plays on to the next sunrise only and asks the net how the game will end from there; without, or in an edition
    that has no net, it plays on to the end of the voyage.
    """

    def __init__(
        self,
        seed: int = 0,
        n: int = 1000,
        ms: float = 0.0,
        mix: float = MIX,
        net: bool = False,
        trust: float = 0.0,
        habit: float = 0.0,
    ) -> None:
        super().__init__(seed)
        self.trust = trust
        self.habit = habit
        self.n = n
        self.ms = ms
        self.mix = mix
        self.net = net

    def choose(self, view: View, decision: Decision) -> str:
        if len(decision.options) == 1:
            return decision.options[0]
        sight = view.sight
        net = trained_net(sight.table.edition) if self.net else None
        answer = self._picked(sight, net) if decision.kind == "pick" else self._answered(sight, net, len(decision.options))
        return to_text(sight.table.edition, sight.table.asker().form(), answer)

    def _picked(self, sight: Sight, net: Net | None) -> int:
        began = perf_counter()
        search = PickSearch(sight, self.rng.getrandbits(31), net=net)
        adviser = trained_net(sight.table.edition) if self.trust else None
        if adviser is not None:
            search.expect(adviser, self.trust)
        if self.habit:
            search.expect_habits(self.habit)
        self._think(search, 1.0, began)
        return self._chosen(search, width(sight, self.mix))

    def _answered(self, sight: Sight, net: Net | None, answers: int) -> int:
        search = AnswerSearch(sight, self.rng.getrandbits(31), net=net)
        self._think(search, _SHARE_OF_ANSWERS, perf_counter())
        return self._chosen(search, 0.0)

    def _think(self, search: PickSearch | AnswerSearch, share: float, began: float) -> None:
        if not self.ms:
            search.run(max(1, int(self.n * share)))
            return
        end = began + self.ms * share / 1000
        search.run(_BATCH)
        while perf_counter() < end:
            search.run(_BATCH)

    def _chosen(self, search: PickSearch | AnswerSearch, mix: float) -> int:
        shares = mixture(search.tried(), mix)
        return self.rng.choices([answer for answer, _ in shares], [share for _, share in shares])[0]


class LearnedBot(SearchBot):
    """Knows at a glance what to pick, because a net has learned what the search picks. It answers within two milliseconds.

    It plays a mixture of all cards that are at least `likely` times as probable as the most probable one. Of other answers it
    tries each a few times, up to the next sunrise. In an edition without a net it is a short search.
    """

    def __init__(self, seed: int = 0, likely: float = 0.7, tries: int = 6) -> None:
        super().__init__(seed, n=60, net=True)
        self.likely = likely
        self.tries = tries

    def _picked(self, sight: Sight, net: Net | None) -> int:
        if net is None:
            return super()._picked(sight, net)
        net.look(sight.table)
        shares = net.picks(sight.viewer, sight.table.players[sight.viewer].hand)
        enough = self.likely * max(shares)
        cards = sight.table.answers(sight.viewer)
        return self.rng.choices(cards, [share if share >= enough else 0.0 for share in shares])[0]

    def _answered(self, sight: Sight, net: Net | None, answers: int) -> int:
        search = AnswerSearch(sight, self.rng.getrandbits(31), net=net)
        search.run(self.tries * answers)
        return self._chosen(search, 0.0)
