"""The log of a game: a line for each event that needs one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from libertalia.game import events as e

if TYPE_CHECKING:
    from libertalia.words.words import Words


@dataclass(frozen=True, slots=True)
class Log:
    """Says what happened, in one language and one edition, at one table, to the reader on a seat or to a spectator."""

    words: Words
    edition: str
    names: Sequence[str]
    reader: int | None

    def line(self, event: e.Event) -> str:
        """What happened, as a sentence; empty for what goes without saying. A missing text raises `KeyError`."""
        words, edition, kind = self.words, self.edition, event.kind
        match event:
            case e.Asked() | e.LeftoversReturned() | e.ExtrasChanged() | e.NeutralLeaves() | e.TurnedUp() | e.DeckGathered():
                return ""
            case e.Cleared() | e.Returned(cause=None) | e.Moved(source="crew", target="graveyard", cause=None):
                return ""  # this happens at the end of every voyage
            case e.Moved(source="lineup", target="crew", card=str(card)):  # this happens at every dusk; an ability may say it
                return self._say_if_told(f"{kind}.lineup-crew.{event.cause}", event.seat, card)
            case e.Acts():  # the log says what comes of it; a few characters are announced as well
                return self._say_if_told(f"{kind}.{event.cause}", event.seat, event.cause)
            case e.CameToNothing():
                if not self._is_character(event.cause):  # a token
                    return self._say_of(event.seat, f"{kind}.token", why=self._why(event))
                key = f"{kind}.{event.cause}" if words.has(edition, f"event.{kind}.{event.cause}") else kind
                doubloons = self._doubloons(event.doubloons)
                return self._say(key, whose=self._whose(event.seat, event.cause), doubloons=doubloons)
            case e.VoyageBegins():
                return self._say(kind, voyage=event.voyage)
            case e.LootLaidOut():
                return self._say(kind, day=event.day, tokens=words.heap(edition, event.loot))
            case e.CardsDealt():
                return self._say(kind, cards=words.listed([words.character(edition, card) for card in event.cards]))
            case e.PurseFilled(seat=None):
                return self._say(f"{kind}.everyone", doubloons=self._doubloons(event.amount))
            case e.DayBegins():
                return self._say(kind, day=event.day)
            case e.HourStrikes():
                return self._say(kind, hour=words.hour(edition, event.hour))
            case e.Picked(card=None):
                return self._say_of(event.seat, f"{kind}.unseen")
            case e.Picked(card=str(card)):
                return self._say_of(event.seat, kind, card=words.character(edition, card))
            case e.Moved(card=None):
                return self._say_of(event.seat, f"{kind}.{event.source}-{event.target}.unseen", why=self._why(event))
            case e.Moved(card=str(card)):
                why = "" if event.cause == card else self._why(event)
                return self._say(f"{kind}.{event.source}-{event.target}", whose=self._whose(event.seat, card), why=why)
            case e.PurseFilled(seat=int(seat)):
                key = kind if event.extra is None else f"{kind}.extra"
                return self._say_of(seat, key, doubloons=self._doubloons(event.amount), extra=event.extra)
            case e.Gained() | e.Lost():
                return self._say_of(event.seat, kind, doubloons=self._doubloons(event.amount), why=self._why(event))
            case e.Paid():
                return self._say_to(event.seat, event.to, kind, doubloons=self._doubloons(event.amount), why=self._why(event))
            case e.HandedOver():
                return self._say_to(event.seat, event.to, kind, tokens=words.heap(edition, event.loot), why=self._why(event))
            case e.ReputationMoved():
                key = kind if event.target > event.source else f"{kind}.falls"
                return self._say_of(event.seat, key, source=event.source, target=event.target, why=self._why(event))
            case e.NeutralStands():
                return self._say(f"{kind}.{event.name}", rank=event.rank)
            case e.Marked() | e.Kept():
                return self._say(kind, whose=self._whose(event.seat, event.card), why=self._why(event))
            case e.Removed(seat=None):
                return self._say(f"{kind}.neutral", token=words.a_token(edition, event.token))
            case e.Removed(seat=int(seat)):
                return self._say_of(seat, kind, token=words.a_token(edition, event.token), why=self._why(event))
            case e.Swapped():
                today, tomorrow = words.a_token(edition, event.today), words.a_token(edition, event.tomorrow)
                return self._say_of(event.seat, kind, today=today, tomorrow=tomorrow, why=self._why(event))
            case e.Took() | e.Drew():
                return self._say_of(event.seat, kind, token=words.a_token(edition, event.token), why=self._why(event))
            case e.Returned():
                return self._say_of(event.seat, kind, tokens=words.heap(edition, event.loot), why=self._why(event))
            case e.Unpicked() | e.Declined():
                return self._say_of(event.seat, kind, why=self._why(event))
            case e.Earned() if not self._is_character(event.cause):  # a token
                return self._say_of(event.seat, "gained", doubloons=self._doubloons(event.amount), why=self._why(event))
            case e.Earned():
                key = kind if event.amount > 0 else f"{kind}.loss"
                return self._say(key, whose=self._whose(event.seat, event.cause), doubloons=self._doubloons(abs(event.amount)))
            case e.Scored():
                return self._say_of(
                    event.seat,
                    f"{kind}.unpaid" if event.unpaid else kind,
                    points=words.text("cli.points", count=event.score),
                    purse=self._doubloons(event.purse),
                    characters=event.characters,
                    loot=event.loot,
                    unpaid=self._doubloons(event.unpaid),
                )
            case e.GameEnds():
                key = kind if len(event.winners) == 1 else f"{kind}.shared"
                return self._say(key, names=words.listed([self._name(seat) for seat in event.winners]))
        raise KeyError(f"event.{kind}")

    def _say(self, key: str, **params: object) -> str:
        return self.words.say(self.edition, f"event.{key}", **params)

    def _say_if_told(self, key: str, seat: int, slug: str | None) -> str:
        """What a character did, where the edition has a sentence for it."""
        return self._say(key, whose=self._whose(seat, slug)) if self.words.has(self.edition, f"event.{key}") else ""

    def _is_character(self, slug: str | None) -> bool:
        return self.words.has(self.edition, f"character.{slug}")

    def _say_of(self, seat: int, key: str, **params: object) -> str:
        """What a player did."""
        return self._say(f"{key}.you" if seat == self.reader else key, name=self._name(seat), **params)

    def _say_to(self, seat: int, to: int, key: str, **params: object) -> str:
        """What a player did to another one."""
        return self._say_of(seat, f"{key}.to-you" if to == self.reader else key, to=self._name(to), **params)

    def _name(self, seat: int) -> str:
        return self.words.name(seat, self.names, self.reader)

    def _whose(self, seat: int, slug: str | None) -> str:
        """A character and its owner. "Anne's Captain" is "le Capitaine d'Anne" with an article, but "votre Capitaine" without."""
        card = f"character.{slug}" if seat == self.reader else f"character.{slug}.owned"
        return self.words.owned("whose", self.words.say(self.edition, card), seat, self.names, self.reader)

    def _why(self, event: e.Event) -> str:
        """The ability that caused it, in brackets."""
        return "" if event.cause is None else self.words.text("why", why=self.words.called(self.edition, event.cause))

    def _doubloons(self, amount: int) -> str:
        return self.words.text("cli.doubloons", count=amount)
