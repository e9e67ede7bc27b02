"""Digests of the deal and of each batch: a log changed by other rules or hands is noticed."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("matches", sa.Column("deal", sa.String(16)))
    op.add_column("batches", sa.Column("digest", sa.String(16)))
