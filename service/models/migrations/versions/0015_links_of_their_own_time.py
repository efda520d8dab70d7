"""Links of their own time, and keys that can be changed."""

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
BARE, NAMED = 32, 102
"""Characters of a salt that names no key, and of one that does and has carried its secret over from another."""


def upgrade() -> None:
    for table, column in NONCES.items():
        op.add_column(table, sa.Column(column, sa.String(length=8), nullable=True))
    op.add_column("envelope", sa.Column("key_name", sa.String(length=4), nullable=True))
    op.add_column("game_seat", sa.Column("invited_as", sa.String(length=254), nullable=True))
    _move_salts({"salt": "secret_salt", "previous_salt": "previous_secret_salt"}, NAMED)


def downgrade() -> None:
    """A secret that was carried over from another key is lost: its endpoint needs a new one."""
    _move_salts({"secret_salt": "salt", "previous_secret_salt": "previous_salt"}, BARE)
    op.drop_column("game_seat", "invited_as")
    op.drop_column("envelope", "key_name")
    for table, column in NONCES.items():
        op.drop_column(table, column)


def _move_salts(columns: dict[str, str], length: int) -> None:
    """Into columns of another length: SQLite can change none where a table points at theirs."""
    for old, new in columns.items():
        has_one_always = not old.startswith("previous")
        default = "" if has_one_always else None
        op.add_column(
            "webhook",
            sa.Column(new, sa.String(length=length), nullable=not has_one_always, server_default=default),
        )
        op.execute(f"UPDATE webhook SET {new} = substr({old}, 1, {length})")  # noqa: S608  # our own names
        op.drop_column("webhook", old)
