"""Bots are sought by whoever wants to play one now, and have passports."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0044"
down_revision = "0043"
branch_labels = None
depends_on = None

JSON = sa.JSON().with_variant(postgresql.JSONB(), "postgresql")
TIME = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "bot_seek",
        sa.Column("id", sa.String(length=16), primary_key=True),
        sa.Column("account_id", sa.Integer(), sa.ForeignKey("account.id"), nullable=False),
        sa.Column("game_id", sa.String(length=16), sa.ForeignKey("game.id", ondelete="CASCADE"), nullable=False),
        sa.Column("state", sa.String(length=20), nullable=False),
        sa.Column("asked", sa.Integer(), nullable=False),
        sa.Column("due_at", TIME, nullable=False),
        sa.Column("created_at", TIME, nullable=False),
        sa.Column("closed_at", TIME, nullable=True),
        sa.UniqueConstraint("game_id", name=op.f("uq_bot_seek_game_id")),
    )
    op.create_index("ix_bot_seek_account_id", "bot_seek", ["account_id"])
    op.create_index("ix_bot_seek_state", "bot_seek", ["state", "due_at"])
    op.create_table(
        "bot_seek_ask",
        sa.Column("seek_id", sa.String(length=16), sa.ForeignKey("bot_seek.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("bot_id", sa.Integer(), sa.ForeignKey("bot.account_id"), primary_key=True),
        sa.Column("asked_at", TIME, nullable=False),
        sa.Column("was_silent", sa.Boolean(), nullable=False),
    )
    op.create_index("ix_bot_seek_ask_bot_id", "bot_seek_ask", ["bot_id", "asked_at"])
    op.create_table(
        "bot_passport",
        sa.Column("bot_id", sa.Integer(), sa.ForeignKey("bot.account_id"), primary_key=True),
        sa.Column("document", JSON, nullable=False),
        sa.Column("checked_at", TIME, nullable=False),
        sa.Column("handed_in_at", TIME, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("bot_passport")
    op.drop_table("bot_seek_ask")
    op.drop_table("bot_seek")
