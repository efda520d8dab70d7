"""Seats of players who have let their time run out are taken over by others."""

import sqlalchemy as sa
from alembic import op

revision = "0047"
down_revision = "0046"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "volunteer",
        sa.Column("account_id", sa.Integer(), sa.ForeignKey("account.id"), primary_key=True),
        sa.Column("ruleset", sa.String(length=40), primary_key=True),
        sa.Column("asked_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_index("ix_volunteer_ruleset", "volunteer", ["ruleset"])
    op.create_table(
        "substitution",
        sa.Column("game_id", sa.String(length=16), sa.ForeignKey("game.id"), primary_key=True),
        sa.Column("version", sa.Integer(), primary_key=True),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("account_id", sa.Integer(), sa.ForeignKey("account.id"), nullable=False),
        sa.Column("substitute_id", sa.Integer(), sa.ForeignKey("account.id"), nullable=False),
        sa.Column("entry", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_index("ix_substitution_account_id", "substitution", ["account_id"])
    op.create_index("ix_substitution_substitute_id", "substitution", ["substitute_id"])
    op.add_column("game_seat", sa.Column("taken_over_at", sa.DateTime(timezone=True), nullable=True))
    wanted = sa.text("on_timeout = 'substitute'")
    op.create_index("ix_game_left_seats", "game", ["status"], postgresql_where=wanted, sqlite_where=wanted)


def downgrade() -> None:
    op.drop_index("ix_game_left_seats", "game")
    op.drop_column("game_seat", "taken_over_at")
    op.drop_table("substitution")
    op.drop_table("volunteer")
