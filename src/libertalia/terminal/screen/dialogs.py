"""Dialogs over the table: help, all about the players, the whole log."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static


class Leaflet(ModalScreen[None]):
    """A text that can be scrolled; any of its keys or a click beside it closes it."""

    BINDINGS: ClassVar = [Binding("escape,enter,q,p,l,i,h,question_mark", "dismiss")]

    def __init__(self, title: str, text: Text, at_end: bool = False) -> None:
        super().__init__()
        self._title = title
        self._text = text
        self._at_end = at_end

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="leaflet") as sheet:
            sheet.border_title = self._title
            yield Static(self._text)

    def on_mount(self) -> None:
        sheet = self.query_one(VerticalScroll)
        sheet.focus()
        if self._at_end:
            sheet.scroll_end(animate=False)

    def on_click(self) -> None:
        self.dismiss()
