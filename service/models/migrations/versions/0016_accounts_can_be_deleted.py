"""Accounts can be deleted."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "departure",
        sa.Column("account_id", sa.Integer(), nullable=False),
        sa.Column("mark", sa.String(length=64), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("noted_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["account_id"], ["account.id"], name=op.f("fk_departure_account_id")),
        sa.PrimaryKeyConstraint("account_id", name=op.f("pk_departure")),
        sa.UniqueConstraint("mark", name=op.f("uq_departure_mark")),
    )
    op.create_index(op.f("ix_departure_due_at"), "departure", ["due_at"])
    op.create_table(
        "departed_name",
        sa.Column("mark", sa.String(length=16), nullable=False),
        sa.PrimaryKeyConstraint("mark", name=op.f("pk_departed_name")),
    )


def downgrade() -> None:
    op.drop_table("departed_name")
    op.drop_table("departure")
