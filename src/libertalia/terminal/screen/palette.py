"""The colours of the screen, light and dark, and the marks of players and hours. Nothing is shown by colour alone."""

from __future__ import annotations

from typing import Final

from textual.theme import Theme

MARKS: Final = {"yellow": "★", "red": "▲", "blue": "◆", "green": "■", "black": "⬢", "white": "●"}
HOURS: Final = {"sunrise": "↑", "day": "☀", "dusk": "◒", "night": "☾", "rest": "⚑"}

Palette = dict[str, str]

DARK: Final[Palette] = {
    "paper": "#1d1712", "paper-2": "#2a2119", "ink": "#f7e9cf", "ink-2": "#c9b08c", "lit": "#ffb938", "on-lit": "#24160a",
    "good": "#86d6a0", "bad": "#ff9d8a", "accent": "#f4b06a",
    "sunrise": "#7a4a2a", "day": "#0f6f74", "dusk": "#a04a17", "night": "#2f2d6b", "rest": "#2d6b3f", "on-sky": "#fff6e4",
    "sky-day": "#5fd0cf", "sky-dusk": "#f79a4b", "sky-night": "#a9a6ff", "sky-rest": "#86d6a0", "sky-sunrise": "#f4b06a",
    "yellow": "#f0c43c", "red": "#ff7d6e", "blue": "#7fb2ff", "green": "#6fd394", "black": "#b3aebf", "white": "#ffffff",
}  # fmt: skip
LIGHT: Final[Palette] = {
    "paper": "#fbf2dc", "paper-2": "#f0e1bd", "ink": "#2a1c10", "ink-2": "#5f4830", "lit": "#8a4b00", "on-lit": "#fff6e4",
    "good": "#1f6b3f", "bad": "#a12a1e", "accent": "#97330f",
    "sunrise": "#8a4a1c", "day": "#0b6166", "dusk": "#97400f", "night": "#2f2d6b", "rest": "#245c36", "on-sky": "#fff6e4",
    "sky-day": "#0b6166", "sky-dusk": "#97400f", "sky-night": "#3d3a8c", "sky-rest": "#1f6b3f", "sky-sunrise": "#8a4a1c",
    "yellow": "#7a5a00", "red": "#b02a1e", "blue": "#1f58ad", "green": "#1f6b3f", "black": "#2d2b33", "white": "#6a6458",
}  # fmt: skip
PALETTES: Final = {"libertalia-dark": DARK, "libertalia-light": LIGHT}


def theme(name: str) -> Theme:
    """A theme of the screen, by its name in `PALETTES`."""
    ink = PALETTES[name]
    return Theme(
        name,
        primary=ink["lit"],
        secondary=ink["accent"],
        accent=ink["accent"],
        foreground=ink["ink"],
        background=ink["paper"],
        surface=ink["paper"],
        panel=ink["paper-2"],
        success=ink["good"],
        error=ink["bad"],
        warning=ink["bad"],
        dark=name.endswith("dark"),
        variables={
            "on-lit": ink["on-lit"],
            "ink-2": ink["ink-2"],
            "block-cursor-foreground": ink["on-lit"],
            "block-cursor-background": ink["lit"],
        },
    )
