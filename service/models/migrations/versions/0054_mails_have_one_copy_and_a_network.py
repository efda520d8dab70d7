"""What a mail says is one row for all boxes that it came to; each knows from which network it came, while it waits."""

import sqlalchemy as sa
from alembic import op

revision = "0054"
down_revision = "0052"
branch_labels = None
depends_on = None

PARTIAL = {"ix_inbound_mail_held": "outcome = 'held'", "ix_inbound_mail_network": "network IS NOT NULL"}


def upgrade() -> None:
    """Each mail keeps what it says, in a row of its own."""
    op.create_table(
        "inbound_content",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("encrypted", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_inbound_content")),
    )
    with op.batch_alter_table("inbound_mail") as batch_op:
        batch_op.add_column(sa.Column("content_id", sa.Integer(), nullable=True))
        batch_op.add_column(sa.Column("network", sa.String(length=22), nullable=True))
        batch_op.create_index(batch_op.f("ix_inbound_mail_content_id"), ["content_id"])
        batch_op.create_foreign_key(batch_op.f("fk_inbound_mail_content_id"), "inbound_content", ["content_id"], ["id"])
    for name, which in PARTIAL.items():
        op.create_index(
            name, "inbound_mail", ["received_at"], postgresql_where=sa.text(which), sqlite_where=sa.text(which)
        )
    filled = "FROM inbound_mail WHERE length(encrypted) > 0"
    op.execute(f"INSERT INTO inbound_content (id, encrypted) SELECT id, encrypted {filled}")
    op.execute("UPDATE inbound_mail SET content_id = id WHERE length(encrypted) > 0")
    if op.get_bind().dialect.name == "postgresql":
        op.execute("SELECT setval('inbound_content_id_seq', coalesce(max(id), 0) + 1, false) FROM inbound_content")
    op.drop_column("inbound_mail", "encrypted")


def downgrade() -> None:
    """What one row says is copied to each mail that it is of."""
    nothing = sa.text("x''" if op.get_bind().dialect.name == "sqlite" else "''")
    op.add_column("inbound_mail", sa.Column("encrypted", sa.LargeBinary(), nullable=False, server_default=nothing))
    op.execute(
        "UPDATE inbound_mail SET encrypted = (SELECT c.encrypted FROM inbound_content c WHERE c.id = content_id) "
        "WHERE content_id IS NOT NULL"
    )
    for name in PARTIAL:
        op.drop_index(name, "inbound_mail")
    with op.batch_alter_table("inbound_mail") as batch_op:
        batch_op.drop_constraint(batch_op.f("fk_inbound_mail_content_id"), type_="foreignkey")
        batch_op.drop_index(batch_op.f("ix_inbound_mail_content_id"))
        batch_op.drop_column("network")
        batch_op.drop_column("content_id")
    op.drop_table("inbound_content")
