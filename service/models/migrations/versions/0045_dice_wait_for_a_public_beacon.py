"""Dice may wait for a round of a public beacon."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0045"
down_revision = "0044"
branch_labels = None
depends_on = None

TIME = sa.DateTime(timezone=True)
JSON = sa.JSON(none_as_null=True).with_variant(postgresql.JSONB(none_as_null=True), "postgresql")


def upgrade() -> None:
    op.add_column("game", sa.Column("beacon", JSON, nullable=True))
    op.create_table(
        "beacon_wait",
        sa.Column("game_id", sa.String(length=16), nullable=False),
        sa.Column("trouble", sa.String(length=20), nullable=True),
        sa.Column("state", sa.String(length=20), nullable=False),
        sa.Column("due_at", TIME, nullable=False),
        sa.Column("leased_until", TIME, nullable=True),
        sa.Column("fence", sa.Integer(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_beacon_wait_game_id_game")),
        sa.PrimaryKeyConstraint("game_id", name=op.f("pk_beacon_wait")),
    )
    op.create_index(op.f("ix_beacon_wait_state_due_at"), "beacon_wait", ["state", "due_at"])


def downgrade() -> None:
    op.drop_index(op.f("ix_beacon_wait_state_due_at"), "beacon_wait")
    op.drop_table("beacon_wait")
    op.drop_column("game", "beacon")
