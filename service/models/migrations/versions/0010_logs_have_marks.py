"""Logs have marks, by which what was worked out from them is known again."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("game", sa.Column("log_mark", sa.String(length=16), nullable=True))


def downgrade() -> None:
    op.drop_column("game", "log_mark")
