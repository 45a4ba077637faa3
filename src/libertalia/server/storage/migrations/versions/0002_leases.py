"""A worker holds a lease on a table that is being played."""

from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.drop_index("tables_kept", "tables")
    op.execute("alter table tables rename column kept_by to leased_by")
    op.execute("alter table tables rename column kept_until to leased_until")
    op.create_index("tables_leased", "tables", ["status", "leased_until"])
