"""A database as the first release left it: two players, a bot, two games, mails, and what else it could hold."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

from alembic import command
from sqlalchemy import Connection, Engine, text

from service.core.key_ring import KeyRing
from service.schema.upgrading import alembic_settings
from tests.secret_keys import KEY

REVISION = "0001"
RING = KeyRing(KEY)
SECRET = "told-to-ada-in-the-clear"
THEN = datetime(2026, 1, 5, 12, tzinfo=UTC)
INSERT = "INSERT INTO {} ({}) VALUES ({})"
WORK = {"due_at": THEN, "fence": 0, "attempts": 0}
GAME: dict[str, Any] = {
    "ruleset": "seasons", "rules_version": "1", "options": "{}", "version": 2, "turn": 1, "log_length": 1,
    "days_per_move": 3, "shuffle_seats": False, "visibility": "public", "seed": b"s" * 32, "commitment": "c" * 64,
    "creator_id": 1, "created_at": THEN, "started_at": THEN,
}  # fmt: skip
ROWS: list[tuple[str, dict[str, Any]]] = [
    *(
        ("account", {"id": number, "name": name, "email": email, "owner_id": owner, "time_zone": "UTC", "muted": "[]",
                     "session_epoch": 0, "created_at": THEN})
        for number, name, email, owner in [
            (1, "ada", "ada@example.net", None), (2, "bob", "bob@example.net", None), (3, "ada-bot", None, 1)
        ]
    ),
    ("answer", {"scope": "1", "key": "k", "fingerprint": "f", "body": json.dumps([SECRET]), "created_at": THEN}),
    ("sign_in", {"id": 1, "email": "ada@example.net", "code_hash": "c", "link_hash": "l", "created_at": THEN,
                 "expires_at": THEN, "wrong_codes": 0}),
    ("api_token", {"id": 1, "account_id": 3, "name": "t", "hash": "h", "scopes": '["account", "play"]',
                   "created_at": THEN}),
    *(
        ("envelope", {"id": number, "account_id": 1, "sender": "play@example.net", "recipient": "ada@example.net",
                      "message_id": f"<{number}@example.net>", "raw": SECRET.encode(), "created_at": THEN,
                      "state": state, **WORK})
        for number, state in enumerate(["queued", "done", "failed"], 1)
    ),
    ("game_match", {"id": "match", "ruleset": "dawn", "simultaneous": True, "status": "active", "creator_id": 2,
                    "created_at": THEN}),
    ("game", {"id": "running", **GAME, "status": "active", "to_move": 0, "deadline": THEN}),
    ("game", {"id": "over", **GAME, "status": "finished", "scores": "[3, 1]", "winners": "[0]", "ended_by": "rules",
              "match_id": "match", "match_round": 0}),
    *(
        ("event", {"id": number, "number": number, "type": "move.played", "game_id": game, "version": 2, "data": "{}",
                   "at": THEN})
        for number, game in enumerate(["running", "over"], 1)
    ),
    *(
        ("game_seat", {"game_id": game, "place": place, "number": place, "state": "taken", "for_anybody": False,
                       "account_id": place + 1, "contribution": "word"})
        for game in ("running", "over") for place in (0, 1)
    ),
    *(
        ("log_entry", {"game_id": game, "number": 0, "seat": -1, "action": "roll 3", "version": 2, "at": THEN})
        for game in ("running", "over")
    ),
    *(
        ("notice", {"id": number, "kind": kind, "account_id": 1, "email": "ada@example.net", "game_id": "running",
                    "version": number, "seat": 0, "data": json.dumps({"link": SECRET}),
                    "message_id": f"<{number}@example.net>", "created_at": THEN, "envelope_id": envelope,
                    "state": state, **WORK})
        for number, kind, envelope, state in [
            (1, "turn", 1, "done"), (2, "turn", 2, "done"), (3, "sign-in", None, "queued"), (4, "turn", None, "queued")
        ]
    ),
    ("opponent_turn", {"game_id": "running", "version": 2, "seat": 1, "state": "queued", **WORK}),
]  # fmt: skip


def lay_and_fill(engine: Engine) -> None:
    """Make its tables in an empty database, and fill them."""
    with engine.connect().execution_options(writes=True) as connection:
        command.upgrade(alembic_settings(connection, RING), REVISION)
        fill(connection)
        connection.commit()


def fill(connection: Connection) -> None:
    """Its rows."""
    for table, row in ROWS:
        places = ", ".join(f":{name}" for name in row)
        connection.execute(text(INSERT.format(table, ", ".join(row), places)), row)
