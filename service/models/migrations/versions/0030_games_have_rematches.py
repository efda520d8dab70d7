"""Games have rematches."""

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0028"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("game", sa.Column("rematch_of", sa.String(length=16), nullable=True))
    op.create_index(op.f("ix_game_rematch_of"), "game", ["rematch_of"], unique=True)


def downgrade() -> None:
    op.drop_index(op.f("ix_game_rematch_of"), "game")
    op.drop_column("game", "rematch_of")
