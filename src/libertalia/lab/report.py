"""A study as one page to read from top to bottom, in one file that needs nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import sqrt
from pathlib import Path
from typing import Final

from libertalia.game.setup import edition_of
from libertalia.lab.estimates import Estimate
from libertalia.lab.plots import SIGN, figure, heat, ranked, rows_of_dots, small_lines, swarm
from libertalia.lab.study import Setting, Study, Worth
from libertalia.search.trials import LEVELS, PARTS
from libertalia.words import words

_HERE: Final = Path(__file__).parent
_ENGLISH: Final = words("en")
_BOARD_TONES: Final = ("--t-dusk", "--great")
_HOURS: Final = {"day": "day", "dusk": "dusk", "night": "night", "rest": "end", "anchor": "end"}


def report(study: Study) -> str:
    """The page. The same study gives the same page, to the last letter."""
    edition = study.main.edition
    title = _ENGLISH.say(edition, "title")
    body = "".join([_whole_crew(study), _ranked(study), _crowd(study), _levels(study), _boards(study), _best_days(study)])
    body += "".join([_tokens(study), _colours(study), _places(study), _how(study)])
    return (
        f'<!doctype html>\n<html lang="en" data-edition="{edition}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>What is a character worth? · {escape(title)}</title><style>{_file('report.css')}</style></head>"
        f"<body><main>{body}</main><script>{_file('report.js')}</script></body></html>\n"
    )


def _file(name: str) -> str:
    return (_HERE / name).read_text(encoding="utf-8")


def _section(headline: str, explained: str, plot: str, rest: str = "") -> str:
    head = f'<div class="head"><h2>{headline}</h2><p>{explained}</p></div>'
    return f'<section>{head}<div class="scroll">{plot}</div>{rest}</section>\n'


def _key(*entries: tuple[str, str]) -> str:
    """What the colours mean: a custom property and a text for each."""
    return '<ul class="key">' + "".join(f'<li><i style="--tone:var({tone})"></i>{text}</li>' for tone, text in entries) + "</ul>"


def _names(study: Study) -> dict[str, str]:
    return {slug: _ENGLISH.character(study.main.edition, slug) for slug in study.slugs}


def _hours(study: Study) -> dict[str, str]:
    """The hour at which each character does most: the first that its card names."""
    found = {}
    for slug in study.slugs:
        hours = list(_ENGLISH.abilities(study.main.edition, slug))
        found[slug] = next((_HOURS[hour] for hour in hours if hour in _HOURS), "day")
    return found


def _in_order(worths: Sequence[Worth]) -> list[Worth]:
    return sorted(worths, key=lambda worth: -worth.worth.mean)


def _whole_crew(study: Study) -> str:
    main = study.main
    worths = study.characters()
    over = f"Study · {escape(_ENGLISH.say(main.edition, 'title'))} · {escape(main.name)} · {study.deals:,} deals"
    return (
        f'<section><p class="over">{over}</p><h1>What is a character worth?</h1>'
        "<p>Everyone is dealt the same cards, so no card is unfair. Some still leave you richer than others. Here is by how "
        "much, in "
        "doubloons a voyage, against the average card.</p>"
        f'<div class="scroll">{swarm(worths, _names(study), _hours(study))}</div>'
        + _key(("--t-day", "works by day"), ("--t-dusk", "at dusk"), ("--t-night", "by night"), ("--t-end", "at the end"))
        + "</section>\n"
    )


def _ranked(study: Study) -> str:
    names = _names(study)
    worths = study.characters()
    best, worst = _in_order(worths)[0], _in_order(worths)[-1]
    ranks = {slug: rank for rank, slug in enumerate(study.slugs, 1)}
    key = _key(*[(f"--t-{part}", SIGN[part]) for part in PARTS])
    rows = "".join(
        f"<tr><td>{escape(names[worth.slug])}</td><td>{figure(worth.worth.mean)}</td><td>{worth.worth.error:.2f}</td>"
        + "".join(f"<td>{figure(worth.parts[part])}</td>" for part in PARTS)
        + "</tr>"
        for worth in _in_order(worths)
    )
    heads = "".join(f"<th>{SIGN[part]}</th>" for part in PARTS)
    table = f"<tr><th>Character</th><th>Worth</th><th>±</th>{heads}</tr>{rows}"
    return _section(
        f"The {escape(names[best.slug])} is worth the most, the {escape(names[worst.slug])} the least",
        "The dot says how much farther ahead of the others a voyage ends with this card than with the one that would have "
        "been played "
        "in its place. The line holds the truth 19 times in 20; hollow dots can't be told from the average. The bars say "
        "where it "
        "comes from, before the average card is taken off.",
        ranked(worths, names, ranks),
        f"{key}<details><summary>The figures</summary><table>{table}</table></details>",
    )


def _with_players(study: Study) -> list[Setting]:
    main = study.main
    same = [setting for setting in study.settings if (setting.level, setting.options) == (main.level, main.options)]
    return sorted(same, key=lambda setting: setting.players)


def _crowd(study: Study) -> str:
    settings = _with_players(study)
    names = _names(study)
    series = _series(study, settings)
    labels = [str(setting.players) for setting in settings]
    up, down = _surest(series)
    return _section(
        f"A crowd lifts the {escape(names[up])} and tames the {escape(names[down])}",
        f"Worth at tables of {labels[0]} to {labels[-1]}, sorted from what gains most in a crowd to what loses most. The "
        f"dotted line is an "
        "average card, the shade is the doubt. Solid and blue-green rises, dashed and orange falls, grey stays.",
        small_lines(series, names, labels),
    )


def _series(study: Study, settings: Sequence[Setting]) -> dict[str, list[Estimate]]:
    """What each character is worth in each of several settings."""
    by_setting = [study.characters(setting) for setting in settings]
    return {slug: [worths[index].worth for worths in by_setting] for index, slug in enumerate(study.slugs)}


def _surest(series: dict[str, list[Estimate]]) -> tuple[str, str]:
    """Who gains and who loses most from the first to the last, as far as that is sure."""

    def change(slug: str) -> tuple[float, float]:
        first, last = series[slug][0], series[slug][-1]
        return last.mean - first.mean, sqrt(first.error**2 + last.error**2)

    up = max(series, key=lambda slug: change(slug)[0] - change(slug)[1])
    down = min(series, key=lambda slug: sum(change(slug)))
    return up, down


def _levels(study: Study) -> str:
    main = study.main
    settings = [Setting(main.edition, main.options, main.players, level) for level in LEVELS]
    names = _names(study)
    series = _series(study, settings)
    gains = sorted(series, key=lambda slug: series[slug][0].mean - series[slug][-1].mean)
    rows = [
        (slug, names[slug], [(f"k{number}", value) for number, value in enumerate(series[slug], 1)]) for slug in gains
    ]  # who gains most by skill comes first
    up, down = _surest(series)
    return _section(
        f"The {escape(names[up])} needs skill, the {escape(names[down])} forgives",
        "The same deals, played by three levels: any card and any answer; any card, but sensible answers; cards that a "
        "search has found "
        "good for the day. Sorted by what skill adds. Skilled players choose the day of a card, which lifts those that need "
        "the right "
        "one.",
        rows_of_dots(rows, 0.0, "", "What each character is worth to players of three levels."),
        _key(("--t-others", "random"), ("--t-dusk", "sensible"), ("--great", "search")),
    )


def _on_boards(study: Study) -> list[Setting]:
    """The setting that was asked for, and those that differ in the board alone; none where there is only one board."""
    main = study.main
    others = [s for s in study.settings if (s.level, s.players) == (main.level, main.players) and s.options != main.options]
    return [main, *others] if others else []


def _board_name(setting: Setting) -> str:
    return ", ".join(f"{name} {value}" for name, value in setting.options)


def _boards(study: Study) -> str:
    settings = _on_boards(study)
    if not settings:
        return ""
    names = _names(study)
    series = _series(study, settings)
    order = sorted(series, key=lambda slug: series[slug][0].mean - series[slug][-1].mean)
    rows = [(slug, names[slug], [(f"k{number + 1}", value) for number, value in enumerate(series[slug], 1)]) for slug in order]
    up, down = _surest(series)
    return _section(
        f"Another board is good for the {escape(names[up])} and bad for the {escape(names[down])}",
        "The same deals on other sides of the loot tiles. Sorted by what the change brings.",
        rows_of_dots(rows, 0.0, "", "What each character is worth on each board."),
        _key(*[(tone, escape(_board_name(setting))) for tone, setting in zip(_BOARD_TONES, settings, strict=False)]),
    )


def _best_days(study: Study) -> str:
    names = _names(study)
    worths = study.characters()
    early = max(worths, key=lambda worth: worth.days[0].mean - worth.days[0].error)
    late = max(worths, key=lambda worth: worth.days[-1].mean - worth.days[-1].error)
    return _section(
        f"Open with the {escape(names[early.slug])}, close with the {escape(names[late.slug])}",
        "The same card on another day: how much more or less it is worth than on its average day. Sorted from early to "
        "late; the frame "
        "marks the best day.",
        heat(worths, names),
        _key(("--great", "richer"), ("--slip", "poorer")),
    )


def _tokens(study: Study) -> str:
    edition = study.main.edition
    worths = _in_order(study.tokens())
    names = {worth.slug: _ENGLISH.token(edition, worth.slug) for worth in worths}
    boards = _on_boards(study)
    by_board = [{worth.slug: worth.worth for worth in study.tokens(setting)} for setting in boards]
    rows = [(worth.slug, names[worth.slug], _token_dots(worth, by_board)) for worth in worths]
    key = (
        _key(*[(tone, escape(_board_name(setting))) for tone, setting in zip(_BOARD_TONES, boards, strict=False)])
        if boards
        else ""
    )
    series = {worth.slug: worth.days for worth in worths}
    days = [str(day) for day in range(1, study.days + 1)]
    return _section(
        f"A {escape(names[worths[0].slug])} brings {worths[0].worth.mean:.1f}, "
        f"a {escape(names[worths[-1].slug])} {figure(worths[-1].worth.mean)}",
        "What it is worth to take a token rather than nothing, all that follows from it included. Below: the same by the "
        "day on which it "
        "is taken.",
        rows_of_dots(rows, 0.0, "", "What each token is worth."),
        f'{key}<div class="scroll">{small_lines(series, names, days)}</div>',
    )


def _token_dots(worth: Worth, by_board: Sequence[dict[str, Estimate]]) -> list[tuple[str, Estimate]]:
    if not by_board:
        return [("great" if worth.worth.mean > 0 else "slip", worth.worth)]
    return [(f"k{number}", on_board[worth.slug]) for number, on_board in enumerate(by_board, 2)]


def _colours(study: Study) -> str:
    shares = study.colours()
    if not shares:
        return ""
    option = edition_of(study.main.edition, {}).MARKED_BY
    chance = 100 / study.main.players
    first = next(iter(shares))
    order = sorted(shares[first], key=lambda colour: -shares[first][colour].mean)
    rows = [
        (colour, _ENGLISH.text(f"colour.{colour}"), [(f"k{n}", shares[value][colour] * 100) for n, value in enumerate(shares, 2)])
        for colour in order
    ]
    best, worst = shares[first][order[0]], shares[first][order[-1]]
    headline = f"No colour is lucky that we could tell, as {escape(first)}"
    if best.mean - best.error > worst.mean + worst.error:
        gap = 100 * (best.mean - worst.mean)
        headline = f"As {escape(first)}, {order[0]} wins {gap:.0f} voyages in a hundred more than {order[-1]}"
    return _section(
        headline,
        f"Equal ranks are split by {escape(option)}, which goes by colour. How many of a hundred voyages each colour wins; "
        f"the line in "
        "the middle is an equal share. The same voyages, with the same plans, are sailed both ways.",
        rows_of_dots(rows, round(chance), " %", "The share of voyages that each colour wins."),
        _key(*[(tone, escape(value)) for tone, value in zip(("--t-dusk", "--great"), shares, strict=False)]),
    )


def _places(study: Study) -> str:
    places = study.places()
    if not places:
        return ""
    names = ["loses every tie", *[str(place) for place in range(2, len(places))], "wins every tie"]
    rows = [(str(place), names[place - 1], [("k2", share * 100)]) for place, share in enumerate(places, 1)]
    low, high = places[0], places[-1]
    headline = "Who wins ties at the start wins no more that we could tell"
    if low.mean - low.error > high.mean + high.error:
        headline = "Those who lose ties at the start win more"
    elif high.mean - high.error > low.mean + low.error:
        headline = "Those who win ties at the start win more"
    return _section(
        headline,
        "Equal ranks are split by a place that changes during the game, and chance gives the first one. How many of a hundred "
        "voyages each place wins; the line in the middle is an equal share.",
        rows_of_dots(rows, round(100 / study.main.players), " %", "The share of voyages that is won from each place in ties."),
    )


def _how(study: Study) -> str:
    main = study.main
    fewer = f" The other settings have {study.other_deals:,} deals each." if study.other_deals else ""
    return (
        '<section><h2>How we know</h2><div class="two">'
        "<p><b>Who plays.</b> Everyone has the same cards, three more than there are days, and a plan for them. Here the "
        "plans are made by "
        f"players of the level “{escape(main.level)}”. Questions get sensible answers, but at the level “random”.</p>"
        "<p><b>What is counted.</b> A voyage is sailed twice with the same chance ahead: once as planned, and once with the "
        "card in place "
        "of the one planned for a day. The difference in how far ahead of the others it ends is what the card is worth. "
        "Each deal counts "
        f"once.{fewer}</p>"
        "<p><b>What it can't say.</b> It is the last voyage of a game, so cards kept for the next one count for nothing. A "
        "worth is an "
        "average over deals, no advice for yours. Better players may move a card by half a doubloon.</p>"
        f"<p><b>Do it yourself.</b> <code>{escape(study.command)} --out study</code> makes this page again, with all figures as "
        f"Parquet and "
        "JSON.</p></div></section>\n"
    )
