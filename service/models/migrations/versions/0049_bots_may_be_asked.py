"""Bots may be asked before a move is taken back, or the clocks are stopped."""

import sqlalchemy as sa
from alembic import op

revision = "0049"
down_revision = "0048"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("bot", sa.Column("auto_agree", sa.Boolean(), nullable=False, server_default=sa.true()))


def downgrade() -> None:
    op.drop_column("bot", "auto_agree")
