"""Hiding and deleting tables where nothing has happened for a long time, as the host has set it."""

from __future__ import annotations

from typing import Final

from sqlalchemy import ColumnElement, bindparam, delete, func, select, update

from libertalia.server.storage.database import Database
from libertalia.server.storage.schema import day_results, entries, judgements, keys, reviews, tables

_AT_ONCE: Final = 100
"""Tables in one transaction. Others want to write, too."""


class Aging:
    """Finds quiet tables. The row of a table only says when the row changed, so its entries are asked as well."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def hide(self, before: int) -> list[str]:
        """Take some tables where nothing has happened since a time out of the lists."""
        if quiet := await self._quiet(tables.c.public, before):
            async with self._database.writing() as connection:
                await connection.execute(update(tables).where(tables.c.id.in_(quiet)).values(public=False))
        return quiet

    async def delete(self, before: int) -> list[str]:
        """Delete some tables where nothing has happened since a time, with all that belongs to them."""
        if quiet := await self._quiet(tables.c.id.is_not(None), before):
            async with self._database.writing() as connection:
                for column in (tables.c.id, *[each.c.table_id for each in (keys, entries, reviews, judgements)]):
                    await connection.execute(delete(column.table).where(column.in_(quiet)))
                sailed_there = day_results.c.table_id.in_(quiet)  # results stay, without the name
                await connection.execute(update(day_results).where(sailed_there).values(name=""))
        return quiet

    async def _quiet(self, wanted: ColumnElement[bool], before: int) -> list[str]:
        """Some tables where nothing has happened since a time. In the rows of others, the time of the last entry is stored."""
        last = select(func.max(entries.c.at)).where(entries.c.table_id == tables.c.id).scalar_subquery()
        old = select(tables.c.id, last.label("last")).where(wanted, tables.c.touched < before)
        async with self._database.reading() as connection:
            found = (await connection.execute(old.order_by(tables.c.touched).limit(_AT_ONCE))).all()
        if active := [{"table": row.id, "last": row.last} for row in found if row.last is not None and row.last >= before]:
            seen = update(tables).where(tables.c.id == bindparam("table")).values(touched=bindparam("last"))
            async with self._database.writing() as connection:
                await connection.execute(seen, active)
        return [row.id for row in found if row.last is None or row.last < before]
