"""The picture that other programs show of a link to a table: its edition's, with the names of those who sit there."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Final

from libertalia.tables.messages import SeatInfo

if TYPE_CHECKING:
    from PIL.Image import Image

SIZE: Final = (1200, 630)
"""Width and height of a picture, in pixels."""
_INK: Final = "#2a1c10"
_PAPER: Final = "#fbf2dc"
_LINE: Final = "#cbb285"
_EDGE: Final = 40
"""Pixels between the list of names and the edges of the picture."""
_PADDING: Final = 26
"""Pixels between the names and the border of their list."""
_ROW: Final = 58
"""Pixels from one name to the next."""
_MARK: Final = 36
"""Pixels of the side of a mark."""
_TEXT: Final = 40
"""Pixels of the size of the font."""
_QUALITY: Final = 84
"""Percent: the quality of the JPEG."""
_FINER: Final = 4
"""Pixels drawn for each pixel of a mark: making it smaller smooths its edges."""
_UNIT: Final = 24
"""Units of the side of the square in which the page draws marks."""

Points = Sequence[tuple[float, float]]
_STAR: Final[Points] = (
    *((12, 1.8), (15, 8.4), (22.2, 9.2), (16.8, 14.1), (18.3, 21.2)),
    *((12, 17.6), (5.7, 21.2), (7.2, 14.1), (1.8, 9.2), (9, 8.4)),
)
_MARKS: Final[dict[str, tuple[str, Points]]] = {
    "yellow": ("#e9b21e", _STAR),
    "red": ("#cf3a2e", ((12, 2.3), (22.3, 20.7), (1.7, 20.7))),
    "blue": ("#2a6fd0", ((12, 1.3), (21.5, 12), (12, 22.7), (2.5, 12))),
    "green": ("#2f9150", ((3, 3), (21, 3), (21, 21), (3, 21))),
    "black": ("#2d2b33", ((7, 3), (17, 3), (22.3, 12), (17, 21), (7, 21), (1.7, 12))),
    "white": ("#f6f3ea", ()),
}
"""A player's colour and shape. Without points it is a circle."""

People = tuple[tuple[str, str], ...]
"""Names and colours."""


def people_at(seats: Sequence[SeatInfo]) -> People:
    """Everyone who sits at a table and has a name that the font can write."""
    return tuple((seat.name, seat.colour) for seat in seats if seat.name and seat.colour and _writable(seat.name))


class PreviewPictures:
    """Draws such pictures. `folder` is where the page was built: its pictures and its font are used."""

    def __init__(self, folder: Path) -> None:
        self._pictures = {file.stem: file for file in (folder / "preview").glob("*.jpg")}
        self._font = next((folder / "assets").glob("alegreya-sans-latin-800-*.woff2"), None)

    def has(self, edition: str) -> bool:
        return edition in self._pictures

    def draw(self, edition: str, people: People) -> bytes:
        """The picture of an edition, with people."""
        file = self._pictures[edition]
        if not people or self._font is None:
            return file.read_bytes()
        from PIL import Image, ImageDraw, ImageFont  # only where a picture is drawn

        picture = Image.open(file).convert("RGB")
        pen = ImageDraw.Draw(picture)
        font = ImageFont.truetype(self._font, _TEXT)
        width = _MARK + 16 + max(font.getlength(name) for name, _ in people) + 2 * _PADDING
        left, bottom = _EDGE, SIZE[1] - _EDGE
        top = bottom - 2 * _PADDING - _ROW * len(people) + (_ROW - _MARK)
        pen.rounded_rectangle((left, top, left + width, bottom), 22, fill=_PAPER, outline=_LINE, width=3)
        for row, (name, colour) in enumerate(people):
            y = top + _PADDING + row * _ROW
            mark = _mark(colour)
            picture.paste(mark, (left + _PADDING, y), mark)
            pen.text((left + _PADDING + _MARK + 16, y + _MARK / 2), name, font=font, fill=_INK, anchor="lm")
        drawn = BytesIO()
        picture.save(drawn, "JPEG", quality=_QUALITY)
        return drawn.getvalue()


def _writable(name: str) -> bool:
    """Whether the font, of which the page has the Latin letters, can write a name."""
    return all(letter in "œŒ" or " " <= letter <= "ÿ" for letter in name)


def _mark(colour: str) -> Image:
    """A player's mark."""
    from PIL import Image, ImageDraw

    scale = _MARK * _FINER / _UNIT
    fill, points = _MARKS[colour]
    large = Image.new("RGBA", (_MARK * _FINER, _MARK * _FINER))
    pen = ImageDraw.Draw(large)
    if points:
        pen.polygon([(x * scale, y * scale) for x, y in points], fill=fill, outline=_INK, width=_FINER)
    else:
        pen.ellipse((2.4 * scale, 2.4 * scale, 21.6 * scale, 21.6 * scale), fill=fill, outline=_INK, width=_FINER)
    return large.resize((_MARK, _MARK), Image.Resampling.LANCZOS)
