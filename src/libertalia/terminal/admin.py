"""`libertalia admin`: what a host does with the database of a server."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from libertalia.game.errors import LibertaliaError

if TYPE_CHECKING:
    from libertalia.server.settings import Settings

DatabaseOption = Annotated[
    str | None, typer.Option(help="postgresql://…, or a file for SQLite; one in your data folder if not said.")
]
BackupFile = Annotated[Path, typer.Argument(help="The file of the backup, e.g. tables.backup.gz.")]

app = typer.Typer(help="For hosts: back up the database of a server, and restore it.", no_args_is_help=True)


@contextmanager
def needs_server_packages() -> Iterator[None]:
    """Say in one sentence what to install where the packages of the server are missing."""
    try:
        yield
    except ImportError as error:
        raise LibertaliaError(
            f"The server needs more packages: pip install 'libertalia[server]' ({error.name} is missing)."
        ) from None


def settings_for(database: str | None) -> Settings:
    """The settings of the environment, with another database if one was given."""
    with needs_server_packages():
        from libertalia.server.settings import Settings
    settings = Settings.from_environment()
    return settings if database is None else settings.model_copy(update={"database": database})


@app.command()
def backup(file: BackupFile, database: DatabaseOption = None) -> None:
    """Write everything to one file, while the server runs.

    `libertalia admin backup tables.backup.gz`  ·  `libertalia admin backup tables.backup.gz --database postgresql://localhost/libertalia`
    """
    with needs_server_packages():
        from libertalia.server.storage import backup
    rows = backup.backup(settings_for(database).url, file)
    print(f"{file}: {rows['tables']} tables with {rows['entries']} entries.")


@app.command()
def restore(
    file: BackupFile,
    database: DatabaseOption = None,
    replace: Annotated[bool, typer.Option("--replace", help="Overwrite all that is in the database.")] = False,
) -> None:
    """Fill a database from a backup: of SQLite or PostgreSQL, whichever the backup is from. No server may use it meanwhile.

    `libertalia admin restore tables.backup.gz --replace`
    """
    with needs_server_packages():
        from libertalia.server.storage import backup
    url = settings_for(database).url
    rows = backup.restore(url, file, replace)
    print(f"Restored {rows['tables']} tables with {rows['entries']} entries.")
