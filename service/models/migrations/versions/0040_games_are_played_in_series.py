"""Games are played in series."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0040"
down_revision = "0039"
branch_labels = None
depends_on = None

JSON = sa.JSON().with_variant(postgresql.JSONB(), "postgresql")


def upgrade() -> None:
    op.add_column("game", sa.Column("series_id", sa.String(length=16), nullable=True))
    op.add_column("game", sa.Column("series_round", sa.Integer(), nullable=True))
    op.add_column("game", sa.Column("first_to", sa.Integer(), nullable=True))
    op.add_column("game", sa.Column("series_wins", JSON, nullable=True))
    op.add_column("game", sa.Column("series_stopped", sa.Boolean(), nullable=True))
    op.create_index("ix_game_series_round", "game", ["series_id", "series_round"], unique=True)


def downgrade() -> None:
    op.drop_index("ix_game_series_round", "game")
    for name in ("series_stopped", "series_wins", "first_to", "series_round", "series_id"):
        op.drop_column("game", name)
