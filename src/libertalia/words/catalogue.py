"""Reading catalogues: the texts of one language in a file `<language>.po`, as gettext's tools and editors write it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Final

_IS_PLURAL: Final[dict[str, Callable[[int], bool]]] = {"en": lambda count: count != 1, "fr": lambda count: count > 1}

LANGUAGES: Final = tuple(_IS_PLURAL)

Texts = dict[str, tuple[str, ...]]
"""Texts by key. One that depends on a count has several forms, one that does not has a single form."""


def read_catalogue(folder: Path, language: str) -> Texts:
    """The texts of a language in a folder.

    >>> texts = read_catalogue(Path(__file__).parent / "locale", "fr")
    >>> texts["colour.red"], texts["cli.doubloons"]
    (('rouge',), ('{count} doublon', '{count} doublons'))
    """
    texts: dict[str, list[str]] = {}
    key, field = "", ""
    for line in (folder / f"{language}.po").read_text(encoding="utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        word, _, quoted = line.partition('"')
        part: str = json.loads(f'"{quoted}')
        field = word.strip() or field  # a line without a word goes on with the field of the line before
        if field == "msgid":
            key = key + part if not word.strip() else part
        elif field.startswith("msgstr"):
            forms = texts.setdefault(key, [])
            if word.strip():
                forms.append(part)
            else:
                forms[-1] += part
    del texts[""]  # the head of the file
    return {key: tuple(forms) for key, forms in texts.items()}


def plural_form(language: str, count: int) -> int:
    """Which form of a text a count wants.

    >>> [plural_form("en", count) for count in (0, 1, 2)], [plural_form("fr", count) for count in (0, 1, 2)]
    ([1, 0, 1], [0, 0, 1])
    """
    return int(_IS_PLURAL[language](count))
