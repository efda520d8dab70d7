"""Sessions are rows; tokens may end, and have more scopes."""

from collections.abc import Callable

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

JSON = sa.JSON(none_as_null=True).with_variant(postgresql.JSONB(none_as_null=True), "postgresql")
NEW_SCOPES = ["webhooks", "bots"]
"""What `account` has meant, too, until now."""


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
    op.add_column("api_token", sa.Column("expires_at", sa.DateTime(timezone=True), nullable=True))
    _change_scopes(lambda scopes: [*scopes, *NEW_SCOPES] if "account" in scopes else scopes)


def downgrade() -> None:
    """A token that was to end would go on for ever: it ends now."""
    op.execute("UPDATE api_token SET revoked_at = expires_at WHERE expires_at IS NOT NULL AND revoked_at IS NULL")
    op.drop_column("api_token", "expires_at")
    _change_scopes(lambda scopes: [scope for scope in scopes if scope not in NEW_SCOPES])
    op.add_column("account", sa.Column("session_epoch", sa.Integer(), nullable=False, server_default="0"))
    op.drop_table("browser_session")


def _change_scopes(change: Callable[[list[str]], list[str]]) -> None:
    tokens = sa.table("api_token", sa.column("id", sa.Integer), sa.column("scopes", JSON))
    for number, scopes in op.get_bind().execute(sa.select(tokens.c.id, tokens.c.scopes)).all():
        op.execute(tokens.update().where(tokens.c.id == number).values(scopes=change(scopes)))
