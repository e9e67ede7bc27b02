"""A guest's matches with their results, guests on their way to another browser, open tables.

Matches that were over before have no result here; their records still tell it.
"""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.add_column("matches", sa.Column("winners", sa.Integer))
    op.create_index("ix_seats_guest", "seats", ["guest"])
    op.create_table(
        "transfers",
        sa.Column("token_hash", sa.String(64), primary_key=True),
        sa.Column("guest", sa.String(32), nullable=False, index=True),
        sa.Column("until", sa.Float, nullable=False),
    )
    match = sa.ForeignKey("matches.id", ondelete="CASCADE")
    op.create_table(
        "lobby",
        sa.Column("match", sa.String(32), match, primary_key=True),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("since", sa.Float, nullable=False, index=True),
    )
