"""Indexes for housekeeping: the oldest matches, and those whose rematch was removed."""

from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_index("ix_matches_created", "matches", ["created"])
    op.create_index("ix_matches_rematch", "matches", ["rematch"])
