"""Words: the catalogues of one language, asked in the terms of the game."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final, final

from libertalia.game.errors import LibertaliaError, brief
from libertalia.game.events import HOURS, Event
from libertalia.game.setup import edition_of, sides_of
from libertalia.rules.editions import folder_of
from libertalia.words.catalogue import LANGUAGES, Texts, plural_form, read_catalogue
from libertalia.words.log import Log

COMMON: Final = Path(__file__).with_name("locale")


class UnknownLanguage(LibertaliaError):
    """A language without a catalogue."""

    key = "language"


@cache
def words(language: str) -> Words:
    """The words of a language.

    >>> words("fr").token("original", "treasure-map")
    'carte au trésor'
    >>> words("tlh")
    Traceback (most recent call last):
    ...
    libertalia.words.words.UnknownLanguage: There is no language 'tlh'; there is en, fr.
    """
    if language not in LANGUAGES:
        raise UnknownLanguage(f"There is no language {brief(language)}; there is {', '.join(LANGUAGES)}.", language=language)
    return Words(language)


@final
class Words:
    """Everything there is to say in one language.

    Where a method takes the `names` of the seats, it also takes the seat of the `reader`, who is spoken to: "You take a chest",
    "your Captain". A spectator has no seat.
    """

    def __init__(self, language: str) -> None:
        self.language: Final = language
        self.common: Final = read_catalogue(COMMON, language)
        self._editions: dict[str, Texts] = {}

    def __repr__(self) -> str:
        return f"<Words {self.language}>"

    # ---- the catalogues -----------------------------------------------------------------------------------------------------

    def own(self, edition: str) -> Texts:
        """The texts that an edition brings itself."""
        if edition not in self._editions:
            self._editions[edition] = read_catalogue(folder_of(edition) / "locale", self.language)
        return self._editions[edition]

    def has(self, edition: str, key: str) -> bool:
        """Whether there is a text for a key, in an edition's catalogue or the common one."""
        return key in self.own(edition) or key in self.common

    def text(self, key: str, /, **params: object) -> str:
        """A text that all editions have in common, filled in. A `count` chooses among the plural forms; a missing key raises
        `KeyError`.

        >>> words("en").text("cli.bot", number=1)
        'Bot 1'
        >>> words("fr").text("cli.doubloons", count=0), words("en").text("cli.doubloons", count=0)
        ('0 doublon', '0 doubloons')
        """
        return self._fill(self.common[key], params)

    def say(self, edition: str, key: str, /, **params: object) -> str:
        """A text in the words of an edition, filled in.

        >>> words("en").say("original", "voyage", voyage=2), words("en").say("galecrest", "voyage", voyage=2)
        ('Campaign 2', 'Voyage 2')
        """
        own = self.own(edition)
        return self._fill(own[key] if key in own else self.common[key], params)

    def _fill(self, forms: tuple[str, ...], params: Mapping[str, object]) -> str:
        count = params.get("count")
        form = forms[plural_form(self.language, count)] if isinstance(count, int) else forms[0]
        return form.format(**params)

    def listed(self, items: Iterable[str]) -> str:
        """Items as a list in a sentence.

        >>> words("fr").listed(["Anne", "Bart", "Chloé"])
        'Anne, Bart et Chloé'
        """
        *others, last = list(items) or [self.text("list.nothing")]
        if not others:
            return last
        first = others[0]
        for item in others[1:]:
            first = self.text("list.comma", first=first, last=item)
        return self.text("list.and", first=first, last=last)

    # ---- the things of the game ---------------------------------------------------------------------------------------------

    def character(self, edition: str, slug: str) -> str:
        """The name of a character."""
        return self.say(edition, f"character.{slug}")

    def abilities(self, edition: str, slug: str) -> dict[str, str]:
        """What a character does, by the hours at which it does something.

        >>> words("en").abilities("galecrest", "barkeep")
        {'night': 'Gain 1 doubloon.', 'rest': 'Gain 1 doubloon for each of your barrels.'}
        """
        return self._by_hour(edition, f"ability.{slug}")

    def ability(self, edition: str, slug: str) -> str:
        """What a character does, in one text.

        >>> words("en").ability("original", "barkeep")
        'Night — Gain 1 doubloon.'
        """
        parts = self.abilities(edition, slug).items()
        return " ".join(self.text("at-hour", hour=self.ability_hour(edition, hour), text=text) for hour, text in parts)

    def faces(self, edition: str, slug: str) -> dict[str, str]:
        """The few words on a card, by hour.

        >>> words("en").faces("original", "gambler")
        {'day': 'Pay 1 per booty token.', 'rest': 'Gain 8.'}
        """
        return self._by_hour(edition, f"face.{slug}")

    def token(self, edition: str, kind: str) -> str:
        """The name of a kind of token."""
        return self.say(edition, f"token.{kind}")

    def a_token(self, edition: str, kind: str) -> str:
        """One token, as a sentence has it.

        >>> words("en").a_token("original", "goods"), words("fr").a_token("original", "goods")
        ('goods', 'une marchandise')
        """
        return self.say(edition, f"token.{kind}.a")

    def tokens(self, edition: str, kind: str, count: int) -> str:
        """A number of tokens of a kind.

        >>> words("fr").tokens("original", "jewel", 3)
        '3 bijoux'
        """
        return self.say(edition, f"token.{kind}.count", count=count)

    def heap(self, edition: str, kinds: Iterable[str] | Mapping[str, int]) -> str:
        """Tokens of several kinds, one by one or already counted.

        >>> words("en").heap("original", ["chest", "goods", "goods"])
        '1 chest and 2 goods'
        >>> words("fr").heap("original", {"chest": 1, "goods": 2})
        '1 coffre et 2 marchandises'
        """
        return self.listed([self.tokens(edition, kind, count) for kind, count in Counter(kinds).items() if count])

    def effects(self, edition: str, kind: str, side: str = "") -> dict[str, str]:
        """What a token does and is worth, by hour. Where its tile has sides, one of them; without a name, the first.

        >>> words("en").effects("galecrest", "relic", "stormy")
        {'night': 'Lose 1 doubloon.', 'rest': 'Lose 1 doubloon.'}
        """
        return self._by_hour(edition, self._of_side(edition, kind, side))

    def effect(self, edition: str, kind: str, side: str = "") -> str:
        """What a token does and is worth, in one text.

        >>> words("en").effect("galecrest", "relic")
        'Anchor — Lose 3 doubloons.'
        """
        parts = self.effects(edition, kind, side).items()
        return " ".join(self.text("at-hour", hour=self.hour(edition, hour), text=text) for hour, text in parts)

    def token_face(self, edition: str, kind: str, side: str = "") -> str:
        """The few words beside a token.

        >>> words("en").token_face("original", "treasure-map")
        'Three make 12'
        """
        return self.say(edition, f"{self._of_side(edition, kind, side)}.face")

    def _of_side(self, edition: str, kind: str, side: str) -> str:
        sides = sides_of(edition)
        return f"token.{kind}.{side or sides[0]}" if sides else f"token.{kind}"

    def _by_hour(self, edition: str, key: str) -> dict[str, str]:
        return {hour: self.say(edition, f"{key}.{hour}") for hour in HOURS if self.has(edition, f"{key}.{hour}")}

    def called(self, edition: str, slug: str) -> str:
        """The name of whatever may act: a character or a token."""
        card = f"character.{slug}"
        return self.say(edition, card if self.has(edition, card) else f"token.{slug}")

    def term(self, edition: str, word: str) -> str:
        """What an edition calls something.

        >>> words("en").term("original", "crew"), words("fr").term("original", "crew")
        ('den', 'repaire')
        """
        return self.say(edition, f"term.{word}")

    def hour(self, edition: str, hour: str) -> str:
        """The name of an hour: sunrise, day, dusk, night, rest."""
        return self.say(edition, f"hour.{hour}")

    def ability_hour(self, edition: str, hour: str) -> str:
        """The name of the abilities of an hour, where it is not the name of the hour itself.

        >>> words("fr").hour("original", "rest"), words("fr").ability_hour("original", "rest")
        ('Jour de repos', 'Fin de campagne')
        """
        own = f"hour.{hour}.ability"
        return self.say(edition, own if self.has(edition, own) else f"hour.{hour}")

    def date(self, view: Mapping[str, Any]) -> str:
        """The voyage, the day and the hour of a view, given as plain data.

        >>> from libertalia import Game
        >>> words("en").date(Game.new("original", players=2, seed=7).view(None).data())
        'Campaign 1 of 3, day 1 of 6 · Sunrise'
        """
        edition: str = view["edition"]
        voyages, days = edition_of(edition, {}).voyages, len(view["loot"])
        day = self.say(edition, "day-of", voyage=view["voyage"], voyages=len(voyages), day=min(view["day"], days), days=days)
        return f"{day} · {self.hour(edition, view['hour'])}" if view["hour"] else day

    def hour_rules(self, edition: str, hour: str) -> str:
        """What happens in an hour."""
        return self.say(edition, f"hour.{hour}.rules")

    def colour(self, colour: str) -> str:
        return self.text(f"colour.{colour}")

    # ---- questions and answers ----------------------------------------------------------------------------------------------

    def prompt(self, edition: str, kind: str) -> str:
        """The question that a decision asks, after the name of the character or token that asks it.

        >>> words("en").prompt("original", "gunner")
        'Gunner: choose a character to discard from any den.'
        """
        question = self.say(edition, f"prompt.{kind}")
        named = any(self.has(edition, f"{form}.{kind}") for form in ("character", "token"))
        return self.text("labelled", label=_capital(self.called(edition, kind)), text=question) if named else question

    def option(self, edition: str, kind: str, text: str, names: Sequence[str], reader: int | None = None) -> str:
        """An answer to a decision.

        >>> words("fr").option("original", "gunner", "1:captain", ["Bart", "Anne"])
        "Capitaine d'Anne"
        >>> words("fr").option("original", "gunner", "1:captain", ["Bart", "Anne"], reader=1)
        'Votre Capitaine'
        >>> words("en").option("original", "merchant", "2*goods", [])
        '2 goods for 3 doubloons'
        >>> words("en").option("galecrest", "watchman", "chest/relic", [])
        "Today's chest for tomorrow's relic"
        """
        own = f"option.{kind}.{text}"
        if self.has(edition, own):
            return self.say(edition, own)
        if text.isdecimal():
            return self.name(int(text), names, reader)
        seat, colon, slug = text.partition(":")
        if colon:
            return self.owned("of", self.called(edition, slug), int(seat), names, reader)
        today, slash, tomorrow = text.partition("/")
        if slash:
            swap = self.say(edition, f"option.{kind}", today=self.token(edition, today), tomorrow=self.token(edition, tomorrow))
            return _capital(swap)
        count, star, token = text.partition("*")
        if star:
            return self.say(edition, f"option.{kind}.{count}", tokens=self.tokens(edition, token, int(count)))
        return self.called(edition, text)

    def name(self, seat: int, names: Sequence[str], reader: int | None) -> str:
        """The name of a seat; the reader is "you"."""
        return self.text("cli.you") if seat == reader else names[seat]

    def owned(self, form: str, card: str, seat: int, names: Sequence[str], reader: int | None) -> str:
        """A card and its owner, as a line begins with it. The form is `of` or `whose`."""
        if seat == reader:
            return _capital(self.text(f"{form}.you", card=card))
        name = names[seat]
        return self.text(f"{form}.elided" if _elides(name) else form, card=_capital(card), name=name)

    # ---- what happened ------------------------------------------------------------------------------------------------------

    def event(self, edition: str, event: Event, names: Sequence[str], reader: int | None = None) -> str:
        """A line for the log; empty where none is needed. It tells no more than the event does.

        >>> from libertalia.game.events import Took
        >>> words("en").event("original", Took(seat=1, token="chest"), ["Bart", "Anne"])
        'Anne takes a chest.'
        >>> words("en").event("original", Took(seat=1, token="chest"), ["Bart", "Anne"], reader=1)
        'You take a chest.'
        """
        return Log(self, edition, names, reader).line(event)

    def error(self, error: LibertaliaError) -> str:
        """What was wrong. What only a programmer can get wrong stays in the error's own words.

        >>> from libertalia import Game, IllegalMove
        >>> try:
        ...     Game.new("original", players=2, seed=7).unpick(1)
        ... except IllegalMove as error:
        ...     print(words("fr").error(error))
        La place 1 n'a pas de choix à reprendre.
        """
        if error.key not in self.common:
            return str(error)
        details = dict(error.details)
        if "answer" in details:
            details["answer"] = brief(details["answer"])  # it may be anything that somebody typed
        if isinstance(legal := details.get("legal"), tuple):
            details["legal"] = ", ".join(legal)
        return self.text(error.key, **details)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _elides(name: str) -> bool:
    """Whether "de" becomes "d'" before a name. Before an h usage wavers; most first names elide (d'Hélène, d'Hugo)."""
    letters = unicodedata.normalize("NFD", name).casefold()
    return letters[:1] in tuple("aeiouhæœ") or (letters[:1] == "y" and letters[1:2] not in tuple("aeiou"))
