"""Sessions are rows."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Cookies of before name no session: whoever is signed in is asked to sign in once more.

    To turn them into sessions would give every copy of one a session of its own.
    """
    op.create_table(
        "browser_session",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("account_id", sa.Integer(), nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("browser", sa.String(length=40), nullable=False),
        sa.Column("system", sa.String(length=40), nullable=False),
        sa.Column("network", sa.String(length=40), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("last_used_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["account_id"], ["account.id"], name=op.f("fk_browser_session_account_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_browser_session")),
        sa.UniqueConstraint("hash", name=op.f("uq_browser_session_hash")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_browser_session_account_id"), "browser_session", ["account_id"])
    op.drop_column("account", "session_epoch")


def downgrade() -> None:
    op.add_column("account", sa.Column("session_epoch", sa.Integer(), nullable=False, server_default="0"))
    op.drop_table("browser_session")
