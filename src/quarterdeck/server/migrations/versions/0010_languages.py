"""The language in which a subscriber is notified."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    language = sa.Column("language", sa.String(16), nullable=False, server_default="en")
    op.add_column("subscriptions", language)
