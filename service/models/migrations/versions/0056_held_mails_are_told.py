"""Held mails know what a question tells of them, and notices and envelopes what goes before them."""

import sqlalchemy as sa
from alembic import op

revision = "0056"
down_revision = "0055"
branch_labels = None
depends_on = None

WAITS = sa.text("round IS NOT NULL AND asked_at IS NULL")
ASKED = sa.text("round IS NOT NULL AND asked_at IS NOT NULL")
INDEXES = (
    ("ix_inbound_mail_round", ["round", "id"], WAITS),
    ("ix_inbound_mail_line", ["vouched_by", "network", "round"], WAITS),
    ("ix_inbound_mail_asked", ["asked_at"], ASKED),
)


def upgrade() -> None:
    nothing = sa.text("x''" if op.get_bind().dialect.name == "sqlite" else "''")
    with op.batch_alter_table("inbound_mail") as mails:
        mails.add_column(sa.Column("vouched_by", sa.String(length=253), nullable=True))
        mails.add_column(sa.Column("told", sa.LargeBinary(), nullable=False, server_default=nothing))
        mails.add_column(sa.Column("round", sa.Integer(), nullable=True))
        mails.add_column(sa.Column("asked_at", sa.DateTime(timezone=True), nullable=True))
    for name, columns, which in INDEXES:
        op.create_index(name, "inbound_mail", columns, postgresql_where=which, sqlite_where=which)
    for table in ("notice", "envelope"):
        op.add_column(table, sa.Column("lane", sa.Integer(), nullable=False, server_default="1"))
        op.create_index(op.f(f"ix_{table}_state_lane_due_at"), table, ["state", "lane", "due_at"])
    op.add_column("notice", sa.Column("forgeable", sa.Boolean(), nullable=True))


def downgrade() -> None:
    op.drop_column("notice", "forgeable")
    for table in ("notice", "envelope"):
        op.drop_index(op.f(f"ix_{table}_state_lane_due_at"), table)
        op.drop_column(table, "lane")
    for name, _, _ in INDEXES:
        op.drop_index(name, "inbound_mail")
    with op.batch_alter_table("inbound_mail") as mails:
        for column in ("asked_at", "round", "told", "vouched_by"):
            mails.drop_column(column)
