"""Visitors wait in the name of a network: what they begin, and what the computer owes them."""

import sqlalchemy as sa
from alembic import op

revision = "0051"
down_revision = "0050"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("account", sa.Column("network", sa.String(22), nullable=True))


def downgrade() -> None:
    op.drop_column("account", "network")
