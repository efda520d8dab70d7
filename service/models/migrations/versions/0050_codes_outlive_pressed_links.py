"""The code of a sign-in mail outlives its link, if that was pressed by a browser that had not asked."""

import sqlalchemy as sa
from alembic import op

revision = "0050"
down_revision = "0049"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("sign_in", sa.Column("link_used_at", sa.DateTime(timezone=True), nullable=True))


def downgrade() -> None:
    op.drop_column("sign_in", "link_used_at")
