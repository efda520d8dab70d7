"""Games that were played elsewhere are kept with their records."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0043"
down_revision = "0042"
branch_labels = None
depends_on = None

JSON = sa.JSON().with_variant(postgresql.JSONB(), "postgresql")
IMPORTED = sa.text("imported_at IS NOT NULL")


def upgrade() -> None:
    op.add_column("game", sa.Column("imported_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column("game_seat", sa.Column("recorded_name", sa.String(length=30), nullable=True))
    op.create_index(
        "ix_game_imported",
        "game",
        ["creator_id", "created_at", "id"],
        postgresql_where=IMPORTED,
        sqlite_where=IMPORTED,
    )
    op.create_table(
        "imported_record",
        sa.Column("game_id", sa.String(length=16), sa.ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("account_id", sa.Integer(), sa.ForeignKey("account.id"), nullable=False),
        sa.Column("head", sa.String(length=64), nullable=False),
        sa.Column("document", sa.Text(), nullable=False),
        sa.Column("format", sa.String(length=40), nullable=False),
        sa.Column("played_as", sa.String(length=16), nullable=False),
        sa.Column("origin", sa.String(length=200), nullable=True),
        sa.Column("key", sa.String(length=43), nullable=True),
        sa.Column("signature", sa.String(length=20), nullable=False),
        sa.Column("verified", JSON, nullable=False),
        sa.Column("imported_at", sa.DateTime(timezone=True), nullable=False),
        sa.UniqueConstraint("account_id", "head"),
    )


def downgrade() -> None:
    op.drop_table("imported_record")
    op.drop_index("ix_game_imported", "game")
    op.drop_column("game_seat", "recorded_name")
    op.drop_column("game", "imported_at")
