"""Compiles the catalogues: ``python -m libertalia.words.compile``. Needs babel, which the game itself does without."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import read_po

from libertalia.words.words import LOCALE


def compiled(po: Path) -> bytes:
    """A written catalogue in the form that is read at run time."""
    mo = BytesIO()
    with po.open("rb") as file:
        write_mo(mo, read_po(file))
    return mo.getvalue()


def fresh(po: Path) -> bool:
    """Whether the compiled catalogue beside a written one says the same."""
    mo = po.with_suffix(".mo")
    return mo.exists() and _said(mo.read_bytes()) == _said(compiled(po))


def _said(mo: bytes) -> tuple[object, ...]:
    # Not byte by byte: the head of a compiled catalogue holds a date and babel's version.
    catalogue = read_mo(BytesIO(mo))
    return catalogue.plural_forms, [(message.id, message.string) for message in catalogue if message.id]


def main() -> None:
    for po in sorted(LOCALE.glob("*/LC_MESSAGES/*.po")):
        if not fresh(po):
            po.with_suffix(".mo").write_bytes(compiled(po))
            print(f"compiled {po.relative_to(LOCALE)}")


if __name__ == "__main__":
    main()
