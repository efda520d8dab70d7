"""Mail comes in."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "inbound_mail",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("sender", sa.String(length=254), nullable=False),
        sa.Column("recipient", sa.String(length=64), nullable=False),
        sa.Column("fingerprint", sa.String(length=64), nullable=False),
        sa.Column("raw", sa.LargeBinary(), nullable=False),
        sa.Column("received_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("game_id", sa.String(length=16), nullable=True),
        sa.Column("account_id", sa.Integer(), nullable=True),
        sa.Column("approved_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("outcome", sa.String(length=20), nullable=True),
        sa.Column("state", sa.String(length=20), nullable=False),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("leased_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("fence", sa.Integer(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["account_id"], ["account.id"], name=op.f("fk_inbound_mail_account_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_inbound_mail")),
        sa.UniqueConstraint("recipient", "fingerprint", name=op.f("uq_inbound_mail_recipient_fingerprint")),
    )
    with op.batch_alter_table("inbound_mail", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_inbound_mail_account_id"), ["account_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_inbound_mail_game_id_state"), ["game_id", "state"], unique=False)
        batch_op.create_index(batch_op.f("ix_inbound_mail_state_due_at"), ["state", "due_at"], unique=False)

    with op.batch_alter_table("account", schema=None) as batch_op:
        batch_op.add_column(sa.Column("unreachable_since", sa.DateTime(timezone=True), nullable=True))

    with op.batch_alter_table("envelope", schema=None) as batch_op:
        batch_op.add_column(sa.Column("bounced_at", sa.DateTime(timezone=True), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("envelope", schema=None) as batch_op:
        batch_op.drop_column("bounced_at")

    with op.batch_alter_table("account", schema=None) as batch_op:
        batch_op.drop_column("unreachable_since")

    with op.batch_alter_table("inbound_mail", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_inbound_mail_state_due_at"))
        batch_op.drop_index(batch_op.f("ix_inbound_mail_game_id_state"))
        batch_op.drop_index(batch_op.f("ix_inbound_mail_account_id"))

    op.drop_table("inbound_mail")
