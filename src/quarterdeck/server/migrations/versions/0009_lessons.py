"""Matches that were dealt for a lesson."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    lesson = sa.Column("lesson", sa.Boolean, nullable=False, server_default=sa.false())
    op.add_column("matches", lesson)
