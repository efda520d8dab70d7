"""Challenges stand until somebody takes them up, and after."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0042"
down_revision = "0041"
branch_labels = None
depends_on = None

JSON = sa.JSON().with_variant(postgresql.JSONB(), "postgresql")


def upgrade() -> None:
    op.create_table(
        "standing_challenge",
        sa.Column("id", sa.String(length=16), primary_key=True),
        sa.Column("account_id", sa.Integer(), sa.ForeignKey("account.id"), nullable=False),
        sa.Column("ruleset", sa.String(length=40), nullable=False),
        sa.Column("options", JSON, nullable=False),
        sa.Column("least_days", sa.Integer(), nullable=False),
        sa.Column("most_days", sa.Integer(), nullable=False),
        sa.Column("fast_clock", JSON, nullable=True),
        sa.Column("at_once", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_index("ix_standing_challenge_account_id", "standing_challenge", ["account_id"])
    op.create_index("ix_standing_challenge_ruleset", "standing_challenge", ["ruleset", "created_at"])
    op.create_table(
        "challenge_game",
        sa.Column(
            "challenge_id",
            sa.String(length=16),
            sa.ForeignKey("standing_challenge.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("game_id", sa.String(length=16), sa.ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
    )
    op.create_index("ix_challenge_game_game_id", "challenge_game", ["game_id"])


def downgrade() -> None:
    op.drop_table("challenge_game")
    op.drop_table("standing_challenge")
