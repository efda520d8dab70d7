"""Seats by link, lists in the order of deadlines, and webhooks that are wanted."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.drop_index(op.f("ix_game_status_deadline"), "game")
    op.drop_index(op.f("ix_game_visibility_status_created_at"), "game")
    op.create_index(op.f("ix_game_deadline_id"), "game", ["deadline", "id"])
    op.create_index(op.f("ix_game_created_at_id"), "game", ["created_at", "id"])
    op.create_index(
        op.f("ix_game_visibility_status_created_at_id"), "game", ["visibility", "status", "created_at", "id"]
    )
    op.add_column("game", sa.Column("join_salt", sa.String(length=102), nullable=True))
    op.add_column("webhook", sa.Column("verified_at", sa.DateTime(timezone=True), nullable=True))
    op.execute("UPDATE webhook SET verified_at = created_at")
    op.add_column("webhook_delivery", sa.Column("challenge", sa.String(length=32), nullable=True))
    op.create_table(
        "webhook_challenge",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("account_id", sa.Integer(), nullable=False),
        sa.Column("webhook_id", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_webhook_challenge")),
    )
    op.create_index(op.f("ix_webhook_challenge_account_id_at"), "webhook_challenge", ["account_id", "at"])


def downgrade() -> None:
    op.drop_table("webhook_challenge")
    challenges = "SELECT id FROM webhook_delivery WHERE challenge IS NOT NULL"
    op.execute(f"DELETE FROM webhook_attempt WHERE delivery_id IN ({challenges})")  # noqa: S608  # all of it stands here
    op.execute("DELETE FROM webhook_delivery WHERE challenge IS NOT NULL")
    op.drop_column("webhook_delivery", "challenge")
    op.execute("UPDATE webhook SET switched_off = 'owner' WHERE verified_at IS NULL")
    op.drop_column("webhook", "verified_at")
    op.drop_column("game", "join_salt")
    op.drop_index(op.f("ix_game_visibility_status_created_at_id"), "game")
    op.drop_index(op.f("ix_game_created_at_id"), "game")
    op.drop_index(op.f("ix_game_deadline_id"), "game")
    op.create_index(op.f("ix_game_visibility_status_created_at"), "game", ["visibility", "status", "created_at"])
    op.create_index(op.f("ix_game_status_deadline"), "game", ["status", "deadline"])
