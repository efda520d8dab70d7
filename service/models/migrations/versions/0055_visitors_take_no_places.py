"""A visitor's name stands on a seat; late askers of a sign-in have a try; wishes of addresses outlive their accounts."""

import sqlalchemy as sa
from alembic import op

revision = "0055"
down_revision = "0051"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("sign_in_asker", sa.Column("area", sa.String(16), nullable=True))


def downgrade() -> None:
    op.drop_column("sign_in_asker", "area")
