"""What players' clients add to the seed. Matches without such rows were dealt from the secret."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    match = sa.ForeignKey("matches.id", ondelete="CASCADE")
    op.create_table(
        "contributions",
        sa.Column("match", sa.String(32), match, primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("seal", sa.String(64)),
        sa.Column("entropy", sa.String(32)),
        sa.Column("expected", sa.Boolean, nullable=False),
        sa.Column("final", sa.Boolean, nullable=False),
    )
