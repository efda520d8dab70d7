"""Games have numbers that people can say, mails keep their subjects, and the board in words is a wish."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0031"
down_revision = "0030"
branch_labels = None
depends_on = None

JSON = sa.JSON().with_variant(postgresql.JSONB(), "postgresql")
SEQUENCE = "game_number_seq"


def upgrade() -> None:
    op.add_column("game", sa.Column("number", sa.Integer(), nullable=True))
    op.create_index(op.f("ix_game_number"), "game", ["number"], unique=True)
    op.add_column("game_seat", sa.Column("with_whom", JSON, nullable=True))
    op.add_column("account", sa.Column("board_words", sa.Boolean(), nullable=False, server_default=sa.false()))
    if op.get_bind().dialect.name == "postgresql":
        op.execute(f"CREATE SEQUENCE {SEQUENCE} OWNED BY game.number")


def downgrade() -> None:
    op.drop_column("account", "board_words")
    op.drop_column("game_seat", "with_whom")
    op.drop_index(op.f("ix_game_number"), "game")
    op.drop_column("game", "number")
