"""The plots of a study, as SVG. Doubt is drawn: a line is a 95 % interval, and what can't be told from the average is hollow."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from html import escape
from math import ceil, floor
from typing import Final

from libertalia.lab.estimates import Estimate
from libertalia.lab.study import Worth

WIDTH: Final = 1120
SIGN: Final = {"day": "by day", "night": "by night", "end": "end of voyage", "loot": "loot", "others": "what the others lose"}
"""What the parts of a worth are called."""

Names = Mapping[str, str]


def figure(value: float) -> str:
    """A number with its sign.

    >>> figure(1.04), figure(-0.26), figure(0.01)
    ('+1.0', '−0.3', '0.0')
    """
    text = f"{value:+.1f}".replace("-", "−")
    return "0.0" if text[1:] == "0.0" else text


def svg(width: float, height: float, label: str, body: Sequence[str]) -> str:
    return (
        f'<svg viewBox="0 0 {width:g} {height:g}" role="img" aria-label="{escape(label)}" '
        f'preserveAspectRatio="xMidYMin meet">{"".join(body)}</svg>'
    )


def scale(low: float, high: float, left: float, right: float) -> Callable[[float], float]:
    """From values to places."""
    return lambda value: round(left + (value - low) / ((high - low) or 1) * (right - left), 1)


def limits(values: Sequence[float], step: float = 1.0) -> tuple[float, float]:
    """Whole steps around the values, 0 included."""
    return floor(min([*values, 0]) / step) * step, ceil(max([*values, 0]) / step) * step


def ticks(low: float, high: float, most: int = 9) -> list[float]:
    """Round numbers between two limits, not too many of them.

    >>> ticks(-2, 3), ticks(-12, 7)
    ([-2, -1, 0, 1, 2, 3], [-10, -5, 0, 5])
    """
    step = next(step for step in (1, 2, 5, 10, 20, 50, 100, 1000) if (high - low) / step < most)
    return [number * step for number in range(ceil(low / step), floor(high / step) + 1)]


def axis(place: Callable[[float], float], marks: Sequence[float], top: float, bottom: float, zero: str = "") -> list[str]:
    """Upright lines with their figures above."""
    drawn = []
    for mark in marks:
        x = place(mark)
        drawn.append(f'<line class="{"zero" if mark == 0 else "grid"}" x1="{x}" x2="{x}" y1="{top}" y2="{bottom}"/>')
        text = zero if mark == 0 and zero else f"{mark:+g}".replace("-", "−") if mark else "0"
        drawn.append(f'<text class="tick" x="{x}" y="{top - 8}">{text}</text>')
    return drawn


def tone(worth: Worth) -> str:
    """Better or worse than the average, or not known."""
    return "even" if not worth.clear else "great" if worth.worth.mean > 0 else "slip"


def swarm(worths: Sequence[Worth], names: Names, hours: Names) -> str:
    """All characters as small cards along one axis; those far out have their name written."""
    low, high = limits([worth.worth.mean for worth in worths])
    place = scale(low, high, 40, WIDTH - 40)
    wide, tall = 32, 42
    stacks: dict[int, list[float]] = {}
    placed: list[tuple[float, int, int]] = []
    for index, worth in sorted(enumerate(worths), key=lambda item: item[1].worth.mean):
        x = place(worth.worth.mean)
        floor_number = 0
        while any(abs(x - other) < wide + 3 for other in stacks.get(floor_number, [])):
            floor_number = -floor_number if floor_number > 0 else -floor_number + 1
        stacks.setdefault(floor_number, []).append(x)
        placed.append((x, floor_number, index))
    floors = max(abs(number) for _, number, _ in placed)
    middle = 62 + floors * (tall + 6)
    height = 2 * middle - 20
    body = axis(place, ticks(low, high), 26, height - 26, "average")
    for x, number, index in placed:
        worth = worths[index]
        y = middle + number * (tall + 6)
        body.append(
            f'<g class="mini {hours[worth.slug]}" data-c="{worth.slug}"><title>{escape(names[worth.slug])}: '
            f'{figure(worth.worth.mean)} ± {worth.worth.error:.1f}</title><rect x="{x - wide / 2:.1f}" y="{y - tall / 2:.1f}" '
            f'width="{wide}" height="{tall}" rx="5"/><text x="{x}" y="{y + 5:.1f}">{index + 1}</text></g>'
        )
    written: list[tuple[float, float]] = []
    for x, number, index in [*placed[:5], *placed[:-6:-1]]:
        name = names[worths[index].slug]
        reach = 4 * len(name)
        crowded = any(abs(x - other) < reach + wide / 2 for other in stacks.get(-1, []))
        if number == 0 and not crowded and all(abs(x - other) > reach + length for other, length in written):
            written.append((x, reach))
            body.append(f'<text class="name" x="{x}" y="{middle - tall / 2 - 6}">{escape(name)}</text>')
    body.append(f'<text class="foot" x="40" y="{height - 6}">← leaves you poorer</text>')
    body.append(f'<text class="foot end" x="{WIDTH - 40}" y="{height - 6}">leaves you richer →</text>')
    return svg(WIDTH, height, "All characters along one line, from the one worth least to the one worth most.", body)


def ranked(worths: Sequence[Worth], names: Names, ranks: Mapping[str, int]) -> str:
    """Dots with their intervals, the best first; beside them where the doubloons come from."""
    row, top = 25, 44
    order = sorted(worths, key=lambda worth: -worth.worth.mean)
    known = [worth.worth for worth in order if worth.worth.error < float("inf")]
    low, high = limits([value for worth in known for value in (worth.mean - worth.error, worth.mean + worth.error)])
    place = scale(low, high, 220, 600)
    sums = [
        sum(part for part in worth.parts.values() if part * side > 0) for worth in worths for side in (1, -1)
    ]  # how far the bars reach to both sides
    least, most = limits(sums)
    bar = scale(least, most, 690, WIDTH - 20)
    bottom = top + row * len(order)
    body = [*axis(place, ticks(low, high), top - 6, bottom, "average"), *axis(bar, ticks(least, most), top - 6, bottom)]
    for number, worth in enumerate(order):
        y = top + row * number + row / 2
        body.append(f'<g class="row" data-c="{worth.slug}"><rect class="band b{number % 2}" x="0" y="{y - row / 2}" ')
        body.append(f'width="{WIDTH}" height="{row}"/><text class="rank" x="26" y="{y + 5}">{ranks[worth.slug]}</text>')
        body.append(f'<text class="who" x="38" y="{y + 5}">{escape(names[worth.slug])}</text>')
        body.append(whisker(worth.worth, place, y, tone(worth)))
        body.append(f'<text class="value" x="652" y="{y + 5}">{figure(worth.worth.mean)}</text>')
        body.append(bars(worth.parts, bar, y) + "</g>")
    return svg(WIDTH, bottom + 8, "What each character is worth, with its interval, and where that comes from.", body)


def whisker(value: Estimate, place: Callable[[float], float], y: float, kind: str) -> str:
    """A dot with its interval."""
    if value.error == float("inf"):
        return ""
    left, right = place(value.mean - value.error), place(value.mean + value.error)
    return (
        f'<line class="whisker {kind}" x1="{left}" x2="{right}" y1="{y}" y2="{y}"/>'
        f'<circle class="dot {kind}" cx="{place(value.mean)}" cy="{y}" r="5"/>'
    )


def bars(parts: Mapping[str, float], place: Callable[[float], float], y: float) -> str:
    """The parts of a worth, stacked away from 0 on both sides."""
    drawn = []
    ends = [0.0, 0.0]
    for part, value in parts.items():
        side = 0 if value < 0 else 1
        begin, end = sorted((place(ends[side]), place(ends[side] + value)))
        ends[side] += value
        if end - begin >= 0.5:
            drawn.append(
                f'<rect class="part {part}" x="{begin}" y="{y - 7}" width="{end - begin:.1f}" height="14">'
                f"<title>{SIGN[part]}: {figure(value)}</title></rect>"
            )
    return "".join(drawn)


def small_lines(series: Mapping[str, Sequence[Estimate]], names: Names, labels: Sequence[str]) -> str:
    """One small plot for each character, sorted by how much it gains from the first to the last."""
    wide, tall, across = 138, 86, 8
    order = sorted(series, key=lambda slug: series[slug][0].mean - series[slug][-1].mean)
    low, high = limits([value.mean for values in series.values() for value in values])
    rows = -(-len(order) // across)
    body: list[str] = []
    for number, slug in enumerate(order):
        left, top = number % across * (wide + 2), number // across * (tall + 6)
        values = series[slug]
        place = scale(0, len(values) - 1, left + 12, left + wide - 12)
        rise = scale(low, high, top + tall - 16, top + 26)
        change = values[-1].mean - values[0].mean
        doubt = (values[0].error ** 2 + values[-1].error ** 2) ** 0.5
        kind = "even" if abs(change) <= doubt else "great" if change > 0 else "slip"
        points = [(place(index), rise(value.mean)) for index, value in enumerate(values)]
        band = [f"{place(i)},{rise(min(high, v.mean + min(v.error, 9)))}" for i, v in enumerate(values)]
        band += [f"{place(i)},{rise(max(low, v.mean - min(v.error, 9)))}" for i, v in reversed(list(enumerate(values)))]
        body.append(f'<g class="small {kind}" data-c="{slug}"><rect class="cell" x="{left}" y="{top}" width="{wide}" ')
        body.append(f'height="{tall}" rx="6"/><text class="who" x="{left + 8}" y="{top + 16}">{escape(names[slug])}</text>')
        body.append(f'<line class="zero" x1="{left + 8}" x2="{left + wide - 8}" y1="{rise(0)}" y2="{rise(0)}"/>')
        body.append(f'<polygon class="doubt" points="{" ".join(band)}"/>')
        body.append(f'<polyline class="line" points="{" ".join(f"{x},{y}" for x, y in points)}"/>')
        for (x, y), value, label in zip(points, values, labels, strict=True):
            body.append(f'<circle class="dot" cx="{x}" cy="{y}" r="2.5"><title>{label}: {figure(value.mean)}</title></circle>')
        body.append(f'<text class="tick" x="{points[0][0]}" y="{top + tall - 4}">{labels[0]}</text>')
        body.append(f'<text class="tick" x="{points[-1][0]}" y="{top + tall - 4}">{labels[-1]}</text></g>')
    return svg(WIDTH, rows * (tall + 6), f"What each character is worth from {labels[0]} to {labels[-1]}.", body)


def heat(worths: Sequence[Worth], names: Names) -> str:
    """On which day is a character worth more? Sorted from early to late; a frame marks the best day."""
    days = len(worths[0].days)
    order = sorted(worths, key=lambda worth: sum(day * max(0.0, e.mean) for day, e in enumerate(worth.days)) / _weight(worth))
    wide = (WIDTH - 140) / len(order)
    top, tall = 128, 34
    most = max(1.0, max(abs(value.mean) for worth in worths for value in worth.days))
    body = [f'<text class="who" x="0" y="{top + day * tall + 22}">Day {day + 1}</text>' for day in range(days)]
    for column, worth in enumerate(order):
        x = 64 + column * wide
        turned = f"translate({x + wide / 2 + 4:.1f} {top - 8}) rotate(-55)"
        body.append(f'<g data-c="{worth.slug}"><text class="who" transform="{turned}">{escape(names[worth.slug])}</text>')
        best = max(range(days), key=lambda day, worth=worth: worth.days[day].mean)  # type: ignore[misc]
        for day, value in enumerate(worth.days):
            share = min(1.0, abs(value.mean) / most) ** 0.7
            clear = abs(value.mean) > value.error
            kind = "great" if value.mean > 0 else "slip"
            frame = " best" if day == best and clear else ""
            body.append(
                f'<rect class="heat {kind}{frame}" x="{x + 1:.1f}" y="{top + day * tall + 1}" width="{wide - 2:.1f}" '
                f'height="{tall - 2}" rx="3" style="--share:{share:.2f}"><title>{escape(names[worth.slug])}, day {day + 1}: '
                f"{figure(value.mean)} ± {value.error:.1f}</title></rect>"
            )
            if clear and abs(value.mean) >= 0.3 * most:
                body.append(
                    f'<text class="cellvalue" x="{x + wide / 2:.1f}" y="{top + day * tall + 21}">{figure(value.mean)}</text>'
                )
        body.append("</g>")
    return svg(WIDTH, top + days * tall + 6, "How much more or less each character is worth on each day.", body)


def _weight(worth: Worth) -> float:
    return sum(max(0.0, value.mean) for value in worth.days) or 1.0


def rows_of_dots(
    rows: Sequence[tuple[str, str, Sequence[tuple[str, Estimate]]]], zero: float, unit: str, label: str, width: int = WIDTH
) -> str:
    """A row for each thing (its slug and name) with several dots, each of a kind."""
    row, top = 30, 40
    values = [v for _, _, dots in rows for _, e in dots if e.error < float("inf") for v in (e.mean - e.error, e.mean + e.error)]
    low, high = limits([value - zero for value in values])
    place = scale(zero + low, zero + high, 170, width - 30)
    bottom = top + row * len(rows)
    body = []
    for mark in ticks(low, high):
        x = place(zero + mark)
        body.append(f'<line class="{"zero" if mark == 0 else "grid"}" x1="{x}" x2="{x}" y1="{top - 6}" y2="{bottom}"/>')
        text = f"{zero + mark:g}{unit}".replace("-", "−")
        body.append(f'<text class="tick" x="{x}" y="{top - 14}">{text}</text>')
    for number, (slug, name, dots) in enumerate(rows):
        y = top + row * number + row / 2
        body.append(f'<g class="row" data-c="{slug}"><rect class="band b{number % 2}" x="0" y="{y - row / 2}" width="{width}" ')
        body.append(f'height="{row}"/><text class="who" x="10" y="{y + 5}">{escape(name)}</text>')
        for index, (kind, value) in enumerate(dots):
            body.append(whisker(value, place, y + (index - (len(dots) - 1) / 2) * 9, kind))
        body.append("</g>")
    return svg(width, bottom + 8, label, body)


def learning_curve(curve: Sequence[Mapping[str, float]]) -> str:
    """How the mean error of the margin falls from epoch to epoch; each round starts with a new net."""
    wide, tall, left, bottom = 720, 320, 60, 280
    low, high = floor(min(line["margin"] for line in curve)), ceil(max(line["margin"] for line in curve))
    across, up = scale(0, len(curve) - 1, left, wide - 20), scale(low, high, bottom, 30)
    body = [
        "<style>text{font:12px sans-serif;fill:#555}polyline{fill:none;stroke:#1f6f8b;stroke-width:2.5}line{stroke:#ddd}</style>"
    ]
    for mark in ticks(low, high):
        body.append(f'<line x1="{left}" x2="{wide - 20}" y1="{up(mark)}" y2="{up(mark)}"/>')
        body.append(f'<text x="{left - 28}" y="{up(mark) + 4}">{mark:g}</text>')
    for number in dict.fromkeys(line["round"] for line in curve):
        points = [(across(index), up(line["margin"])) for index, line in enumerate(curve) if line["round"] == number]
        body.append(f'<polyline points="{" ".join(f"{x},{y}" for x, y in points)}"/>')
        body.append(f'<text x="{points[0][0]}" y="{tall - 16}">round {number:g}</text>')
    body.append('<text x="8" y="18">mean error of the final margin on unseen games, in doubloons</text>')
    return svg(wide, tall, "Learning curve", body).replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1) + "\n"
