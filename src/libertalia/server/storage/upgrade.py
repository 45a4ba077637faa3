"""Bringing the schema of a database up to date."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from libertalia.game.errors import LibertaliaError


class DatabaseTrouble(LibertaliaError):
    """The database can't be used."""

    key = "database"


class DatabaseAway(DatabaseTrouble):
    """The database can't be reached, or does not work, just now; a moment later it may."""


def revision_of(connection: Connection) -> str | None:
    """The revision of the schema; none in an empty database. `DatabaseTrouble` if this program doesn't know it."""
    there = MigrationContext.configure(connection).get_current_revision()
    if there is not None:
        check_known(there, "The database")
    return there


def check_known(revision: str, what: str) -> None:
    """Refuse a schema of a newer version of this program."""
    known = {script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions()}
    if revision not in known:
        raise DatabaseTrouble(
            f"{what} is from a newer version of this program (its schema is {revision!r}; this version knows up to "
            f"{max(known)!r}). Nothing has been changed. Update this program, or choose another one."
        )


def upgrade(connection: Connection, revision: str = "head") -> None:
    """Bring the schema to a revision."""
    revision_of(connection)
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    return config
