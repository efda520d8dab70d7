"""Seats say who added to the dice, and matches keep what the seeds of all their games come from."""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("game_seat", sa.Column("contributed", sa.String(length=10), nullable=True))
    op.add_column("game_match", sa.Column("secret", sa.LargeBinary(), nullable=True))


def downgrade() -> None:
    op.drop_column("game_match", "secret")
    op.drop_column("game_seat", "contributed")
