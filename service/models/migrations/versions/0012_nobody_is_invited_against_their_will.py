"""Nobody is invited against their will."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "block",
        sa.Column("account_id", sa.Integer(), nullable=False),
        sa.Column("blocked_id", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["account_id"], ["account.id"], name=op.f("fk_block_account_id")),
        sa.ForeignKeyConstraint(["blocked_id"], ["account.id"], name=op.f("fk_block_blocked_id")),
        sa.PrimaryKeyConstraint("account_id", "blocked_id", name=op.f("pk_block")),
    )
    op.create_index(op.f("ix_block_blocked_id"), "block", ["blocked_id"])


def downgrade() -> None:
    op.drop_table("block")
