"""Apps of other people ask for tokens: by a code on a terminal, or by a page that leads back to them."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None

JSON = sa.JSON(none_as_null=True).with_variant(postgresql.JSONB(none_as_null=True), "postgresql")
NEW_SCOPES = ("games:read", "games:play", "messages")
INDEXED = (
    ("device_grant", "expires_at"),
    ("device_grant", "account_id"),
    ("authorization_code", "account_id"),
    ("authorization_code", "expires_at"),
    ("authorization_code", "token_id"),
)


def upgrade() -> None:
    """What refers to accounts and tokens goes with them: the release before deletes those and knows nothing of it."""
    op.add_column("api_token", sa.Column("app", sa.String(length=200), nullable=True))
    _create_device_grant()
    _create_authorization_code()
    for table, column in INDEXED:
        op.create_index(op.f(f"ix_{table}_{column}"), table, [column])


def _create_device_grant() -> None:
    op.create_table(
        "device_grant",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("mark", sa.String(length=16), nullable=False),
        sa.Column("app", sa.String(length=200), nullable=False),
        sa.Column("scopes", JSON, nullable=False),
        sa.Column("network", sa.String(length=40), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("interval", sa.Integer(), nullable=False),
        sa.Column("asked_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("account_id", sa.Integer(), nullable=True),
        sa.Column("denied", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account_id"], ["account.id"], name=op.f("fk_device_grant_account_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_device_grant")),
        sa.UniqueConstraint("hash", name=op.f("uq_device_grant_hash")),
        sa.UniqueConstraint("mark", name=op.f("uq_device_grant_mark")),
    )


def _create_authorization_code() -> None:
    op.create_table(
        "authorization_code",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("app", sa.String(length=200), nullable=False),
        sa.Column("redirect_uri", sa.String(length=500), nullable=False),
        sa.Column("challenge", sa.String(length=43), nullable=False),
        sa.Column("scopes", JSON, nullable=False),
        sa.Column("account_id", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("token_id", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(
            ["account_id"], ["account.id"], name=op.f("fk_authorization_code_account_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["token_id"], ["api_token.id"], name=op.f("fk_authorization_code_token_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_authorization_code")),
        sa.UniqueConstraint("hash", name=op.f("uq_authorization_code_hash")),
    )


def downgrade() -> None:
    """Tokens lose the new scopes: those of the release before that are nearest would let them see and do more."""
    op.drop_table("authorization_code")
    op.drop_table("device_grant")
    op.drop_column("api_token", "app")
    tokens = sa.table("api_token", sa.column("id", sa.Integer), sa.column("scopes", JSON))
    for number, scopes in op.get_bind().execute(sa.select(tokens.c.id, tokens.c.scopes)).all():
        known = [scope for scope in scopes if scope not in NEW_SCOPES]
        if known != scopes:
            op.execute(tokens.update().where(tokens.c.id == number).values(scopes=known))
