"""Names of visitors stand on seats, late askers have a try, and what an address wants outlives its account."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

JSON = sa.JSON(none_as_null=True).with_variant(postgresql.JSONB(none_as_null=True), "postgresql")
revision = "0055"
down_revision = "0054"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for table in ("game_seat", "message"):
        op.add_column(table, sa.Column("guest_name", sa.String(40), nullable=True))
    op.create_table(
        "unwanted_mail",
        sa.Column("mark", sa.String(16), nullable=False),
        sa.Column("muted", JSON, nullable=False),
        sa.Column("suppressed_for", sa.String(20), nullable=True),
        sa.Column("suppressed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("unreachable_since", sa.DateTime(timezone=True), nullable=True),
        sa.Column("mail_failed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("blocked", JSON, nullable=False),
        sa.PrimaryKeyConstraint("mark", name=op.f("pk_unwanted_mail")),
    )
    unconfirmed = sa.text("verified_at IS NULL AND email IS NOT NULL")
    op.create_index(
        "ix_account_unconfirmed", "account", ["created_at"], sqlite_where=unconfirmed, postgresql_where=unconfirmed
    )
    op.add_column("sign_in_asker", sa.Column("area", sa.String(16), nullable=True))


def downgrade() -> None:
    op.drop_column("sign_in_asker", "area")
    op.drop_index("ix_account_unconfirmed", table_name="account")
    op.drop_table("unwanted_mail")
    for table in ("message", "game_seat"):
        op.drop_column(table, "guest_name")
