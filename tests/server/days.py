"""Voyages of the day on a server whose calendar a test turns."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

from tests.server.harness import Json, Server

FIRST = date(2026, 11, 17)
INES, JORIS = "ines-has-this-secret-of-their-own", "joris-has-another-one-of-their-own"


class Calendar:
    """Which day it is, for a server that was started with it."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "calendar"
        self.turn_to(0)

    def turn_to(self, days: int) -> None:
        """A number of days after the first."""
        written = self.file.with_suffix(".new")
        written.write_text((FIRST + timedelta(days=days)).isoformat())
        written.replace(self.file)


def today(server: Server, secret: str | None = None, edition: str = "original") -> Json:
    answer = server.get(f"/api/today/{edition}", headers={"person-secret": secret} if secret else {})
    assert answer.status_code == 200, answer.text
    told: Json = answer.json()
    return told


def set_sail(server: Server, name: str, secret: str, edition: str = "original") -> Json:
    answer = server.post(f"/api/today/{edition}", {"name": name, "secret": secret})
    assert answer.status_code == 201, answer.text
    taken: Json = answer.json()
    return taken
