"""Several processes: which run, who is connected to which, who makes a match's automatic moves.

Auto-pass is a seat's, whichever process its player is connected to.
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "processes",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("until", sa.Float, nullable=False),
    )
    op.create_table(
        "presence",
        sa.Column("match", sa.String(32), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("process", sa.String(32), primary_key=True),
    )
    op.add_column("drafts", sa.Column("holder", sa.String(32)))
    op.add_column("drafts", sa.Column("until", sa.Float, nullable=False, server_default="0"))
    on = sa.Column("auto_pass", sa.Boolean, nullable=False, server_default=sa.false())
    op.add_column("seats", on)
