"""Bringing the schema of a database up to date."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from sqlalchemy import Connection, inspect, text

from libertalia.game.errors import LibertaliaError

_MIGRATIONS: Final = Path(__file__).parent / "migrations"
_REVISIONS: Final = sorted(path.name[:4] for path in (_MIGRATIONS / "versions").glob("[0-9]*.py"))


class DatabaseTrouble(LibertaliaError):
    """The database can't be used."""

    key = "database"


class DatabaseAway(DatabaseTrouble):
    """The database can't be reached, or does not work, just now; a moment later it may."""


class UpgradePending(DatabaseAway):
    """The database has to be upgraded, but workers of an older version still use it."""


def revision_of(connection: Connection) -> str | None:
    """The revision of the schema; none in an empty database. `DatabaseTrouble` if this program doesn't know it."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    there: str | None = connection.scalar(text("select version_num from alembic_version"))
    if there is not None:
        check_known(there, "The database")
    return there


def check_known(revision: str, what: str) -> None:
    """Refuse a schema of a newer version of this program."""
    if revision not in _REVISIONS:
        raise DatabaseTrouble(
            f"{what} is from a newer version of this program (its schema is {revision!r}; this version knows up to "
            f"{newest_revision()!r}). Nothing has been changed. Update this program, or choose another one."
        )


def newest_revision() -> str:
    """The revision that this program works with."""
    return _REVISIONS[-1]


def upgrade(connection: Connection, revision: str = "head") -> None:
    """Bring the schema to a revision."""
    from alembic import command  # seldom needed, and slow to import: a fifth of a server's start
    from alembic.config import Config

    revision_of(connection)
    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, revision)
