"""A hint: what a strong player would do at a decision of a running game, from the view of the seat that is asked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from libertalia.bots.search import mixture
from libertalia.game.view import View
from libertalia.review.judgement import GREAT, Budget, weighed
from libertalia.review.reasons import Reason, reasons, speaks_for

_LUCK: Final = 1
_DIGITS: Final = 3
_MIX: Final = 0.5
"""Which answers a strong player would mix: those that are worse than the best by at most this number of doubloons."""
_CLEAR: Final = 1.5
"""How many times as often as the second answer the first one must be given to be named alone."""


@dataclass(frozen=True, slots=True)
class HintOption:
    """What a strong player thinks of an answer."""

    answer: str
    share: float
    """How often they give it."""
    chance: float
    """The chance to win with it."""
    lead: float
    """By how many doubloons it puts the seat ahead of the others at the end of the voyage, on average."""


@dataclass(frozen=True, slots=True)
class Hint:
    """What there is to say before a decision."""

    kind: str
    options: tuple[HintOption, ...]
    """The one that is given most often comes first."""
    alike: bool
    """Whether it hardly matters which answer is given."""
    reason: Reason | None
    """What speaks for the first answer, compared with the second."""

    @property
    def clear(self) -> bool:
        """Whether one answer is given much more often than any other."""
        return len(self.options) == 1 or self.options[0].share >= _CLEAR * self.options[1].share


def hint(view: View, kind: str, budget: Budget) -> Hint:
    """Think about the open decision of the seat whose view it is. Nothing but the view is used.

    >>> from libertalia import Game
    >>> found = hint(Game.new("original", players=3, seed=7).view(0), "pick", Budget(worlds=20))
    >>> len(found.options), round(sum(option.share for option in found.options), 1)
    (9, 1.0)
    """
    seat = view.sight.viewer
    found = weighed(view, _LUCK, budget)
    tried = found.forecast.tried()
    shares = [share for _, share in mixture(tried, _MIX)]
    leads = [lead for _, _, lead in tried]
    order = sorted(range(len(shares)), key=lambda index: (-shares[index], -leads[index]))
    first, second = order[0], order[min(1, len(order) - 1)]
    told = reasons(view.sight.table, found.forecast, seat, first, second, _LUCK, most=None)
    return Hint(
        kind=kind,
        options=tuple(
            HintOption(
                answer=found.texts[index],
                share=round(shares[index], _DIGITS),
                chance=round(found.options[index].chance, _DIGITS),
                lead=round(leads[index], _DIGITS),
            )
            for index in order
        ),
        alike=all(option.loss < max(GREAT, option.loss_error) for option in found.options),
        reason=next((reason for reason in told if speaks_for(reason, seat)), None),
    )
