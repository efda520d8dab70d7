"""Backups are restored, and what goes out is held until somebody has looked."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "restoration",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("backed_up_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("restored_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("released_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_restoration")),
    )


def downgrade() -> None:
    op.drop_table("restoration")
