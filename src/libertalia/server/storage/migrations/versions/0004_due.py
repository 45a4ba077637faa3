"""When a table has to be driven, by which rules it was dealt, and which program could not play it.

Tables that have a clock or a bot are due at once: a worker looks at each of them once, and then knows better.
"""

import json

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("tables", sa.Column("due", sa.BigInteger))
    op.add_column("tables", sa.Column("rules", sa.Integer))
    op.add_column("tables", sa.Column("unplayable_by", sa.String(48)))
    op.drop_index("tables_leased", "tables")
    op.create_index("tables_leased", "tables", ["leased_by", "leased_until"])
    op.create_index("tables_due", "tables", ["due"])
    op.create_index("tables_touched", "tables", ["touched"])

    connection = op.get_bind()
    started = connection.execute(sa.text("select table_id, data from entries where kind = 'started'"))
    rules = [{"id": table, "rules": dealt_by} for table, data in started if (dealt_by := _rules_of(data)) is not None]
    if rules:
        connection.execute(sa.text("update tables set rules = :rules where id = :id"), rules)
    playing = connection.execute(sa.text("select id, info from tables where status in ('playing', 'unplayable')"))
    if due := [{"id": table} for table, info in playing if _is_driven(info)]:
        connection.execute(sa.text("update tables set due = 0 where id = :id"), due)
    connection.execute(sa.text("update tables set status = 'playing' where status = 'unplayable'"))


def _rules_of(data: str) -> int | None:
    """The version of the rules that an entry names; a damaged one names none."""
    try:
        rules = json.loads(data).get("rules")
    except (ValueError, AttributeError):
        return None
    return rules if isinstance(rules, int) else None


def _is_driven(info: str) -> bool:
    """Whether a table has a clock, or a bot on a seat."""
    known = json.loads(info)
    return known.get("clock") is not None or any(seat.get("bot") or seat.get("kind") == "bot" for seat in known["seats"])
