"""Tables agree on how time goes, and people take vacations."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None

JSON = sa.JSON(none_as_null=True).with_variant(postgresql.JSONB(none_as_null=True), "postgresql")
COLUMNS = (
    ("account", sa.Column("vacations", JSON, nullable=True)),
    ("game", sa.Column("clock", JSON, nullable=True)),
    ("game", sa.Column("turn_clock", JSON, nullable=True)),
    ("game", sa.Column("paused_at", sa.DateTime(timezone=True), nullable=True)),
    ("game_seat", sa.Column("seconds_saved", sa.Integer(), nullable=True)),
    ("game_seat", sa.Column("pause_wished_at", sa.DateTime(timezone=True), nullable=True)),
)


def upgrade() -> None:
    for table, column in COLUMNS:
        op.add_column(table, column)


def downgrade() -> None:
    for table, column in reversed(COLUMNS):
        op.drop_column(table, column.name)
