"""The results as text: figures, goals and the machine they were measured on."""

from __future__ import annotations

import importlib.metadata
import os
import platform
import sysconfig
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import libertalia
from benchmarks.measure import Rates


@dataclass(frozen=True)
class Figure:
    """One of our figures, alone or as a ratio to another engine's, and the goal for it if there is one."""

    what: str
    unit: str
    goal: float | None
    at_most: bool = False
    ours: float | None = None
    against: str = ""
    theirs: float | None = None
    missing: str = ""

    @property
    def value(self) -> float | None:
        """What is compared with the goal: the ratio if there is another engine, else our figure."""
        if self.ours is None or not self.against:
            return self.ours
        return None if self.theirs is None else self.ours / self.theirs

    @property
    def verdict(self) -> str:
        if self.value is None:
            return "missing"
        if self.goal is None:
            return ""
        return "reached" if (self.value <= self.goal if self.at_most else self.value >= self.goal) else "NOT REACHED"

    def row(self) -> list[str]:
        """The cells of its row in the table."""
        ratio = f"{number(self.value)} x" if self.against and self.value is not None else ""
        unit = "x" if self.against else self.unit
        goal = f"{'<=' if self.at_most else '>='} {self.goal:,g} {unit}" if self.goal is not None else ""
        return [self.what, self._measured(self.ours), self.against, self._measured(self.theirs), ratio, goal, self.verdict]

    def _measured(self, amount: float | None) -> str:
        return "" if amount is None else f"{number(amount)} {self.unit}"

    def as_json(self) -> dict[str, object]:
        return {**vars(self), "value": self.value, "verdict": self.verdict}


def number(amount: float | None) -> str:
    """Round to the digits that matter."""
    if amount is None:
        return ""
    return f"{amount:,.0f}" if amount >= 100 else f"{amount:.3g}"


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Text in columns. Columns with numbers are aligned to the right."""
    lines = [head, *rows]
    widths = [max(len(line[column]) for line in lines) for column in range(len(head))]
    right = [any(row[column][:1].isdigit() for row in rows) for column in range(len(head))]

    def line(cells: Sequence[str]) -> str:
        aligned = [
            cell.rjust(width) if to_right else cell.ljust(width)
            for cell, width, to_right in zip(cells, widths, right, strict=True)
        ]
        return "  ".join(aligned).rstrip()

    return "\n".join([line(head), line(["-" * width for width in widths]), *map(line, rows)])


def rates_table(rates: Mapping[str, Rates]) -> str:
    """How much each contender did per second."""
    rows = [
        [name, unit, number(each.best(unit)), number(each.median(unit)), number(each.worst(unit)), str(len(each.turns))]
        for name, each in rates.items()
        for unit in each.units()
    ]
    return table(["contender", "per second", "best", "median", "worst", "turns"], rows)


def figures_table(figures: Sequence[Figure]) -> str:
    return table(["what", "ours", "against", "theirs", "ratio", "goal", ""], [figure.row() for figure in figures])


def summary(figures: Sequence[Figure]) -> str:
    """Which goals were reached, in sentences."""
    reached = [figure for figure in figures if figure.verdict == "reached"]
    lines = [f"{len(reached)} of {sum(figure.goal is not None for figure in figures)} goals reached."]
    for figure in figures:
        if figure.verdict == "missing":
            lines.append(f"Missing: {figure.what}{figure.against and f', against {figure.against}'}: {figure.missing}.")
        elif figure.verdict == "NOT REACHED":
            _, ours, against, _, ratio, goal, _ = figure.row()
            lines.append(f"Not reached: {figure.what}: {f'{ratio} {against}' if against else ours}, goal {goal}.")
    return "\n".join(lines)


def machine() -> dict[str, str]:
    """Facts about this machine that the figures depend on."""
    return {
        "processor": _processor(),
        "cores": str(os.cpu_count()),
        "load": f"{os.getloadavg()[0]:.2f} in the last minute before the start",
        "system": f"{platform.system()} {platform.release()}",
        "python": f"{platform.python_implementation()} {platform.python_version()} ({platform.python_compiler()})",
        "C compiler": str(sysconfig.get_config_var("CC")),
        "libertalia": f"{_version('libertalia')}, {'compiled' if libertalia.COMPILED else 'NOT COMPILED: run `make bench`'}",
        "mypy": _version("mypy"),
        "open_spiel": _version("open_spiel"),
        "catanatron": _version("catanatron"),
    }


def _processor() -> str:
    facts = Path("/proc/cpuinfo")
    if facts.exists():
        for line in facts.read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def _version(package: str) -> str:
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return "not installed"
