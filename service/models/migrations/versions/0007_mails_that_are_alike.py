"""Mails that are alike."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("inbound_mail", schema=None) as batch_op:
        batch_op.add_column(sa.Column("likeness", sa.String(length=64), nullable=True))
        batch_op.create_index(
            batch_op.f("ix_inbound_mail_likeness_received_at"), ["likeness", "received_at"], unique=False
        )


def downgrade() -> None:
    with op.batch_alter_table("inbound_mail", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_inbound_mail_likeness_received_at"))
        batch_op.drop_column("likeness")
