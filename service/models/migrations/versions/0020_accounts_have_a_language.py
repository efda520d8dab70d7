"""Accounts have a language."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("account", sa.Column("language", sa.String(35), nullable=True))


def downgrade() -> None:
    op.drop_column("account", "language")
