"""Games are analysed after they are over, and before where the table wants that."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0036"
down_revision = "0035"
branch_labels = None
depends_on = None

TIME = sa.DateTime(timezone=True)
JSON = sa.JSON(none_as_null=True).with_variant(postgresql.JSONB(none_as_null=True), "postgresql")


def upgrade() -> None:
    op.create_table(
        "analysis",
        sa.Column("game_id", sa.String(length=16), nullable=False),
        sa.Column("at", sa.Integer(), nullable=False),
        sa.Column("result", JSON, nullable=True),
        sa.Column("state", sa.String(length=20), nullable=False),
        sa.Column("due_at", TIME, nullable=False),
        sa.Column("leased_until", TIME, nullable=True),
        sa.Column("fence", sa.Integer(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_analysis_game_id_game")),
        sa.PrimaryKeyConstraint("game_id", "at", name=op.f("pk_analysis")),
    )
    op.create_index(op.f("ix_analysis_state_due_at"), "analysis", ["state", "due_at"])
    op.add_column("game_seat", sa.Column("analysis_wished_at", TIME, nullable=True))


def downgrade() -> None:
    op.drop_column("game_seat", "analysis_wished_at")
    op.drop_index(op.f("ix_analysis_state_due_at"), "analysis")
    op.drop_table("analysis")
