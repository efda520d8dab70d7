"""Clocks may be fast."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0041"
down_revision = "0040"
branch_labels = None
depends_on = None

JSON = sa.JSON().with_variant(postgresql.JSONB(), "postgresql")


def upgrade() -> None:
    op.add_column("game", sa.Column("fast_clock", JSON, nullable=True))


def downgrade() -> None:
    op.drop_column("game", "fast_clock")
