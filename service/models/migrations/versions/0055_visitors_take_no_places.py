"""Names of visitors stand on seats, late askers have a try, and what an address wants outlives its account."""

import sqlalchemy as sa
from alembic import op

revision = "0055"
down_revision = "0051"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for table in ("game_seat", "message"):
        op.add_column(table, sa.Column("guest_name", sa.String(40), nullable=True))
    op.add_column("sign_in_asker", sa.Column("area", sa.String(16), nullable=True))


def downgrade() -> None:
    op.drop_column("sign_in_asker", "area")
    for table in ("message", "game_seat"):
        op.drop_column(table, "guest_name")
