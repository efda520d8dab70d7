"""Moves can be taken back, and games end in a draw that was agreed on."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0039"
down_revision = "0038"
branch_labels = None
depends_on = None

JSON = sa.JSON().with_variant(postgresql.JSONB(), "postgresql")


def upgrade() -> None:
    op.add_column("game", sa.Column("grace_minutes", sa.Integer(), nullable=True))
    op.add_column("game", sa.Column("proposal", JSON, nullable=True))


def downgrade() -> None:
    op.drop_column("game", "proposal")
    op.drop_column("game", "grace_minutes")
