"""Mails when the player wants them."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("account", schema=None) as batch_op:
        batch_op.add_column(sa.Column("delivery", sa.String(length=20), nullable=False, server_default="at-once"))
        batch_op.add_column(sa.Column("idle_minutes", sa.Integer(), nullable=False, server_default="30"))
        batch_op.add_column(sa.Column("digest_hour", sa.Integer(), nullable=False, server_default="18"))
        batch_op.add_column(sa.Column("quiet_from", sa.Integer(), nullable=False, server_default="0"))
        batch_op.add_column(sa.Column("quiet_to", sa.Integer(), nullable=False, server_default="0"))
        batch_op.add_column(sa.Column("paused_until", sa.DateTime(timezone=True), nullable=True))

    with op.batch_alter_table("game_seat", schema=None) as batch_op:
        batch_op.add_column(sa.Column("delivery", sa.String(length=20), nullable=True))

    with op.batch_alter_table("notice", schema=None) as batch_op:
        batch_op.add_column(sa.Column("round_up_id", sa.Integer(), nullable=True))
        batch_op.create_index(batch_op.f("ix_notice_envelope_id"), ["envelope_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_notice_round_up_id"), ["round_up_id"], unique=False)
        batch_op.create_foreign_key(batch_op.f("fk_notice_round_up_id"), "notice", ["round_up_id"], ["id"])


def downgrade() -> None:
    with op.batch_alter_table("notice", schema=None) as batch_op:
        batch_op.drop_constraint(batch_op.f("fk_notice_round_up_id"), type_="foreignkey")
        batch_op.drop_index(batch_op.f("ix_notice_round_up_id"))
        batch_op.drop_index(batch_op.f("ix_notice_envelope_id"))
        batch_op.drop_column("round_up_id")

    with op.batch_alter_table("game_seat", schema=None) as batch_op:
        batch_op.drop_column("delivery")

    with op.batch_alter_table("account", schema=None) as batch_op:
        batch_op.drop_column("paused_until")
        batch_op.drop_column("quiet_to")
        batch_op.drop_column("quiet_from")
        batch_op.drop_column("digest_hour")
        batch_op.drop_column("idle_minutes")
        batch_op.drop_column("delivery")
