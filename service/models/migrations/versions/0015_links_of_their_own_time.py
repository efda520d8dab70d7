"""Links of their own time."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None

NONCES = {
    "account": "nonce",
    "event": "turn_nonce",
    "game": "turn_nonce",
    "game_seat": "invitation_nonce",
    "inbound_mail": "nonce",
    "notice": "nonce",
}
"""Where something random comes to stand beside a number that links name. Rows of before have none, nor have links."""


def upgrade() -> None:
    for table, column in NONCES.items():
        op.add_column(table, sa.Column(column, sa.String(length=8), nullable=True))


def downgrade() -> None:
    for table, column in NONCES.items():
        op.drop_column(table, column)
