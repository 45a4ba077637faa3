"""What can be chosen about an edition before a game begins."""

from __future__ import annotations

from typing import final


@final
class Option:
    """An option with a name and its values. The command line, forms and HTTP schemas are made from it.

    Where the kinds of token have `sides`, a side for each kind may be given instead of one of the words; `drawn` is the word for
    which chance chooses those sides.
    """

    def __init__(
        self,
        name: str,
        values: tuple[str, ...],
        default: str = "",
        sides: tuple[str, ...] = (),
        drawn: str = "",
        alone: bool = False,
    ) -> None:
        self.name: str = name
        self.values: tuple[str, ...] = values
        self.default: str = default or values[0]
        self.sides: tuple[str, ...] = sides
        self.drawn: str = drawn
        self.alone: bool = alone  # only in a game for one
