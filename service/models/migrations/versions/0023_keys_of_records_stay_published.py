"""The public keys of records stay published when their secret keys are gone."""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "record_key",
        sa.Column("public", sa.String(length=43), nullable=False),
        sa.Column("noted_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("withdrawn_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("public", name=op.f("pk_record_key")),
    )


def downgrade() -> None:
    op.drop_table("record_key")
