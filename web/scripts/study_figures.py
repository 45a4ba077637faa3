"""Makes the figures that the page "Study" shows: `make study`. It takes some minutes; build/study keeps what is done.

Each study is one of `libertalia study`, with the same figures: the page names its command.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, Final

from libertalia.lab import study
from libertalia.lab.page_figures import page_figures

ROOT: Final = Path(__file__).parents[2]
FIGURES: Final = ROOT / "web/src/pages/study/figures"
STUDIES: Final[dict[str, dict[str, Any]]] = {
    "original": {"edition": "original", "deals": 4000, "other_deals": 1500},
    "galecrest-calm": {"edition": "galecrest", "board": "calm", "deals": 4000, "other_deals": 1500},
    "galecrest-stormy": {"edition": "galecrest", "board": "stormy", "deals": 3000, "other_deals": 1000},
}


def main() -> None:
    FIGURES.mkdir(parents=True, exist_ok=True)
    for name, asked in STUDIES.items():
        found = study(**asked, processes=os.cpu_count() or 1, folder=ROOT / "build/study" / name)
        text = json.dumps(page_figures(found), separators=(",", ":"))
        (FIGURES / f"{name}.json").write_text(text + "\n", encoding="utf-8")
        print(f"{name}.json, {len(text) / 1000:.0f} kB")


if __name__ == "__main__":
    main()
