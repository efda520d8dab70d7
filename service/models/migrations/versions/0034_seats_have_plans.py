"""Seats have plans."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0034"
down_revision = "0033"
branch_labels = None
depends_on = None

JSON = sa.JSON(none_as_null=True).with_variant(postgresql.JSONB(none_as_null=True), "postgresql")


def upgrade() -> None:
    op.add_column("game_seat", sa.Column("planned_at", sa.DateTime(timezone=True), nullable=True))
    op.create_table(
        "seat_plan",
        sa.Column("game_id", sa.String(length=16), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("begins_at", sa.Integer(), nullable=False),
        sa.Column("plays_only_moves", sa.Boolean(), nullable=False),
        sa.Column("waits", sa.Boolean(), nullable=False),
        sa.Column("set_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended", JSON, nullable=True),
        sa.Column("state", sa.String(length=20), nullable=False),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("leased_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("fence", sa.Integer(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_seat_plan_game_id")),
        sa.PrimaryKeyConstraint("game_id", "seat", name=op.f("pk_seat_plan")),
    )
    op.create_index(op.f("ix_seat_plan_state_due_at"), "seat_plan", ["state", "due_at"])


def downgrade() -> None:
    op.drop_index(op.f("ix_seat_plan_state_due_at"), "seat_plan")
    op.drop_table("seat_plan")
    op.drop_column("game_seat", "planned_at")
