"""Drawing for a plain terminal."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.console import RenderableType
from rich.panel import Panel
from rich.text import Text

from libertalia.terminal.draw import Typesetter

SENTENCE = "Il reste un choix\u00a0: lequel\u00a0?"


@pytest.mark.parametrize("sentence", [SENTENCE, Text(SENTENCE), Panel(Text(SENTENCE))], ids=["str", "text", "panel"])
@pytest.mark.parametrize("width", range(14, 34))
def test_no_line_is_broken_at_a_no_break_space(sentence: RenderableType, width: int) -> None:
    console = Typesetter(file=StringIO(), width=width)
    console.print(sentence)
    printed = console.file.getvalue()  # type: ignore[attr-defined]
    assert "choix\u00a0:" in printed
    assert "lequel\u00a0?" in printed
