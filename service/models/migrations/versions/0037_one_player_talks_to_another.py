"""One player talks to another, and says words that are translated."""

import sqlalchemy as sa
from alembic import op

revision = "0037"
down_revision = "0036"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("message", sa.Column("to_seat", sa.Integer(), nullable=True))
    op.add_column("message", sa.Column("aside", sa.String(length=1000), nullable=True))
    op.add_column("message", sa.Column("quick", sa.String(length=20), nullable=True))


def downgrade() -> None:
    op.execute("DELETE FROM message WHERE to_seat IS NOT NULL")
    op.drop_column("message", "quick")
    op.drop_column("message", "aside")
    op.drop_column("message", "to_seat")
