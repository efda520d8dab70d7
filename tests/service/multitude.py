"""A hundred thousand games with all related rows, inserted by the database itself in seconds.

The first row of each table is copied, except its keys and indexed values. Copied work is due later, as in a healthy
installation, except for a few rows of each table.
"""

from __future__ import annotations

from typing import Any

import psycopg
from sqlalchemy import Table

from service import models
from service.db.engines import db
from service.jobs.events import EVENT_NUMBERS
from tests.servers import plain

MANY = 100_000
EVERY = 500
"""Of so many rows of work, one is still to be done."""
ACCOUNT, GAME = "1000000 + n", "'g' || lpad(n::text, 11, '0')"
ADDRESS = "'player-' || n || '@example.org'"
NOW = "timestamptz '2026-05-04 12:00+00'"
PAST, FUTURE = f"{NOW} - n * interval '1 second'", f"{NOW} + interval '1 day' + n * interval '1 minute'"
WORK = f"CASE WHEN n % {EVERY} = 0 THEN 'queued' ELSE 'done' END"
STATUS = "(ARRAY['finished', 'finished', 'finished', 'active', 'inviting', 'finished', 'cancelled'])[1 + n % 7]"
DUE = f"CASE WHEN n % {EVERY} = 0 THEN {FUTURE} ELSE {PAST} END"
DONE = {"state": WORK, "due_at": DUE, "leased_until": "NULL", "attempts": "1"}

ROWS: dict[Any, dict[str, str]] = {
    models.Account: {
        "id": ACCOUNT, "name": "'player-' || n", "email": ADDRESS, "created_at": PAST,
        "owner_id": "NULL",
    },
    models.ApiToken: {"id": ACCOUNT, "account_id": ACCOUNT, "hash": "'hash ' || n", "revoked_at": "NULL"},
    models.BrowserSession: {"id": ACCOUNT, "account_id": ACCOUNT, "hash": "'hash ' || n", "last_used_at": NOW},
    models.SignIn: {
        "id": ACCOUNT, "email": ADDRESS, "salt": "'salt ' || n", "link_hash": "'hash ' || n",
        "expires_at": FUTURE,
    },
    models.Match: {"id": GAME, "creator_id": ACCOUNT, "created_at": PAST},
    models.Game: {
        "id": GAME, "number": "NULL", "status": STATUS, "created_at": PAST, "creator_id": ACCOUNT, "match_id": "NULL",
        "visibility": "CASE WHEN n % 100 = 0 THEN 'public' ELSE 'private' END",
        "ruleset": "(ARRAY['seasons', 'seasons', 'siesta', 'dawn', 'tribes'])[1 + n % 5]",
        "deadline": f"CASE WHEN {STATUS} = 'active' THEN {FUTURE} END",
        "audit_due_at": f"CASE WHEN {STATUS} = 'active' THEN {FUTURE} END",
        "finished_at": f"CASE WHEN {STATUS} IN ('finished', 'cancelled') THEN {PAST} END",
        "setup": "NULL", "scores": "NULL", "bot_due_at": "NULL", "join_salt": "NULL", "fault": "NULL",
    },
    models.GameSeat: {"game_id": GAME, "place": "0", "number": "0", "account_id": ACCOUNT},
    models.LogEntry: {"game_id": GAME, "number": "0"},
    models.Event: {"id": ACCOUNT, "number": ACCOUNT, "game_id": GAME, "at": PAST, "type": "'turn.started'"},
    models.Notice: {
        "id": ACCOUNT, "game_id": GAME, "account_id": ACCOUNT, "version": "1", "envelope_id": "NULL",
        "digest_id": "NULL", "email": ADDRESS, "encrypted": "''", **DONE,
    },
    models.Envelope: {
        "id": ACCOUNT, "account_id": ACCOUNT, "message_id": "'mail ' || n", "recipient": ADDRESS, "encrypted": "''",
        "sent_at": PAST, **DONE,
    },
    models.OpponentTurn: {
        "game_id": GAME, "version": "1", "claimant": f"CASE WHEN {WORK} = 'queued' THEN 'account ' || {ACCOUNT} END",
        "by_visitor": "n % 1000 = 0", "round": "n", "level": "5", **DONE,
    },
    models.InboundContent: {"id": ACCOUNT, "encrypted": "''"},
    models.InboundMail: {
        "id": ACCOUNT, "fingerprint": "'mail ' || n", "game_id": GAME, "received_at": PAST, "account_id": ACCOUNT,
        "content_id": ACCOUNT, "network": f"CASE WHEN n % {EVERY} = 0 THEN 'network ' || n END",
        "outcome": f"CASE WHEN n % {EVERY} = 1 THEN 'held' ELSE 'answered' END",
        **DONE,
    },
    models.Message: {"id": ACCOUNT, "game_id": GAME, "account_id": ACCOUNT, "at": PAST},
    models.WebhookDelivery: {
        "id": ACCOUNT, "event_id": ACCOUNT, "message_id": "'delivery ' || n", "challenge": "NULL", "created_at": PAST,
        "webhook_id": "1 + n % 1000", **DONE,
    },
    models.WebhookAttempt: {"id": ACCOUNT, "delivery_id": ACCOUNT, "at": PAST},
    models.Answer: {"scope": "'scope ' || n", "encrypted": "''", "created_at": PAST},
}  # fmt: skip
"""What distinguishes row n of each table, in SQL."""


def multiply() -> None:
    """Add `MANY` rows to each of those PostgreSQL tables, which need at least one row."""
    with _connected() as connection:
        connection.execute("SET session_replication_role = replica")  # what refers to what is known to be right
        connection.execute("SET synchronous_commit = off")
        for kind, changes in ROWS.items():
            filled = connection.execute(_copies(kind.__table__, changes))
            assert filled.rowcount == MANY, kind
        connection.execute(
            "UPDATE counter SET value = (SELECT max(number) FROM event) WHERE name = %s", [EVENT_NUMBERS]
        )
        connection.execute("VACUUM ANALYZE")


def fall_behind() -> None:
    """Let all work that is still to be done be due, as after an outage of the workers."""
    with _connected() as connection:
        for kind, changes in ROWS.items():
            if "state" in changes:
                connection.execute(f"UPDATE {kind.__tablename__} SET due_at = {NOW} WHERE state = 'queued'")  # noqa: S608
        connection.execute("VACUUM ANALYZE")


def _connected() -> psycopg.Connection:
    return psycopg.connect(plain(db.engine.url.render_as_string(hide_password=False)), autocommit=True)


def _copies(table: Table, changes: dict[str, str]) -> str:
    columns = {column.name: f"first.{column.name}" for column in table.columns} | changes
    names, values = ", ".join(columns), ", ".join(columns.values())
    rows = f"(SELECT * FROM {table.name} LIMIT 1) first, generate_series(1, {MANY}) n"  # noqa: S608  # it is all ours
    return f"INSERT INTO {table.name} ({names}) SELECT {values} FROM {rows}"  # noqa: S608
