"""The computer thinks for each claimant in turn."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0052"
down_revision = "0051"
branch_labels = None
depends_on = None

WAITS = sa.text("claimant IS NOT NULL")
COLUMNS: dict[str, sa.types.TypeEngine[Any]] = {
    "claimant": sa.String(40), "level": sa.Integer(), "by_visitor": sa.Boolean(), "round": sa.Integer(),
}  # fmt: skip
INDEXES = {"in_turn": ["by_visitor", "round", "level"], "of_claimant": ["claimant", "round"]}


def upgrade() -> None:
    for table in ("analysis", "opponent_turn"):
        for column, kind in COLUMNS.items():
            op.add_column(table, sa.Column(column, kind, nullable=True))
        for name, columns in INDEXES.items():
            op.create_index(f"ix_{table}_{name}", table, columns, postgresql_where=WAITS, sqlite_where=WAITS)


def downgrade() -> None:
    for table in ("analysis", "opponent_turn"):
        for name in INDEXES:
            op.drop_index(f"ix_{table}_{name}", table)
        for column in COLUMNS:
            op.drop_column(table, column)
