"""Words: the catalogue of one language, asked in the terms of the game."""

from __future__ import annotations

import gettext
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final, final

from libertalia.game.errors import LibertaliaError, brief
from libertalia.game.events import Event
from libertalia.words.log import Log

LANGUAGES: Final = ("en", "fr")
LOCALE: Final = Path(__file__).with_name("locale")

# What no public source prints in full, by edition and side: docs/rules/provenance.md tells how much of it is known.
_RECONSTRUCTED: Final = {("galecrest", "stormy"): {"map", "barrel", "relic", "saber", "amulet", "hook", "chest"}}

# The names before which "de" becomes "d'". Before an h usage wavers; most first names elide (d'Hélène, d'Hugo).
_ELIDES: Final = re.compile(r"[aeiouhæœ]|y(?![aeiou])", re.IGNORECASE)


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
    with (LOCALE / language / "LC_MESSAGES" / "libertalia.mo").open("rb") as file:
        return Words(language, gettext.GNUTranslations(file))


@final
class Words:
    """Everything there is to say in one language.

    Where a method takes the `names` of the seats, a seat named with the language's own word for "you" (`cli.you`) is spoken
    to: "You take a chest", "your Captain".
    """

    def __init__(self, language: str, catalogue: gettext.GNUTranslations) -> None:
        self.language: Final = language
        self._catalogue = catalogue

    def __repr__(self) -> str:
        return f"<Words {self.language}>"

    # ---- the catalogue ------------------------------------------------------------------------------------------------------

    def __contains__(self, key: str) -> bool:
        return self._catalogue.gettext(key) != key

    def text(self, key: str, /, **params: object) -> str:
        """The text of a key, filled in. A `count` chooses among the plural forms; a missing key raises `KeyError`.

        >>> words("en").text("cli.bot", number=1)
        'Bot 1'
        >>> words("fr").text("cli.doubloons", count=0), words("en").text("cli.doubloons", count=0)
        ('0 doublon', '0 doubloons')
        """
        count = params.get("count")
        found = self._catalogue.ngettext(key, key, count) if isinstance(count, int) else self._catalogue.gettext(key)
        if found == key:
            raise KeyError(key)
        return found.format(**params)

    def everything(self) -> dict[str, str | list[str]]:
        """All texts by their keys, not filled in; what has plural forms is a list of them.

        >>> words("fr").everything()["cli.doubloons"]
        ['{count} doublon', '{count} doublons']
        """
        found: dict[str, str | list[str]] = {}
        entries: dict[str | tuple[str, int], str] = self._catalogue._catalog  # type: ignore[attr-defined]
        for key, text in entries.items():
            if isinstance(key, str):
                found[key] = text
            elif isinstance(forms := found.setdefault(key[0], []), list):
                forms.append(text)
        del found[""]  # the head of the catalogue
        return found

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
        return self.text(f"{edition}.character.{slug}")

    def ability(self, edition: str, slug: str) -> str:
        """What a character does, each part after the name of its hour.

        >>> words("en").ability("original", "barkeep")
        'Night: gain 1 doubloon.'
        """
        return self.text(f"{edition}.ability.{slug}")

    def token(self, edition: str, kind: str) -> str:
        """The name of a kind of token."""
        return self.text(f"{edition}.token.{kind}")

    def a_token(self, edition: str, kind: str) -> str:
        """One token, as a sentence has it.

        >>> words("en").a_token("original", "goods"), words("fr").a_token("original", "goods")
        ('goods', 'une marchandise')
        """
        return self.text(f"{edition}.token.{kind}.a")

    def tokens(self, edition: str, kind: str, count: int) -> str:
        """A number of tokens of a kind.

        >>> words("fr").tokens("original", "jewel", 3)
        '3 bijoux'
        """
        return self.text(f"{edition}.token.{kind}.count", count=count)

    def heap(self, edition: str, kinds: Iterable[str] | Mapping[str, int]) -> str:
        """Tokens of several kinds, one by one or already counted.

        >>> words("en").heap("original", ["chest", "goods", "goods"])
        '1 chest and 2 goods'
        >>> words("fr").heap("original", {"chest": 1, "goods": 2})
        '1 coffre et 2 marchandises'
        """
        return self.listed([self.tokens(edition, kind, count) for kind, count in Counter(kinds).items() if count])

    def effect(self, edition: str, kind: str, side: str = "calm") -> str:
        """What a token does and is worth. Where its tile has a stormy side too, that one may be asked for.

        >>> words("en").effect("galecrest", "relic"), words("en").effect("galecrest", "relic", "stormy")
        ('Anchor: lose 3 doubloons.', 'Night: lose 1 doubloon. Anchor: lose 1 doubloon.')
        """
        return self.text(f"{edition}.token.{kind}.{'effect' if side == 'calm' else side}")

    def reconstructed(self, edition: str, slug: str, side: str = "calm") -> bool:
        """Whether the text of a character or a token is our own reconstruction (`galecrest.reconstructed` says so to players).

        >>> words("en").reconstructed("galecrest", "hook"), words("en").reconstructed("galecrest", "hook", "stormy")
        (False, True)
        """
        return slug in _RECONSTRUCTED.get((edition, side), ())

    def called(self, edition: str, slug: str) -> str:
        """The name of whatever may act: a character, a token, or one that is nobody's."""
        for key in (f"{edition}.character.{slug}", f"{edition}.token.{slug}"):
            if key in self:
                return self.text(key)
        return self.text(f"{edition}.{slug}")

    def term(self, edition: str, word: str) -> str:
        """What an edition calls something.

        >>> words("en").term("original", "crew"), words("fr").term("original", "crew")
        ('den', 'repaire')
        """
        return self.text(f"{edition}.term.{word}")

    def hour(self, edition: str, hour: str) -> str:
        """The name of an hour: sunrise, day, dusk, night, rest."""
        return self.text(f"{edition}.hour.{hour}")

    def hour_rules(self, edition: str, hour: str) -> str:
        """What happens in an hour."""
        return self.text(f"{edition}.hour.{hour}.rules")

    def colour(self, colour: str) -> str:
        return self.text(f"colour.{colour}")

    # ---- questions and answers ----------------------------------------------------------------------------------------------

    def prompt(self, edition: str, kind: str) -> str:
        """The question that a decision asks."""
        return self.text(f"{edition}.prompt.{kind}")

    def option(self, edition: str, kind: str, text: str, names: Sequence[str]) -> str:
        """An answer to a decision.

        >>> words("fr").option("original", "gunner", "1:captain", ["Bart", "Anne"])
        "Capitaine d'Anne"
        >>> words("en").option("original", "merchant", "2*goods", [])
        '2 goods for 3 doubloons'
        >>> words("en").option("galecrest", "watchman", "chest/relic", [])
        "Today's chest for tomorrow's relic"
        """
        own = f"{edition}.option.{kind}.{text}"
        if own in self:
            return self.text(own)
        if text.isdecimal():
            return names[int(text)]
        seat, colon, slug = text.partition(":")
        if colon:
            return self.owned("of", self.called(edition, slug), names[int(seat)])
        today, slash, tomorrow = text.partition("/")
        if slash:
            swap = self.text(f"{edition}.option.{kind}", today=self.token(edition, today), tomorrow=self.token(edition, tomorrow))
            return _capital(swap)
        count, star, token = text.partition("*")
        if star:
            return self.text(f"{edition}.option.{kind}.{count}", tokens=self.tokens(edition, token, int(count)))
        return self.called(edition, text)

    def owned(self, form: str, card: str, name: str) -> str:
        """A card and its owner, as a line begins with it. The form is `of` or `whose`."""
        if self.is_you(name):
            return _capital(self.text(f"{form}.you", card=card))
        elided = _ELIDES.match(unicodedata.normalize("NFD", name))
        return self.text(f"{form}.elided" if elided else form, card=_capital(card), name=name)

    def is_you(self, name: str) -> bool:
        """Whether this is the name by which the reader is spoken to."""
        return name == self.text("cli.you")

    # ---- what happened ------------------------------------------------------------------------------------------------------

    def event(self, edition: str, event: Event, names: Sequence[str]) -> str:
        """A line for the log; empty where none is needed. It tells no more than the event does.

        >>> from libertalia.game.events import Took
        >>> words("en").event("original", Took(seat=1, token="chest"), ["You", "Anne"])
        'Anne takes a chest.'
        >>> words("en").event("original", Took(seat=0, token="chest"), ["You", "Anne"])
        'You take a chest.'
        """
        return Log(self, edition, names).line(event)

    def error(self, error: LibertaliaError) -> str:
        """What was wrong. What only a programmer can get wrong stays in the error's own words.

        >>> from libertalia import Game, IllegalMove
        >>> try:
        ...     Game.new("original", players=2, seed=7).unpick(1)
        ... except IllegalMove as error:
        ...     print(words("fr").error(error))
        La place 1 n'a pas de choix à reprendre.
        """
        if error.key not in self:
            return str(error)
        details = dict(error.details)
        if "answer" in details:
            details["answer"] = brief(details["answer"])  # it may be anything that somebody typed
        if isinstance(legal := details.get("legal"), tuple):
            details["legal"] = ", ".join(legal)
        return self.text(error.key, **details)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
