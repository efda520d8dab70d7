"""Games are compared with replays of their logs, and logs have marks by which a replay is known again."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("game", sa.Column("log_mark", sa.String(length=16), nullable=True))
    op.add_column("game", sa.Column("audit_due_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column("game", sa.Column("fault", sa.String(length=200), nullable=True))
    op.create_index(op.f("ix_game_audit_due_at"), "game", ["audit_due_at"])
    op.execute("UPDATE game SET audit_due_at = started_at WHERE status = 'active'")


def downgrade() -> None:
    op.drop_index(op.f("ix_game_audit_due_at"), "game")
    op.drop_column("game", "fault")
    op.drop_column("game", "audit_due_at")
    op.drop_column("game", "log_mark")
