"""Branches are kept."""

import sqlalchemy as sa
from alembic import op

revision = "0046"
down_revision = "0045"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "kept_branch",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("account_id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.String(length=16), nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("at", sa.Integer(), nullable=False),
        sa.Column("line", sa.Text(), nullable=False),
        sa.Column("kept_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["account_id"], ["account.id"], name=op.f("fk_kept_branch_account_id")),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_kept_branch_game_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_kept_branch")),
        sa.UniqueConstraint("account_id", "game_id", "name", name=op.f("uq_kept_branch_account_id_game_id_name")),
    )
    op.create_index(op.f("ix_kept_branch_game_id"), "kept_branch", ["game_id"])


def downgrade() -> None:
    op.drop_index(op.f("ix_kept_branch_game_id"), "kept_branch")
    op.drop_table("kept_branch")
