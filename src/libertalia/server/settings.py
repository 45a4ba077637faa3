"""What a host can set: options of `libertalia serve`, or LIBERTALIA_… in the environment."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any, Final, Self

import platformdirs

from libertalia.game.errors import LibertaliaError

_PREFIX: Final = "LIBERTALIA_"


class InvalidSettings(LibertaliaError):
    """The server can't be run like that."""

    key = "settings"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    database: str = ""
    """Where tables are stored: postgresql://…, sqlite:///file, or a file; if not said, a file in the user's data folder."""
    origins: str = ""
    """Other origins than the server's own whose pages may talk to it, separated by commas."""
    hosts: str = ""
    """Names by which the server may be called, besides those of the machine and all addresses, separated by commas."""
    bot_processes: int = 1
    """How many processes bots think in."""
    tables_a_minute: float = 20.0
    """How many tables, and seats, somebody may take in a minute."""
    requests_a_second: float = 30.0
    requests_at_once: int = 100
    """How many connections that are no websockets one address may have."""
    request_seconds: float = 10.0
    """How long a request may take to come in."""
    connections: int = 200
    """How many websockets one address may have."""
    connections_a_second: float = 10.0
    connections_in_all: int = 10_000
    """How many connections a worker may have, of any kind and from anywhere."""
    frames_a_second: float = 30.0
    """How many frames of any kind a websocket may send; all of an address, ten times as many."""
    bytes_a_second: float = 16_384.0
    commands_a_second: float = 10.0
    chats_a_minute: float = 20.0
    heartbeat: float = 5.0
    """Every so many seconds, workers tell each other that they are alive, and look after tables that nobody looks after."""
    idle: float = 60.0
    """A table that nobody is at leaves the memory after so many seconds."""
    archive_days: float = 30.0
    """Tables that nothing has happened at for so many days leave the lists."""

    @classmethod
    def from_environment(cls) -> Self:
        given: dict[str, Any] = {}
        for field in fields(cls):
            if (text := os.environ.get(_PREFIX + field.name.upper())) is not None:
                kind: Callable[[str], Any] = type(field.default)
                try:
                    given[field.name] = kind(text)
                except ValueError:
                    raise InvalidSettings(f"{_PREFIX}{field.name.upper()} is a number, not {text!r}.") from None
        return cls(**given)

    def to_environment(self) -> None:
        """Hand the settings on to the workers."""
        for field in fields(self):
            os.environ[_PREFIX + field.name.upper()] = str(getattr(self, field.name))

    @property
    def url(self) -> str:
        """The database's address as SQLAlchemy has it."""
        if self.database.startswith(("postgresql://", "postgres://")):
            return "postgresql+psycopg://" + self.database.partition("://")[2]
        if "://" in self.database and not self.database.startswith("sqlite:///"):
            raise InvalidSettings(f"The database is postgresql://…, sqlite:///file or a file, not {self.database!r}.")
        default = os.path.join(platformdirs.user_data_dir("libertalia", appauthor=False, ensure_exists=True), "tables.sqlite")
        return "sqlite+aiosqlite:///" + (self.database.removeprefix("sqlite:///") or default)

    @property
    def shared(self) -> bool:
        """Whether several workers can share the database."""
        return self.url.startswith("postgresql")
