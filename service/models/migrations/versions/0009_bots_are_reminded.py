"""Bots are reminded."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("game", sa.Column("bot_due_at", sa.DateTime(timezone=True), nullable=True))
    op.create_index(op.f("ix_game_bot_due_at"), "game", ["bot_due_at"])


def downgrade() -> None:
    op.drop_index(op.f("ix_game_bot_due_at"), "game")
    op.drop_column("game", "bot_due_at")
