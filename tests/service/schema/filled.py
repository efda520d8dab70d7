"""A database as the version before left it: people, a bot, their tokens, and an app that waits for one."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from alembic import command
from sqlalchemy import Engine, insert

from service.models import Account, ApiToken, AuthorizationCode, Model
from service.schema.upgrading import alembic_settings
from tests.service.schema.later import BASELINE

SECRET = "told-to-ada-in-the-clear"
THEN = datetime(2026, 1, 5, 12, tzinfo=UTC)
ROWS: list[tuple[type[Model], dict[str, Any]]] = [
    (Account, {"id": 1, "name": "ada", "email": "ada@example.net", "created_at": THEN}),
    (Account, {"id": 2, "name": "bob", "email": "bob@example.net", "created_at": THEN}),
    (Account, {"id": 3, "name": "ada-bot", "owner_id": 1, "created_at": THEN}),
    *(
        (ApiToken, {"id": number, "account_id": number, "name": "t", "hash": f"h{number}", "scopes": ["play"],
                    "app": SECRET, "created_at": THEN})
        for number in (1, 2, 3)
    ),
    (AuthorizationCode, {"id": 1, "hash": "h", "app": "a", "redirect_uri": "u", "challenge": "c", "scopes": ["play"],
                         "account_id": 1, "token_id": 1, "created_at": THEN, "expires_at": THEN}),
]  # fmt: skip
"""The last row goes with its account and its token, wherever foreign keys hold while these are written anew."""


def lay_and_fill(engine: Engine) -> None:
    """Make the tables in an empty database, and fill them."""
    with engine.connect().execution_options(writes=True) as connection:
        command.upgrade(alembic_settings(connection), BASELINE)
        for model, row in ROWS:
            connection.execute(insert(model).values(row))
        connection.commit()
