"""Collects the evidence: by SQL, over REST and from the sinks, never by code of the service."""

from __future__ import annotations

import hashlib
import json
from typing import LiteralString

from service.notifications.links import without_proof
from tests.journeys.mail_player import kind_of, turns_in
from tests.receiver import Request
from tests.soak.bots import Bot
from tests.soak.evidence import Evidence, Row
from tests.soak.installation import Installation
from tests.soak.post_office import Taken

WORK = ("notice", "envelope", "inbound_mail", "opponent_turn", "webhook_delivery")
"""The tables of what is to be done."""
TABLES: dict[str, LiteralString] = {
    "log": "SELECT game_id AS game, number, seat, action, version FROM log_entry ORDER BY game_id, number",
    "games": """
        SELECT id, ruleset, status, version, log_length, to_move, ended_by, fault, deadline < now() AS late FROM game
    """,
    "seats": """
        SELECT game_id AS game, s.number AS seat, a.id AS account, a.name, a.email, s.ai_level, s.left_by
        FROM game_seat s LEFT JOIN account a ON a.id = s.account_id
    """,
    "events": "SELECT id, number, type, game_id AS game, version, data FROM event ORDER BY number",
    "notices": """
        SELECT id, kind, account_id AS account, game_id AS game, version, state, message_id, envelope_id FROM notice
    """,
    "envelopes": """
        SELECT id, recipient, message_id, attempts, last_reply,
               CASE WHEN state = 'superseded' AND offered_at IS NOT NULL
                    THEN 'probably-delivered' ELSE state END AS state
        FROM envelope
    """,
    "computer": "SELECT game_id AS game, version, seat, state FROM opponent_turn",
    "webhooks": "SELECT id, account_id AS account, switched_off FROM webhook",
    "deliveries": "SELECT id, webhook_id AS webhook, event_id AS event, message_id, state FROM webhook_delivery",
    "muted": "SELECT id AS account, muted FROM account WHERE muted::text <> '[]'",
}
LATER: LiteralString = """
    SELECT '{}' AS kind, {} AS sort, attempts, due_at <= now() AS is_due, leased_until > now() AS is_leased,
           extract(epoch FROM due_at - now())::float AS seconds
    FROM {} WHERE state = 'queued'
"""


def gathered(installation: Installation, history: list[Row], readers: list[Row], judge: Bot) -> Evidence:
    """Gather the evidence while no email arrives; `judge` may read public games."""
    taken = installation.post_office.taken
    while True:
        before = len(taken)
        evidence = _at_once(installation, history, readers, judge)
        if len(taken) == before:
            return evidence


def _at_once(installation: Installation, history: list[Row], readers: list[Row], judge: Bot) -> Evidence:
    found: dict[str, list[Row]] = {name: installation.database.rows(query) for name, query in TABLES.items()}
    return Evidence(
        history=history,
        waiting=waiting(installation),
        mails=[mail_row(taken) for taken in list(installation.post_office.taken)],
        hooks=[hook_row(request) for request in list(installation.hooks.requests)],
        readers=readers,
        records=[judge.get(f"games/{game['id']}/record") for game in found["games"] if game["status"] == "finished"],
        **found,
    )


def waiting(installation: Installation) -> list[Row]:
    """Return unfinished work of all kinds, except what waits for an unverified endpoint."""
    rows = []
    for kind in WORK:
        sort = {"notice": "kind", "webhook_delivery": "webhook_id::text"}.get(kind, "''")
        rows += installation.database.rows(
            LATER.replace("'{}'", f"'{kind}'").replace("{}", sort, 1).replace("{}", kind)
        )
    return rows


def mail_row(taken: Taken) -> Row:
    """Return the checker's data of an email."""
    return {
        "message_id": without_proof(taken.message_id),
        "recipient": taken.mail.recipients[0],
        "kind": kind_of(taken.mail),
        "turns": sorted(turns_in(taken.mail)),
        "digest": hashlib.sha256(taken.mail.raw).hexdigest(),
        "said_so": taken.said_so,
    }


def hook_row(request: Request) -> Row:
    """Return the checker's data of a request to an endpoint."""
    event = json.loads(request.body)
    named = {name.lower(): value for name, value in request.headers.items()}
    return {"message_id": named["webhook-id"], "event": event["id"], "type": event["type"]}
