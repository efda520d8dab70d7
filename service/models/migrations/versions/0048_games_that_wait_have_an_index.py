"""Games that wait for players have an index, which no move writes to."""

import sqlalchemy as sa
from alembic import op

revision = "0048"
down_revision = "0047"
branch_labels = None
depends_on = None


def upgrade() -> None:
    waits = sa.text("status = 'inviting'")
    op.create_index(
        "ix_game_inviting", "game", ["ruleset"], if_not_exists=True, postgresql_where=waits, sqlite_where=waits
    )


def downgrade() -> None:
    op.drop_index("ix_game_inviting", "game")
