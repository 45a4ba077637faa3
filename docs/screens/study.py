"""Draws the README's picture of the study: `python docs/screens/study.py`. It takes some minutes; a folder keeps what is done.

The figures are those of `libertalia study --deals 3000`.
"""

from __future__ import annotations

import argparse
import os
import re
from pathlib import Path

from libertalia.lab import report, study
from libertalia.lab.plots import ranked
from libertalia.words import words

HERE = Path(__file__).parent


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, help="the folder of the study")
    found = study(deals=3000, processes=os.cpu_count() or 1, folder=parser.parse_args().out)
    names = {slug: words("en").character("original", slug) for slug in found.slugs}
    plot = ranked(found.characters(), names, {slug: rank for rank, slug in enumerate(found.slugs, 1)})
    style = Path(report.__file__).with_name("report.css").read_text(encoding="utf-8")
    size = re.search(r'viewBox="0 0 (\d+) (\d+)"', plot)
    assert size is not None
    wide, high = (int(number) for number in size.groups())
    picture = plot.replace(
        size.group(0), f'xmlns="http://www.w3.org/2000/svg" viewBox="-30 -70 {wide + 60} {high + 90}" width="{wide + 60}"', 1
    )
    title = '<text x="0" y="-22" style="font:800 26px var(--title)">What is a character worth, in doubloons a voyage?</text>'
    paper = f'<rect x="-30" y="-70" width="{wide + 60}" height="{high + 90}" rx="14" fill="var(--paper)"/>'
    picture = picture.replace(">", f"><style>{style}</style>{paper}{title}", 1)
    (HERE / "study.svg").write_text(picture + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
