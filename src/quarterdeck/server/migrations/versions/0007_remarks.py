"""Reactions and chat, for the seconds in which other processes on SQLite read them."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.create_table(
        "remarks",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("match", sa.String(32), nullable=False),
        sa.Column("process", sa.String(32), nullable=False),
        sa.Column("said", sa.Text, nullable=False),
        sqlite_autoincrement=True,
    )
