"""Sign-ins are mailed again."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Mails that were on their way hold what is no good any more: who was about to sign in asks again."""
    op.drop_table("sign_in")
    op.create_table(
        "sign_in",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("email", sa.String(length=254), nullable=False),
        sa.Column("salt", sa.String(length=102), nullable=False),
        sa.Column("link_hash", sa.String(length=64), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("mails", sa.Integer(), nullable=False),
        sa.Column("mailed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("used_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sign_in")),
        sa.UniqueConstraint("link_hash", name=op.f("uq_sign_in_link_hash")),
        sa.UniqueConstraint("salt", name=op.f("uq_sign_in_salt")),
    )
    op.create_index(op.f("ix_sign_in_email"), "sign_in", ["email"])
    op.create_table(
        "sign_in_asker",
        sa.Column("sign_in_id", sa.Integer(), nullable=False),
        sa.Column("mark", sa.String(length=16), nullable=False),
        sa.Column("place", sa.String(length=16), nullable=False),
        sa.Column("asks", sa.Integer(), nullable=False),
        sa.Column("wrong_codes", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["sign_in_id"], ["sign_in.id"], name=op.f("fk_sign_in_asker_sign_in_id")),
        sa.PrimaryKeyConstraint("sign_in_id", "mark", name=op.f("pk_sign_in_asker")),
    )
    _drop_mails_that_wait()


def downgrade() -> None:
    op.drop_table("sign_in_asker")
    op.drop_table("sign_in")
    op.create_table(
        "sign_in",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("email", sa.String(length=254), nullable=False),
        sa.Column("code_hash", sa.String(length=64), nullable=False),
        sa.Column("link_hash", sa.String(length=64), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("wrong_codes", sa.Integer(), nullable=False),
        sa.Column("used_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sign_in")),
        sa.UniqueConstraint("link_hash", name=op.f("uq_sign_in_link_hash")),
    )
    op.create_index(op.f("ix_sign_in_email"), "sign_in", ["email"])
    _drop_mails_that_wait()


def _drop_mails_that_wait() -> None:
    op.execute("UPDATE notice SET state = 'superseded', data = '{}' WHERE kind = 'sign-in' AND state = 'queued'")
