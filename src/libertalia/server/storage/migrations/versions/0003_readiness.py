"""A row that is written to see whether anything can be written."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    readiness = op.create_table(
        "readiness",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.bulk_insert(readiness, [{"id": 1, "at": 0}])
