"""Clocks and deadlines of matches, and where people want to be notified."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    match = sa.ForeignKey("matches.id", ondelete="CASCADE")
    op.create_table(
        "deadlines",
        sa.Column("match", sa.String(32), match, primary_key=True),
        sa.Column("kind", sa.String(16), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.Float, nullable=False, index=True),
        sa.Column("task", sa.String(16), nullable=False),
    )
    match = sa.ForeignKey("matches.id", ondelete="CASCADE")
    op.create_table(
        "timing",
        sa.Column("match", sa.String(32), match, primary_key=True),
        sa.Column("value", sa.JSON, nullable=False),
    )
    op.create_table(
        "subscriptions",
        sa.Column("endpoint", sa.String(1024), primary_key=True),
        sa.Column("guest", sa.String(32), nullable=False, index=True),
        sa.Column("p256dh", sa.String(128), nullable=False),
        sa.Column("auth", sa.String(64), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )
