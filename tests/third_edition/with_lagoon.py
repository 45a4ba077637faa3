"""The command line with the third edition in the registry: ``python -m tests.third_edition.with_lagoon play --edition lagoon``.

It needs the interpreted engine, whose classes can be subclassed: set LIBERTALIA_INTERPRETED=1.
"""

from __future__ import annotations

from libertalia.rules.editions import EDITIONS
from tests.third_edition.lagoon.edition import Lagoon

EDITIONS["lagoon"] = Lagoon

if __name__ == "__main__":
    from libertalia.terminal.app import main  # its options are made from the registry

    main()
