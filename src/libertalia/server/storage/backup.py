"""Backup and restore, for both kinds of database and from one to the other.

A backup is a gzip file of JSON lines: a header (version, schema, the columns of each database table), one line for each row, and
a footer with the number of rows and a checksum of all that comes before it. So a file that was cut off or damaged is noticed
before anything is changed. Rows are read in one transaction, while the server runs: the backup is the database at one moment.

Rows are taken as they lie in the database, whatever its schema is. A restore makes that schema, fills it, and then upgrades it.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import os
import sqlite3
import tempfile
import zlib
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from importlib.metadata import version
from itertools import groupby, islice
from pathlib import Path
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, LargeBinary, MetaData, create_engine, delete, event, func, insert, select
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import SQLAlchemyError

from libertalia.server.clock import now
from libertalia.server.storage.database import MIGRATING
from libertalia.server.storage.file_lock import FileLock
from libertalia.server.storage.schema import metadata as latest
from libertalia.server.storage.signals import SERVING
from libertalia.server.storage.upgrade import DatabaseTrouble, check_known, revision_of, upgrade

_AT_ONCE: Final = 1000
"""Rows that are read or written at once."""
_VERSIONS: Final = "alembic_version"


class Header(Struct):
    """The first line of a backup."""

    libertalia: Literal["backup"]
    format: Literal[1]
    version: str
    schema: str
    at: int
    columns: dict[str, list[str]]


class Footer(Struct):
    """The last line of a backup."""

    rows: dict[str, int]
    sha256: str


def backup(address: str, target: Path) -> dict[str, int]:
    """Write all of a database to a new file; how many rows there are of each database table."""
    url = _synchronous(address)
    if url.database and not _is_postgresql(url) and not Path(url.database).exists():
        raise DatabaseTrouble(f"There is no database {url.database}.")
    if target.exists():
        raise DatabaseTrouble(f"{target} is there already. Choose another file for the backup.")
    with _plain_errors(url), _snapshot(url) as connection, _new_file(target) as file:
        return _write(connection, file)


def restore(address: str, source: Path, replace: bool = False) -> dict[str, int]:
    """Fill a database from a backup; one that is not empty only with `replace`, and one that a server uses never."""
    url = _synchronous(address)
    header, footer = _checked(source)
    check_known(header.schema, str(source))
    with _plain_errors(url):
        if _is_postgresql(url):
            _restore_postgresql(url, source, header, replace)
        else:
            _restore_sqlite(Path(str(url.database)), source, header, replace)
    return footer.rows


def _synchronous(address: str) -> URL:
    return make_url(address.replace("+aiosqlite", "", 1))


def _is_postgresql(url: URL) -> bool:
    return url.get_backend_name() == "postgresql"


@contextmanager
def _plain_errors(url: URL) -> Iterator[None]:
    try:
        yield
    except (SQLAlchemyError, sqlite3.Error, OSError) as error:
        reason = str(getattr(error, "orig", error)).strip().partition("\n")[0]
        raise DatabaseTrouble(f"The database {url.render_as_string()} could not be used: {reason}.") from None


# ---- writing ----------------------------------------------------------------------------------------------------------------


@contextmanager
def _snapshot(url: URL) -> Iterator[Connection]:
    """A connection that sees the database as it is now, whatever is written meanwhile, and blocks no writer."""
    engine = create_engine(url)
    try:
        with engine.connect() as connection:
            if _is_postgresql(url):
                connection = connection.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
            else:
                connection.exec_driver_sql("begin")  # Python would begin a transaction only when something is written
            yield connection
    finally:
        engine.dispose()


@contextmanager
def _new_file(target: Path) -> Iterator[gzip.GzipFile]:
    """A file that has its name only when all of it is on the disk, and that only its owner can read: it holds seeds of games."""
    descriptor, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    try:
        with os.fdopen(descriptor, "wb") as raw:
            with gzip.GzipFile(filename="", mode="wb", fileobj=raw, compresslevel=6) as file:
                yield file
            raw.flush()
            os.fsync(raw.fileno())
        os.replace(name, target)
    except BaseException:
        os.unlink(name)
        raise


def _write(connection: Connection, file: gzip.GzipFile) -> dict[str, int]:
    schema = revision_of(connection)
    if schema is None:
        raise DatabaseTrouble("The database is empty: there is nothing to back up.")
    there = _tables(connection)
    columns = {name: [str(column.name) for column in table.columns] for name, table in there.tables.items()}
    checksum = hashlib.sha256()

    def put(line: object) -> None:
        text = msgspec.json.encode(line) + b"\n"
        checksum.update(text)
        file.write(text)

    put(Header("backup", 1, version("libertalia"), schema, now(), columns))
    rows = dict.fromkeys(columns, 0)
    streaming = connection.execution_options(yield_per=_AT_ONCE)
    for name, table in sorted(there.tables.items()):
        for row in streaming.execute(select(table).order_by(*table.primary_key.columns)):
            put([name, *row])
            rows[name] += 1
    put(Footer(rows, checksum.hexdigest()))
    return rows


def _tables(connection: Connection) -> MetaData:
    """The database tables that are there, of those that are ours."""
    there = MetaData()
    there.reflect(connection, only=lambda name, _: name in latest.tables)
    return there


# ---- reading ----------------------------------------------------------------------------------------------------------------


def _lines(source: Path) -> Iterator[bytes]:
    try:
        with gzip.open(source, "rb") as file:
            yield from file
    except FileNotFoundError:
        raise DatabaseTrouble(f"There is no file {source}.") from None
    except (OSError, EOFError, zlib.error) as error:
        raise DatabaseTrouble(f"{source} is not a backup, or not all of one: {error}.") from None


def _checked(source: Path) -> tuple[Header, Footer]:
    """Read a backup through to its end: all of it has to be there, unchanged."""
    checksum = hashlib.sha256()
    rows: Counter[str] = Counter()
    header: Header | None = None
    footer: Footer | None = None
    try:
        for line in _lines(source):
            if header is None:
                header = msgspec.json.decode(line, type=Header)
            elif line.startswith(b"{"):
                footer = msgspec.json.decode(line, type=Footer)
                break
            else:
                rows[msgspec.json.decode(line)[0]] += 1
            checksum.update(line)
    except msgspec.MsgspecError as error:
        raise DatabaseTrouble(f"{source} is not a backup of this program, or damaged: {error}.") from None
    if header is None or footer is None or footer.sha256 != checksum.hexdigest() or +Counter(footer.rows) != rows:
        raise DatabaseTrouble(f"{source} is damaged, or not all of it is there. Nothing has been changed.")
    return header, footer


def _fill(connection: Connection, source: Path, header: Header) -> None:
    """Fill a database that has none of our tables."""
    upgrade(connection, header.schema)
    there = _tables(connection)
    for table in there.tables.values():
        connection.execute(delete(table))  # what comes with the schema is in the backup, too
    binary = {
        name: [isinstance(there.tables[name].columns[column].type, LargeBinary) for column in columns]
        for name, columns in header.columns.items()
    }

    def row(name: str, values: list[Any]) -> dict[str, Any]:
        kinds = zip(values, binary[name], strict=True)
        plain = [base64.b64decode(value) if is_binary and value is not None else value for value, is_binary in kinds]
        return dict(zip(header.columns[name], plain, strict=True))

    decoded = (msgspec.json.decode(line) for line in islice(_lines(source), 1, None) if line.startswith(b"["))
    for name, lines in groupby(decoded, key=lambda line: line[0]):
        while batch := [row(name, line[1:]) for line in islice(lines, _AT_ONCE)]:
            connection.execute(insert(there.tables[name]), batch)
    upgrade(connection)


# ---- restoring --------------------------------------------------------------------------------------------------------------


def _refuse_to_overwrite(connection: Connection, url: URL) -> None:
    games = _tables(connection).tables.get("tables")
    if games is not None and connection.execute(select(games).limit(1)).first() is not None:
        raise DatabaseTrouble(f"The database {url.render_as_string()} is not empty. To overwrite all of it, add --replace.")


def _restore_postgresql(url: URL, source: Path, header: Header, replace: bool) -> None:
    """In one transaction: the database is as it was before, or all of the backup is there."""
    engine = create_engine(url)
    try:
        with engine.begin() as connection:
            if not connection.scalar(select(func.pg_try_advisory_xact_lock(SERVING))):
                raise DatabaseTrouble(f"The database {url.render_as_string()} is in use by a server. Stop all its workers first.")
            connection.execute(select(func.pg_advisory_xact_lock(MIGRATING)))
            revision_of(connection)
            if not replace:
                _refuse_to_overwrite(connection, url)
            _tables(connection).drop_all(connection)
            connection.exec_driver_sql(f"drop table if exists {_VERSIONS}")
            _fill(connection, source, header)
    finally:
        engine.dispose()


def _restore_sqlite(target: Path, source: Path, header: Header, replace: bool) -> None:
    """Into a new file, which then takes the place of the old one in one step."""
    lock = FileLock(str(target))
    lock.take()
    try:
        if target.exists() and not replace:
            with _snapshot(make_url(f"sqlite:///{target}")) as connection:
                _refuse_to_overwrite(connection, make_url(f"sqlite:///{target}"))
        fresh = target.with_name(f"{target.name}.restoring")
        fresh.unlink(missing_ok=True)
        engine = create_engine(f"sqlite:///{fresh}")
        event.listen(engine, "connect", lambda raw, _: raw.execute("pragma synchronous = full"))
        try:
            with engine.begin() as connection:
                _fill(connection, source, header)
        except BaseException:
            engine.dispose()
            fresh.unlink(missing_ok=True)
            raise
        engine.dispose()
        _delete_journals(target)
        os.replace(fresh, target)
        _flush_folder(target.parent)
    finally:
        lock.release()


def _delete_journals(database: Path) -> None:
    """Delete the journals that a killed server left beside its database: they would destroy the new one.

    They are written to the old database first, if that can still be read, so that a crash right now would leave it whole.
    """
    if database.exists():
        with suppress(sqlite3.DatabaseError), closing(sqlite3.connect(database)) as old:  # it may be damaged
            old.execute("pragma wal_checkpoint(truncate)")
    for ending in ("-wal", "-shm", "-journal"):
        database.with_name(database.name + ending).unlink(missing_ok=True)


def _flush_folder(folder: Path) -> None:
    """Make sure that the new name is on the disk."""
    if hasattr(os, "O_DIRECTORY"):
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
