"""Tables agree on what happens when the time of a turn is over, and logs say who played."""

import sqlalchemy as sa
from alembic import op

revision = "0035"
down_revision = "0034"
branch_labels = None
depends_on = None

COLUMNS = (
    ("game", sa.Column("on_timeout", sa.String(length=20), nullable=True)),
    ("game", sa.Column("stand_in_level", sa.Integer(), nullable=True)),
    ("game_seat", sa.Column("stood_in_at", sa.DateTime(timezone=True), nullable=True)),
    ("log_entry", sa.Column("played_by", sa.String(length=20), nullable=True)),
)


def upgrade() -> None:
    for table, column in COLUMNS:
        op.add_column(table, column)


def downgrade() -> None:
    for table, column in reversed(COLUMNS):
        op.drop_column(table, column.name)
