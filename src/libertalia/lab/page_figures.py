"""A study in few bytes: what the page "Study" of the web app shows. `web/scripts/study_figures.py` writes it."""

from __future__ import annotations

from typing import Any

from libertalia.lab.estimates import Estimate
from libertalia.lab.study import Setting, Study, Worth
from libertalia.rules.editions import RULES_VERSION
from libertalia.search.trials import PARTS

Pair = list[float | None]
"""A mean and its error; the error is null where nothing is known."""


def page_figures(study: Study) -> dict[str, Any]:
    """The figures of a study as plain data. Lists go by rank and by kind; numbers have two digits.

    The settings with the level and the options of the study, tables of all sizes, have everything. The others (levels, boards)
    have what each character and token is worth, and no more.
    """
    main = study.main
    return {
        "edition": main.edition,
        "options": dict(main.options),
        "level": main.level,
        "players": main.players,
        "rules": RULES_VERSION,
        "command": study.command,
        "characters": study.slugs,
        "tokens": [worth.slug for worth in study.tokens()],
        "parts": list(PARTS),
        "settings": [_setting(study, setting) for setting in study.settings],
    }


def _setting(study: Study, setting: Setting) -> dict[str, Any]:
    whole = (setting.level, setting.options) == (study.main.level, study.main.options)
    found: dict[str, Any] = {
        "players": setting.players,
        "level": setting.level,
        "options": dict(setting.options),
        "deals": study.deals_of(setting),
        "characters": [_character(worth, whole) for worth in study.characters(setting)],
        "tokens": [_pair(worth.worth) for worth in study.tokens(setting)],
    }
    if whole:
        shares = study.colours(setting)
        found["wins"] = {value: {colour: _pair(share * 100) for colour, share in by.items()} for value, by in shares.items()}
        found["places"] = [_pair(share * 100) for share in study.places(setting)]
    return found


def _character(worth: Worth, whole: bool) -> dict[str, Any]:
    found: dict[str, Any] = {"worth": _pair(worth.worth)}
    if whole:
        found["parts"] = [round(worth.parts[part], 2) for part in PARTS]
        found["days"] = [_pair(day) for day in worth.days]
    return found


def _pair(estimate: Estimate) -> Pair:
    if estimate.error == float("inf"):
        return [None, None]
    return [round(estimate.mean, 2), round(estimate.error, 2)]
