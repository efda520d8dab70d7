"""People play before they have an address, and everybody has the puzzle of the day."""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("account", sa.Column("visitor_since", sa.DateTime(timezone=True), nullable=True))
    which = sa.text("visitor_since IS NOT NULL")
    op.create_index("ix_account_visitor", "account", ["id"], postgresql_where=which, sqlite_where=which)
    op.create_table(
        "daily_game",
        sa.Column("account_id", sa.Integer(), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("game_id", sa.String(length=16), nullable=False),
        sa.ForeignKeyConstraint(["account_id"], ["account.id"], name=op.f("fk_daily_game_account_id")),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_daily_game_game_id")),
        sa.PrimaryKeyConstraint("account_id", "day", name=op.f("pk_daily_game")),
        sa.UniqueConstraint("game_id", name=op.f("uq_daily_game_game_id")),
    )


def downgrade() -> None:
    op.drop_table("daily_game")
    op.drop_index("ix_account_visitor", "account")
    op.drop_column("account", "visitor_since")
