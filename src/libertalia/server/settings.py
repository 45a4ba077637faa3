"""What a host can set: options of `libertalia serve`, or LIBERTALIA_… in the environment."""

from __future__ import annotations

import os
from typing import Final, Self

import platformdirs
from pydantic import Field, NonNegativeFloat, PositiveFloat, PositiveInt, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from libertalia.game.errors import LibertaliaError
from libertalia.tables.table import PATIENCE

_PREFIX: Final = "LIBERTALIA_"


class InvalidSettings(LibertaliaError):
    """The server can't be run like that."""

    key = "settings"


class Settings(BaseSettings):
    """The settings of a server. What is not given comes from the environment; `docs/hosting.md` has them all."""

    model_config = SettingsConfigDict(env_prefix=_PREFIX, frozen=True)

    database: str = Field(default="", description="`postgresql://…`, `sqlite:///file` or a file")
    database_seconds: NonNegativeFloat = Field(
        default=30, description="seconds that the start waits for a PostgreSQL that can't be used; then it ends with exit code 2"
    )
    origins: str = Field(default="", description="origins besides the server's own, separated by commas")
    hosts: str = Field(default="", description="names of the server besides those of the machine, separated by commas")
    bot_processes: PositiveInt = Field(default=1, description="processes, for each worker, in which bots think")
    review_seconds: NonNegativeFloat = Field(default=40, description="seconds to think about a finished game; 0: no reviews")
    reviews_at_once: PositiveInt = Field(default=1, description="processes, for each worker, in which games are reviewed")
    tables_a_minute: PositiveFloat = Field(default=20, description="tables and seats that an address may take")
    megabytes_a_day: PositiveFloat = Field(
        default=100, description="megabytes that are stored for an address; a new table counts as a tenth of one"
    )
    requests_a_second: PositiveFloat = Field(default=30, description="requests of an address")
    requests_at_once: PositiveInt = Field(default=100, description="connections of an address that are not websockets")
    request_seconds: PositiveFloat = Field(default=10, description="seconds that a request may take to come in")
    connections: PositiveInt = Field(default=200, description="websockets of an address")
    connections_a_second: PositiveFloat = Field(default=10, description="new websockets of an address")
    connections_in_all: PositiveInt = Field(default=10_000, description="connections of a worker, of any kind")
    frames_a_second: PositiveFloat = Field(default=30, description="frames of a websocket; of an address, ten times as many")
    bytes_a_second: PositiveFloat = Field(default=16_384, description="bytes of a websocket; of an address, ten times as many")
    commands_a_second: PositiveFloat = Field(default=10, description="commands of a websocket")
    chats_a_minute: PositiveFloat = Field(default=20, description="chat messages of a websocket")
    heartbeat: PositiveFloat = Field(default=5, description="seconds between two signs of life of a worker")
    idle: NonNegativeFloat = Field(default=60, description="seconds after which a table that nobody is at leaves the memory")
    away_seconds: NonNegativeFloat = Field(
        default=PATIENCE.away,
        description="seconds after which somebody who went counts as away: a vote to end the game does not wait for them",
    )
    host_seconds: NonNegativeFloat = Field(
        default=PATIENCE.host, description="seconds after which another person is host instead of a host who went"
    )
    stand_in_seconds: NonNegativeFloat = Field(
        default=PATIENCE.stand_in,
        description="seconds that a decision may take at a table without a clock, before anyone may ask for a stand-in",
    )
    archive_days: NonNegativeFloat = Field(default=30, description="days after which a quiet table leaves the lists")
    delete_days: PositiveFloat | None = Field(default=None, description="days after which a quiet table is deleted for good")

    @classmethod
    def from_environment(cls) -> Self:
        """The settings of the environment; `InvalidSettings` says what is wrong with them."""
        try:
            return cls()
        except ValidationError as error:
            first = error.errors()[0]
            name = _PREFIX + str(first["loc"][0]).upper()
            raise InvalidSettings(f"{name} is {first['input']!r}: {first['msg'].lower()}.") from None

    def called(self, name: str) -> Self:
        """The same settings for a server that is also called by a name.

        >>> Settings(hosts="play.example").called("games.lan").hosts
        'play.example,games.lan'
        """
        return self.model_copy(update={"hosts": f"{self.hosts},{name}".removeprefix(",")})

    def to_environment(self) -> None:
        """Hand the settings on to the workers."""
        for name, value in self.model_dump(exclude_none=True).items():
            os.environ[_PREFIX + name.upper()] = str(value)

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
