"""A review in sentences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from libertalia.game.events import Event, Picked, Took, event_of
from libertalia.review.accounts import Turn
from libertalia.review.hints import Hint
from libertalia.review.judgement import Judgement, Option
from libertalia.review.reasons import Reason
from libertalia.words import Words

_ENOUGH: Final = 2
"""The largest number of sentences about a decision."""


@dataclass(frozen=True, slots=True)
class Teller:
    """Speaks of one game in one language, to the reader on a seat or to a spectator."""

    words: Words
    edition: str
    names: Sequence[str]
    reader: int | None = None

    def option(self, kind: str, answer: str) -> str:
        """An answer to a question of a kind."""
        if answer == "pass":
            return self.words.text("review.pass")
        return self.words.option(self.edition, kind, answer, self.names, self.reader)

    def why(self, judgement: Judgement) -> list[str]:
        """Why what was played is better or worse than the best other answer: a sentence or two."""
        if len(judgement.options) == 1:
            return [self.words.text("review.only-one")]
        other = judgement.best if judgement.best.answer != judgement.played else judgement.options[1]
        told = [self.reason(reason, judgement.kind, judgement.played, other.answer) for reason in judgement.reasons]
        if judgement.verdict and len(told) < _ENOUGH:
            told.append(self._margins(judgement, other))
        return told or [self.words.text("review.alike")]

    def _margins(self, judgement: Judgement, other: Option) -> str:
        """How the game ends on average: the reason where nothing single stands out."""
        return self.words.text(
            "review.margins",
            choice=self.option(judgement.kind, judgement.played),
            played=_signed(judgement.choice.margin),
            other=self.option(judgement.kind, other.answer),
            instead=_signed(other.margin),
        )

    def hint(self, hint: Hint) -> tuple[str, str]:
        """A hint in a few words, and the sentence why."""
        if hint.alike:
            return self.words.text("hint.alike"), self.words.text("hint.alike.why")
        first, second = hint.options[0], hint.options[min(1, len(hint.options) - 1)]
        one, other = self.option(hint.kind, first.answer), self.option(hint.kind, second.answer)
        title = self.words.text("hint.one", one=one) if hint.clear else self.words.text("hint.two", one=one, other=other)
        if hint.reason is not None:
            return title, self.reason(hint.reason, hint.kind, first.answer, second.answer)
        if round(first.lead) <= round(second.lead):
            return title, self.words.text("hint.close", other=other)
        return title, self.lead(hint.kind, (first.answer, first.lead), (second.answer, second.lead))

    def lead(self, kind: str, one: tuple[str, float], other: tuple[str, float]) -> str:
        """By how many doubloons two answers lead in the end."""
        leads = {"lead": _signed(round(one[1])), "instead": _signed(round(other[1]))}
        return self.words.text("hint.lead", one=self.option(kind, one[0]), other=self.option(kind, other[0]), **leads)

    def turn(self, turn: Turn, judgements: Sequence[Judgement]) -> str:
        """What made a turning point: a few words without a full stop."""
        if turn.decision is None:
            return self.words.text("review.chance")
        judgement = judgements[turn.decision]
        if judgement.kind == "pick":
            return self._event(Picked(seat=judgement.seat, card=judgement.played))
        if judgement.kind == "take":
            return self._event(Took(seat=judgement.seat, token=judgement.played))
        asker = self.words.called(self.edition, judgement.kind) if self._is_called(judgement.kind) else ""
        told = self.option(judgement.kind, judgement.played)
        name = self.words.name(judgement.seat, self.names, self.reader)
        return self.words.text("labelled", label=f"{name}, {asker}" if asker else name, text=told)

    def reason(self, reason: Reason, kind: str, choice: str, other: str) -> str:
        """What happens in more worlds after one answer than after another."""
        return self.words.text(
            "review.reason",
            event=self._event(event_of(reason.event)),
            played=self._often(reason.played),
            instead=self._often(reason.instead),
            choice=self.option(kind, choice),
            other=self.option(kind, other),
        )

    def _often(self, count: int) -> str:
        """In how many of 100 worlds something happens."""
        if count in (0, 100):
            return self.words.text("review.always" if count else "review.never")
        return self.words.text("review.often", times=count)

    def _is_called(self, kind: str) -> bool:
        return any(self.words.has(self.edition, f"{form}.{kind}") for form in ("character", "token"))

    def _event(self, event: Event) -> str:
        return self.words.event(self.edition, event, self.names, self.reader).removesuffix(".")


def _signed(number: float) -> str:
    return f"{round(number):+}".replace("-", "−") if round(number) else "0"
