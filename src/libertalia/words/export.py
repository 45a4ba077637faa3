"""Writes what the web page needs to know as JSON: ``python -m libertalia.words.export FOLDER``.

    editions.json              ["original", "galecrest"]: the names of all editions
    rules/<edition>.json       what no language changes: see `rules`
    <language>/common.json     texts that all editions have in common, by key
    <language>/<edition>.json  an edition's own texts, by key; where both have a key, the edition's text is used

A text is a string; one that depends on a count is a list of its forms. The page loads only what it shows.

What an edition says about itself, by key:

    title, pitch, goal, deal                  its name, and a sentence or two about it
    title.short                               its name in one word, if it has one
    voyage, voyage-over, richest, sharing     headlines of the page; {voyage} is a number
    solo-opponent                             who sits on the other seat in a game for one
    setup.<option>, setup.<option>.<value>    what can be chosen before a game, and the choices
    character.<slug>, ability.<slug>.<hour>, face.<slug>.<hour>
                                              a name, the full text at an hour, the few words on the card for that hour
    token.<kind>, token.<kind>.<hour>, token.<kind>.face
                                              the same for loot; with sides token.<kind>.<side>.<hour>, token.<kind>.<side>.face,
                                              and token.<kind>.<side>.tag, a word or a number for the board
    term.<word>                               what it calls a zone, a side, an extra (see `extras`), the mark of a card ("mark")
    hour.<hour>, hour.<hour>.rules            an hour and what happens then; hour.<hour>.ability where a card calls it differently
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Final

from libertalia.game.setup import edition_names, edition_of, options_of, sides_of
from libertalia.rules.editions import RULES_VERSION
from libertalia.rules.player import COLOURS
from libertalia.words.catalogue import LANGUAGES, Texts
from libertalia.words.words import words

_ON_THE_PAGE: Final = (
    *(
        "at-hour",
        "colour.",
        "event.",
        "hour.",
        "illegal.",
        "list.",
        "of",
        "labelled",
        "level.",
        "rules.unknown",
        "term.",
        "whose",
        "why",
    ),
    *("cli.you", "cli.doubloons", "cli.points"),
)
"""How the common keys that the page needs begin; the others are for the terminal and the server."""


def rules(edition: str) -> dict[str, object]:
    """An edition as data.

    - `version`: of the rules.
    - `characters`: for each slug its `rank`, its `hours` and, where cards have marks, `marks`: by the value of the option
      `marked_by`, a number for each colour.
    - `neutrals`: the `hours` of the characters that are nobody's.
    - `tokens`: for each kind the `count` in the game and either its `hours` or its `sides`, each with its `hours` and whether it
      is `reconstructed`.
    - `options`: what can be chosen, in order: `name`, `values`, `default`, `alone` (only in a game for one). Where tokens have
      `sides`, an object from kind to side may be given instead of a value; for the value `drawn` chance chooses the sides.
    - `players`: the fewest and the most; `days`: of each voyage; `colours`; `extras`: see `Edition.extras_forms`.
    """
    made = edition_of(edition, {})
    spoken = words(LANGUAGES[0])
    marks = made.card_marks()
    characters: dict[str, dict[str, object]] = {}
    for slug, rank in made.rank_of.items():
        characters[slug] = {"rank": rank, "hours": list(spoken.abilities(edition, slug))}
        if marks:
            characters[slug]["marks"] = marks[slug]
    fewest, most = made.seats()
    return {
        "version": RULES_VERSION,
        "characters": characters,
        "marked_by": made.MARKED_BY,
        "neutrals": {slug: {"hours": list(spoken.abilities(edition, slug))} for slug in made.NEUTRALS},
        "tokens": {kind: _token(edition, kind, int(made.full_bag >> 4 * i & 15)) for i, kind in enumerate(made.kinds)},
        "options": [
            {
                "name": option.name,
                "values": option.values,
                "default": option.default,
                "alone": option.alone,
                "sides": option.sides,
                "drawn": option.drawn,
            }
            for option in options_of(edition)
        ],
        "players": [1 if made.solo() else fewest, most],
        "days": made.voyages,
        "colours": COLOURS,
        "extras": made.extras_forms(),
    }


def _token(edition: str, kind: str, count: int) -> dict[str, object]:
    spoken = words(LANGUAGES[0])
    sides = {
        side: {
            "hours": list(spoken.effects(edition, kind, side)),
            "reconstructed": edition_of(edition, {}).reconstructed(kind, side),
        }
        for side in sides_of(edition)
    }
    return {"count": count, "sides": sides} if sides else {"count": count, "hours": list(spoken.effects(edition, kind))}


def export(folder: Path) -> None:
    _write(folder / "editions.json", edition_names())
    for edition in edition_names():
        _write(folder / "rules" / f"{edition}.json", rules(edition))
    for language in LANGUAGES:
        spoken = words(language)
        common = {key: forms for key, forms in spoken.common.items() if key.startswith(_ON_THE_PAGE)}
        _write(folder / language / "common.json", _plain(common))
        for edition in edition_names():
            _write(folder / language / f"{edition}.json", _plain(spoken.own(edition)))


def _plain(texts: Texts) -> dict[str, str | list[str]]:
    return {key: forms[0] if len(forms) == 1 else list(forms) for key, forms in texts.items()}


def _write(path: Path, data: object) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n", encoding="utf-8")


if __name__ == "__main__":
    export(Path(sys.argv[1]))
