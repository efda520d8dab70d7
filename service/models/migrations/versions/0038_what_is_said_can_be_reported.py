"""What is said can be reported, and the operator can take measures."""

import sqlalchemy as sa
from alembic import op

revision = "0038"
down_revision = "0037"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("account", sa.Column("silenced_until", sa.DateTime(timezone=True), nullable=True))
    op.add_column("account", sa.Column("suspended_at", sa.DateTime(timezone=True), nullable=True))
    op.create_table(
        "report",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("game_id", sa.String(length=16), sa.ForeignKey("game.id"), nullable=False),
        sa.Column("message_id", sa.Integer(), nullable=False),
        sa.Column("reporter_id", sa.Integer(), sa.ForeignKey("account.id"), nullable=False),
        sa.Column("reported_id", sa.Integer(), sa.ForeignKey("account.id"), nullable=False),
        sa.Column("said", sa.String(length=1000), nullable=False),
        sa.Column("why", sa.String(length=20), nullable=False),
        sa.Column("words", sa.String(length=500), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("closed_at", sa.DateTime(timezone=True), nullable=True),
        sa.UniqueConstraint("message_id", "reporter_id"),
    )
    for name in ("game_id", "reporter_id", "reported_id"):
        op.create_index(f"ix_report_{name}", "report", [name])
    op.create_index("ix_report_closed_at", "report", ["closed_at"])
    op.create_table(
        "measure",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("account_id", sa.Integer(), sa.ForeignKey("account.id"), nullable=False),
        sa.Column("what", sa.String(length=20), nullable=False),
        sa.Column("because", sa.String(length=500), nullable=False),
        sa.Column("until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_index("ix_measure_account_id", "measure", ["account_id"])
    op.create_index("ix_measure_at", "measure", ["at"])


def downgrade() -> None:
    op.drop_table("measure")
    op.drop_table("report")
    op.drop_column("account", "suspended_at")
    op.drop_column("account", "silenced_until")
