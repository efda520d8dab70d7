"""Lists and sweeps have indexes, most of them over the few rows that are looked for.

Whoever writes waits until they are made: a migration is one transaction, of which nothing is left where it is broken
off. Who has millions of games makes them before the upgrade (`CREATE INDEX CONCURRENTLY`), which is noticed here.
"""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None

Wanted = tuple[str, str, str, str | None]
"""The name of an index, its table, its columns, and over which rows; None for all."""
PUBLIC = "visibility = 'public'"
NEW = (
    ("ix_game_public_created_at", "game", "created_at, id", PUBLIC),
    ("ix_game_public_status", "game", "status, created_at, id", PUBLIC),
    ("ix_game_public_ruleset", "game", "ruleset, created_at, id", PUBLIC),
    ("ix_game_public_deadline", "game", "deadline, id", PUBLIC),
    ("ix_game_bot_due", "game", "bot_due_at", "bot_due_at IS NOT NULL"),
    ("ix_game_audit_due", "game", "audit_due_at", "audit_due_at IS NOT NULL"),
    ("ix_game_joined_by_key", "game", "status", "join_salt IS NOT NULL"),
    ("ix_game_fault", "game", "id", "fault IS NOT NULL"),
    ("ix_event_not_numbered", "event", "id", "number IS NULL"),
    ("ix_account_owner_id", "account", "owner_id", "owner_id IS NOT NULL"),
    ("ix_sign_in_expires_at", "sign_in", "expires_at", None),
    ("ix_browser_session_last_used_at", "browser_session", "last_used_at", None),
    ("ix_inbound_mail_received_at", "inbound_mail", "received_at", None),
)
OLD = (
    ("ix_game_bot_due_at", "game", "bot_due_at", None),
    ("ix_game_audit_due_at", "game", "audit_due_at", None),
    ("ix_game_created_at_id", "game", "created_at, id", None),
    ("ix_game_visibility_status_created_at_id", "game", "visibility, status, created_at, id", None),
)


def upgrade() -> None:
    _make(*NEW)
    _drop(*OLD)


def downgrade() -> None:
    _make(*OLD)
    _drop(*NEW)


def _make(*indexes: Wanted) -> None:
    for name, table, columns, which in indexes:
        where = None if which is None else sa.text(which)
        op.create_index(
            op.f(name), table, columns.split(", "), if_not_exists=True, postgresql_where=where, sqlite_where=where
        )


def _drop(*indexes: Wanted) -> None:
    for name, table, *_ in indexes:
        op.drop_index(op.f(name), table)
