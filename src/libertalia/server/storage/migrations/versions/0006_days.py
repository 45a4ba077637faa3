"""The voyage of the day: the secret that all deals are made from, and who sailed on which day."""

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    secret = op.create_table(
        "day_secret",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("secret", sa.LargeBinary(32), nullable=False),
    )
    op.bulk_insert(secret, [{"id": 1, "secret": secrets.token_bytes(32)}])
    op.create_table(
        "day_results",
        sa.Column("day", sa.String(10), primary_key=True),
        sa.Column("edition", sa.String(40), primary_key=True),
        sa.Column("person", sa.LargeBinary(32), primary_key=True),
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("table_id", sa.String(24), nullable=False),
        sa.Column("scores", sa.Text),
        sa.Column("score", sa.Integer),
        sa.Column("won", sa.Boolean),
        sa.Column("finished", sa.BigInteger),
    )
    op.create_index("day_results_board", "day_results", ["day", "edition", "score"])
    op.create_index("day_results_person", "day_results", ["person", "edition"])
    op.create_index("day_results_table", "day_results", ["table_id"])
