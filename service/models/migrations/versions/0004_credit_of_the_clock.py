"""Credit of the clock."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("game_seat", schema=None) as batch_op:
        batch_op.add_column(sa.Column("looked_at", sa.DateTime(timezone=True), nullable=True))
        batch_op.add_column(sa.Column("credited_at", sa.DateTime(timezone=True), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("game_seat", schema=None) as batch_op:
        batch_op.drop_column("credited_at")
        batch_op.drop_column("looked_at")
