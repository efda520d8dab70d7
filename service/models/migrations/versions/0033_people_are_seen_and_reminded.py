"""Invitations are brought to mind, people have pages, and their deadlines feeds."""

import sqlalchemy as sa
from alembic import op

revision = "0033"
down_revision = "0032"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("account", sa.Column("hidden_since", sa.DateTime(timezone=True), nullable=True))
    op.add_column("account", sa.Column("feed_salt", sa.String(length=102), nullable=True))
    which = sa.text("feed_salt IS NOT NULL")
    op.create_index("ix_account_feed", "account", ["id"], postgresql_where=which, sqlite_where=which)
    op.add_column("game_seat", sa.Column("reminded_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column("game_seat", sa.Column("reminders", sa.Integer(), nullable=True))
    op.add_column("game_seat", sa.Column("withdrawn_id", sa.Integer(), nullable=True))


def downgrade() -> None:
    op.drop_column("game_seat", "withdrawn_id")
    op.drop_column("game_seat", "reminders")
    op.drop_column("game_seat", "reminded_at")
    op.drop_index("ix_account_feed", "account")
    op.drop_column("account", "feed_salt")
    op.drop_column("account", "hidden_since")
