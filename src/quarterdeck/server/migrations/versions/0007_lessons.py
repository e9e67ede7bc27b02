"""Matches that were dealt for a lesson."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    lesson = sa.Column("lesson", sa.Boolean, nullable=False, server_default=sa.false())
    op.add_column("matches", lesson)
