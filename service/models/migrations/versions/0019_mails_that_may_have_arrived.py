"""Mails whose answer was lost may have arrived; and what waits to tell of turns that are over waits no longer."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("envelope", sa.Column("offered_at", sa.DateTime(timezone=True), nullable=True))
    notice = sa.table(
        "notice",
        sa.column("kind", sa.String),
        sa.column("state", sa.String),
        sa.column("game_id", sa.String),
        sa.column("version", sa.Integer),
        sa.column("encrypted", sa.LargeBinary),
    )
    game = sa.table("game", *(sa.column(name) for name in ("id", "status", "turn")))
    goes_on = (game.c.id == notice.c.game_id, game.c.status == "active", game.c.turn <= notice.c.version)
    of_a_turn = notice.c.kind.in_(("your-turn", "reminder", "more-time"))
    over = (notice.c.state == "queued", of_a_turn, ~sa.exists().where(*goes_on))
    op.execute(notice.update().where(*over).values(state="superseded", encrypted=b""))


def downgrade() -> None:
    op.drop_column("envelope", "offered_at")
