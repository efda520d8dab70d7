"""Writers are asked which move they meant."""

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("inbound_mail", schema=None) as batch_op:
        batch_op.add_column(sa.Column("asked_move", sa.String(length=1000), nullable=True))
        batch_op.add_column(sa.Column("asked_version", sa.Integer(), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("inbound_mail", schema=None) as batch_op:
        batch_op.drop_column("asked_version")
        batch_op.drop_column("asked_move")
