"""Bots say what they play."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

JSON = sa.JSON(none_as_null=True).with_variant(postgresql.JSONB(none_as_null=True), "postgresql")


def upgrade() -> None:
    op.create_table(
        "bot",
        sa.Column("account_id", sa.Integer(), nullable=False),
        sa.Column("description", sa.String(length=500), nullable=False),
        sa.Column("homepage", sa.String(length=300), nullable=True),
        sa.Column("author", sa.String(length=80), nullable=True),
        sa.Column("seconds_per_move", sa.Integer(), nullable=False),
        sa.Column("at_once", sa.Integer(), nullable=False),
        sa.Column("accepts", sa.String(length=20), nullable=False),
        sa.Column("auto_accept", sa.Boolean(), nullable=False),
        sa.Column("last_seen_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("missed_turns", sa.Integer(), nullable=False),
        sa.Column("paused_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("paused_by", sa.String(length=20), nullable=True),
        sa.Column("retired_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["account_id"], ["account.id"], name=op.f("fk_bot_account_id")),
        sa.PrimaryKeyConstraint("account_id", name=op.f("pk_bot")),
    )
    op.create_table(
        "bot_game",
        sa.Column("bot_id", sa.Integer(), nullable=False),
        sa.Column("ruleset", sa.String(length=40), nullable=False),
        sa.Column("seats", JSON, nullable=False),
        sa.Column("options", JSON, nullable=False),
        sa.ForeignKeyConstraint(["bot_id"], ["bot.account_id"], name=op.f("fk_bot_game_bot_id")),
        sa.PrimaryKeyConstraint("bot_id", "ruleset", name=op.f("pk_bot_game")),
    )
    op.create_table(
        "bot_guest",
        sa.Column("bot_id", sa.Integer(), nullable=False),
        sa.Column("account_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["account_id"], ["account.id"], name=op.f("fk_bot_guest_account_id")),
        sa.ForeignKeyConstraint(["bot_id"], ["bot.account_id"], name=op.f("fk_bot_guest_bot_id")),
        sa.PrimaryKeyConstraint("bot_id", "account_id", name=op.f("pk_bot_guest")),
    )
    _describe_bots_of_before()


def downgrade() -> None:
    op.drop_table("bot_guest")
    op.drop_table("bot_game")
    op.drop_table("bot")


def _describe_bots_of_before() -> None:
    """Bots that were made before they could say anything play everything with everybody, as they did."""
    op.execute(
        "INSERT INTO bot (account_id, description, seconds_per_move, at_once, accepts, auto_accept, missed_turns) "
        "SELECT id, '', 86400, 100, 'everyone', false, 0 FROM account WHERE owner_id IS NOT NULL"
    )
