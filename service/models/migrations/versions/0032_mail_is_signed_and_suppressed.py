"""Mail is signed, and kept from addresses that it fails at."""

import sqlalchemy as sa
from alembic import op

revision = "0032"
down_revision = "0031"
branch_labels = None
depends_on = None

TIME = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "dkim_key",
        sa.Column("selector", sa.String(length=63), nullable=False),
        sa.Column("public", sa.Text(), nullable=False),
        sa.Column("encrypted", sa.LargeBinary(), nullable=False),
        sa.Column("key_name", sa.String(length=4), nullable=False),
        sa.Column("created_at", TIME, nullable=False),
        sa.Column("used_since", TIME, nullable=True),
        sa.Column("ended_at", TIME, nullable=True),
        sa.PrimaryKeyConstraint("selector", name=op.f("pk_dkim_key")),
    )
    op.create_table(
        "taken_delivery",
        sa.Column("mark", sa.String(length=64), nullable=False),
        sa.Column("at", TIME, nullable=False),
        sa.PrimaryKeyConstraint("mark", name=op.f("pk_taken_delivery")),
    )
    op.create_index(op.f("ix_taken_delivery_at"), "taken_delivery", ["at"])
    op.add_column("account", sa.Column("suppressed_for", sa.String(length=20), nullable=True))
    op.add_column("account", sa.Column("suppressed_at", TIME, nullable=True))
    op.add_column("account", sa.Column("soft_bounces", sa.Integer(), nullable=True))
    op.add_column("account", sa.Column("mail_failed_at", TIME, nullable=True))
    which = sa.text("suppressed_at IS NOT NULL")
    op.create_index("ix_account_suppressed", "account", ["suppressed_at"], postgresql_where=which, sqlite_where=which)
    which = sa.text("mail_failed_at IS NOT NULL")
    op.create_index("ix_account_mail_failed", "account", ["mail_failed_at"], postgresql_where=which, sqlite_where=which)


def downgrade() -> None:
    op.drop_index("ix_account_mail_failed", "account")
    op.drop_index("ix_account_suppressed", "account")
    for name in ("mail_failed_at", "soft_bounces", "suppressed_at", "suppressed_for"):
        op.drop_column("account", name)
    op.drop_index(op.f("ix_taken_delivery_at"), "taken_delivery")
    op.drop_table("taken_delivery")
    op.drop_table("dkim_key")
