"""Reviews of finished games: which were asked for, and what has been thought so far."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "reviews",
        sa.Column("table_id", sa.String(24), primary_key=True),
        sa.Column("asked", sa.BigInteger, nullable=False),
        sa.Column("decisions", sa.Integer, nullable=False),
        sa.Column("finished", sa.Boolean, nullable=False),
        sa.Column("leased_by", sa.String(24), nullable=False),
        sa.Column("leased_until", sa.BigInteger, nullable=False),
        sa.Column("wanted", sa.Integer),
    )
    op.create_index("reviews_unfinished", "reviews", ["finished", "asked"])
    op.create_table(
        "judgements",
        sa.Column("table_id", sa.String(24), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("data", sa.Text, nullable=False),
    )
