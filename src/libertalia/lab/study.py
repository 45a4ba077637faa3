"""What is each character worth, and each token? By sailing the same voyage with and without it.

A study looks at one edition under several settings: tables of different size, players of different level, boards. On every deal
of a setting each card of the hand is tried on each day (`search/trials.py`). A worth is in doubloons a voyage: how much farther
ahead of the others a player ends with the card than with the one that they would have played instead. The average card is 0.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from math import sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from libertalia.game.errors import InvalidSetup, brief
from libertalia.game.game import Game
from libertalia.game.setup import DEFAULT_EDITION, edition_of, options_of
from libertalia.lab.estimates import Estimate, quantile
from libertalia.lab.jobs import done_jobs
from libertalia.lab.journal import Journal
from libertalia.lab.on_ray import check_address
from libertalia.rules.editions import RULES_VERSION
from libertalia.rules.player import COLOURS
from libertalia.search.trials import LEVELS, PARTS, Trials

if TYPE_CHECKING:
    import polars

MAIN_LEVEL: Final = "search"
_DEALS_A_JOB: Final = 50
_OWNERS: Final = 3
"""How often each card of a deal is tried, with another owner and other plans each time. A deal still counts once."""
_VOYAGES_FOR_TIES: Final = 12
"""How many voyages of a deal are sailed to see whether a colour is lucky, or the place in ties at the start."""

Moments = dict[str, list[float]]
"""By a name: how many deals, the sum of their values, and the sum of the squares."""
Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Setting:
    """The table that things are tried at."""

    edition: str
    options: tuple[tuple[str, Any], ...]
    players: int
    level: str

    @property
    def name(self) -> str:
        """Who plays, and by which options."""
        chosen = "".join(f", {name} {value}" for name, value in self.options)
        return f"{self.players} players, {self.level}{chosen}"


@dataclass(frozen=True)
class Job:
    """Some deals of a setting."""

    setting: Setting
    seed: int
    first: int
    deals: int


def settings(edition: str, players: int, level: str, options: dict[str, Any]) -> list[Setting]:
    """The settings of a study: the one that is asked for, then each with one thing different."""
    given = tuple(sorted(options.items()))
    fewest, most = edition_of(edition, options).seats()
    found = [Setting(edition, given, players, level)]
    found += [Setting(edition, given, count, level) for count in range(fewest, most + 1)]
    found += [Setting(edition, given, players, other) for other in LEVELS]
    for option in options_of(edition):
        for value in option.sides:
            found.append(Setting(edition, tuple(sorted({**options, option.name: value}.items())), players, level))
    return list(dict.fromkeys(found))


def study(
    edition: str = DEFAULT_EDITION,
    players: int = 4,
    deals: int = 1000,
    level: str = MAIN_LEVEL,
    seed: int = 0,
    processes: int = 1,
    progress: Progress = lambda done, deals: None,
    folder: Path | None = None,
    on: str = "",
    other_deals: int = 0,
    **options: Any,
) -> Study:
    """Study an edition: `deals` deals, and as many for each other setting if `other_deals` doesn't say how many.

    With a folder it is stored as it comes, and goes on after a kill.

    >>> found = study(deals=1, players=2, level="random")
    >>> [worth.slug for worth in found.characters()] == found.slugs
    True
    """
    for option in options_of(edition):
        if option.sides:
            options.setdefault(option.name, option.default)
    Game.new(edition, players, seed=0, **options)
    if level not in LEVELS:
        raise InvalidSetup(f"There is no level {brief(level)} to study; there is {', '.join(LEVELS)}.")
    if players < 2:
        raise InvalidSetup(f"A study compares players: it needs 2 or more, not {players}.")
    if on:
        check_address(on)
    every = settings(edition, players, level, options)
    deals_of = {setting: other_deals if other_deals and setting != every[0] else deals for setting in every}
    jobs = [
        Job(setting, seed, first, min(_DEALS_A_JOB, count - first))
        for setting, count in deals_of.items()
        for first in range(0, count, _DEALS_A_JOB)
    ]
    start = time.perf_counter()
    results: dict[int, Moments] = {}
    if folder is None:
        _do(jobs, results, processes, on, progress, lambda number, moments: None)
    else:
        asked = {"study": edition, "players": players, "deals": deals, "level": level, "seed": seed, "options": options}
        if other_deals:
            asked["other_deals"] = other_deals
        with Journal(folder, {**asked, "rules": RULES_VERSION}) as journal:
            results = {line["job"]: line["moments"] for line in journal.stored()}
            _do(jobs, results, processes, on, progress, lambda number, moments: journal.add({"job": number, "moments": moments}))
    moments: dict[Setting, Moments] = {setting: {} for setting in every}
    for number, job in enumerate(jobs):  # always in this order: sums of floats depend on it
        _merge(moments[job.setting], results[number])
    found = Study(every[0], deals, other_deals, seed, moments, time.perf_counter() - start)
    if folder is not None:
        found.save(folder)
    return found


def _do(
    jobs: list[Job],
    results: dict[int, Moments],
    processes: int,
    on: str,
    progress: Progress,
    store: Callable[[int, Moments], None],
) -> None:
    """Do the jobs that have no result yet."""
    total = sum(job.deals for job in jobs)
    done = sum(jobs[number].deals for number in results)
    missing = [(number, job) for number, job in enumerate(jobs) if number not in results]
    for number, moments in done_jobs(numbered_moments, missing, processes, on):
        results[number] = moments
        store(number, moments)
        done += jobs[number].deals
        progress(done, total)


def numbered_moments(number: int, job: Job) -> tuple[int, Moments]:
    """The number of a job, and what was found in it."""
    found: Moments = {}
    setting = job.setting
    edition = edition_of(setting.edition, dict(setting.options))
    for deal in range(job.first, job.first + job.deals):
        luck = int.from_bytes(blake2b(f"study {job.seed} {deal}".encode(), digest_size=4).digest(), "big")
        trials = Trials(edition, setting.players, setting.level, luck)
        of_one_deal: dict[int, list[list[float]]] = {}
        for _ in range(_OWNERS):
            for rank, best, worths in trials.cards():
                leads = [sum(parts) for parts in worths]
                mean = sum(leads) / len(leads)
                parts = worths[best] if best >= 0 else [sum(column) / len(worths) for column in zip(*worths, strict=True)]
                of_one_deal.setdefault(rank, []).append([*parts, *[lead - mean for lead in leads]])
        for rank, tries in of_one_deal.items():
            means = [sum(column) / _OWNERS for column in zip(*tries, strict=True)]
            _add(found, f"card {rank}", sum(means[: len(PARTS)]))
            for part, value in zip(PARTS, means, strict=False):
                _add(found, f"card {rank} {part}", value)
            for day, value in enumerate(means[len(PARTS) :], 1):
                _add(found, f"day {rank} {day}", value)
        for kind, day, parts in trials.tokens():
            _add(found, f"token {kind}", sum(parts))
            _add(found, f"token {kind} {day}", sum(parts))
        _look_at_colours(found, setting, trials)
        if "tie_place" in type(edition).__dict__:  # something else than the colour
            _look_at_places(found, trials)
    return number, found


def _look_at_colours(found: Moments, setting: Setting, trials: Trials) -> None:
    """The same voyages by each value of the option that splits ties by colour: who wins them?"""
    marked_by = edition_of(setting.edition, dict(setting.options)).MARKED_BY
    values = [value for option in options_of(setting.edition) if option.name == marked_by for value in option.values]
    if not values:
        return
    editions = [edition_of(setting.edition, {**dict(setting.options), marked_by: value}) for value in values]
    shares: dict[str, list[float]] = {}
    for _ in range(_VOYAGES_FOR_TIES):
        for value, seats in zip(values, trials.colours(editions), strict=True):
            for colour, share in seats:
                shares.setdefault(f"wins {value} {colour}", []).append(share)
    _add_means(found, shares)


def _look_at_places(found: Moments, trials: Trials) -> None:
    """Who wins: those who win ties at the start, or those who lose them?"""
    shares: dict[str, list[float]] = {}
    for _ in range(_VOYAGES_FOR_TIES):
        for place, share in trials.places():
            shares.setdefault(f"place {place}", []).append(share)
    _add_means(found, shares)


def _add_means(found: Moments, values: dict[str, list[float]]) -> None:
    for name, of_one_deal in values.items():
        _add(found, name, sum(of_one_deal) / len(of_one_deal))


def _add(moments: Moments, name: str, value: float) -> None:
    sums = moments.setdefault(name, [0.0, 0.0, 0.0])
    sums[0] += 1.0
    sums[1] += value
    sums[2] += value * value


def _merge(moments: Moments, more: Moments) -> None:
    for name, sums in more.items():
        known = moments.setdefault(name, [0.0, 0.0, 0.0])
        for index, value in enumerate(sums):
            known[index] += value


def _estimated(sums: Iterable[float] | None) -> Estimate:
    if sums is None:
        return Estimate(0.0, float("inf"))
    count, total, squares = sums
    mean = total / count
    if count < 2:
        return Estimate(mean, float("inf"))
    variance = max(0.0, squares / count - mean * mean) * count / (count - 1)
    return Estimate(mean, quantile(int(count) - 1) * sqrt(variance / count))


@dataclass(frozen=True)
class Worth:
    """What a character or a token is worth, in doubloons a voyage."""

    slug: str
    worth: Estimate
    parts: dict[str, float]
    """For a character, where it comes from: see `PARTS`. They add up to the worth of the card before the average is taken off."""
    days: list[Estimate]
    """For a character, how much more it is worth on each day than on its average day; for a token, its worth on each day."""

    @property
    def clear(self) -> bool:
        """Whether it can be told from the average."""
        return abs(self.worth.mean) > self.worth.error


@dataclass
class Study:
    """What was found. The first setting is the one that was asked for."""

    main: Setting
    deals: int
    other_deals: int
    """How many deals each other setting has; 0 if as many."""
    seed: int
    moments: dict[Setting, Moments]
    seconds: float
    """How long it took, in this run."""

    @property
    def settings(self) -> list[Setting]:
        return list(self.moments)

    @property
    def command(self) -> str:
        """What makes this study again."""
        options = "".join(f" --{name} {value}" for name, value in self.main.options)
        fewer = f" --other-deals {self.other_deals}" if self.other_deals else ""
        who = f"--edition {self.main.edition}{options} --players {self.main.players} --level {self.main.level}"
        return f"libertalia study {who} --deals {self.deals}{fewer} --seed {self.seed}"

    def deals_of(self, setting: Setting) -> int:
        """How many deals a setting has."""
        return self.other_deals if self.other_deals and setting != self.main else self.deals

    @cached_property
    def slugs(self) -> list[str]:
        """The characters, by rank."""
        return list(edition_of(self.main.edition, dict(self.main.options)).rank_of)

    @cached_property
    def days(self) -> int:
        """How many days the voyage has."""
        return max(edition_of(self.main.edition, dict(self.main.options)).voyages)

    def characters(self, setting: Setting | None = None) -> list[Worth]:
        """What each character is worth in a setting, by rank; the average of all is 0."""
        found = self.moments[setting or self.main]
        raw = [_estimated(found.get(f"card {rank}")) for rank in range(1, len(self.slugs) + 1)]
        seen = [worth.mean for worth in raw if worth.error < float("inf")]
        mean = sum(seen) / len(seen) if seen else 0.0
        return [
            Worth(
                slug,
                Estimate(worth.mean - mean, worth.error),
                {part: _estimated(found.get(f"card {rank} {part}")).mean for part in PARTS},
                [_estimated(found.get(f"day {rank} {day}")) for day in range(1, self.days + 1)],
            )
            for rank, (slug, worth) in enumerate(zip(self.slugs, raw, strict=True), 1)
        ]

    def tokens(self, setting: Setting | None = None) -> list[Worth]:
        """What it is worth to take a token rather than nothing, by kind."""
        found = self.moments[setting or self.main]
        kinds = edition_of(self.main.edition, dict(self.main.options)).kinds
        return [
            Worth(
                kind,
                _estimated(found.get(f"token {4 * index}")),
                {},
                [_estimated(found.get(f"token {4 * index} {day}")) for day in range(1, self.days + 1)],
            )
            for index, kind in enumerate(kinds)
        ]

    def colours(self, setting: Setting | None = None) -> dict[str, dict[str, Estimate]]:
        """The share of voyages that each colour wins, by the value of the option that decides ties by colour; {} without one."""
        found = self.moments[setting or self.main]
        shares: dict[str, dict[str, Estimate]] = {}
        for name, sums in found.items():
            what, value, *number = name.split()
            if what == "wins":
                shares.setdefault(value, {})[COLOURS[int(number[0])]] = _estimated(sums)
        return {value: dict(sorted(by.items(), key=lambda item: COLOURS.index(item[0]))) for value, by in shares.items()}

    def places(self, setting: Setting | None = None) -> list[Estimate]:
        """The share of voyages won from each place in ties at the start, from who loses them all; [] where colours split ties."""
        found = self.moments[setting or self.main]
        return [_estimated(found[name]) for place in range(1, len(COLOURS) + 1) if (name := f"place {place}") in found]

    # ---- as data --------------------------------------------------------------------------------------------------------

    def rows(self) -> list[dict[str, Any]]:
        """All figures as plain data: one row for each setting and thing, and for each of its days."""
        found = []
        nothing = dict.fromkeys(f"from_{part}" for part in PARTS)
        for setting in self.settings:
            where = {
                "edition": setting.edition,
                "options": json.dumps(dict(setting.options)),
                "players": setting.players,
                "level": setting.level,
            }
            for what, worths in (("character", self.characters(setting)), ("token", self.tokens(setting))):
                for worth in worths:
                    parts = {f"from_{part}": round(worth.parts[part], 4) if worth.parts else None for part in PARTS}
                    found.append({**where, "what": what, "slug": worth.slug, "day": None, **_figures(worth.worth), **parts})
                    for day, estimate in enumerate(worth.days, 1):
                        found.append({**where, "what": what, "slug": worth.slug, "day": day, **_figures(estimate), **nothing})
            for value, shares in self.colours(setting).items():
                for colour, share in shares.items():
                    row = {"what": f"wins, {value}", "slug": colour, "day": None, **_figures(share), **nothing}
                    found.append({**where, **row})
            for place, share in enumerate(self.places(setting), 1):
                found.append({**where, "what": "wins, place", "slug": str(place), "day": None, **_figures(share), **nothing})
        return found

    def frame(self) -> polars.DataFrame:
        """All figures as a data frame. It needs `libertalia[lab]`."""
        from libertalia.lab.frames import frame

        return frame(self.rows())

    def save(self, folder: Path) -> None:
        """Write `study.html`, `study.json` and, where `libertalia[lab]` is installed, `study.parquet` into a folder."""
        from libertalia.lab.report import report

        rows = self.rows()
        lines = ",\n".join(json.dumps(row, separators=(",", ":")) for row in rows)
        (folder / "study.json").write_text(f"[\n{lines}\n]\n", encoding="utf-8")
        (folder / "study.html").write_text(report(self), encoding="utf-8")
        try:
            from libertalia.lab.frames import frame
        except ImportError:
            return
        frame(rows).write_parquet(folder / "study.parquet")


def _figures(estimate: Estimate) -> dict[str, float | None]:
    if estimate.error == float("inf"):
        return {"mean": None, "error": None}
    return {"mean": round(estimate.mean, 4), "error": round(estimate.error, 4)}
