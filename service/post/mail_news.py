"""What a provider tells of mails that went out by it: that one did not arrive, or was called spam.

The form is that of Mailgun's webhooks. Nothing that a mail bears has to prove it: the request is signed.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from rules.json_types import Json
from service.core.db import transaction
from service.post import bounces
from service.post.deliveries_taken import note_delivery
from service.post.refusals import status_in

UNKNOWN_FAILURE = "5.0.0"


def note_news(mark: str, news: Mapping[str, Json], now: datetime) -> bool:
    """Note what an event of the provider says of a mail of ours; False if it says nothing that counts, or did before.

    `mark` names the request. A failure that is only `temporary` is tried again by the provider.
    """
    message_id = _text(news, "message", "headers", "message-id")
    with transaction():
        if not message_id or not note_delivery(mark, now):
            return False
        named = f"<{message_id.strip('<>')}>"
        match news.get("event"), news.get("severity"):
            case "complained", _:
                return bounces.note_complaint(named, None, now)
            case "failed", "permanent":
                recipient = _text(news, "recipient").lower()
                return bounces.note_return_of(named, said=_said(news), recipient=recipient, now=now)
    return False


def _said(news: Mapping[str, Json]) -> str:
    said = " ".join(_text(news, "delivery-status", name) for name in ("enhanced-code", "message", "description"))
    return said if status_in(said) else f"{UNKNOWN_FAILURE} {said}"


def _text(news: Json | Mapping[str, Json], *path: str) -> str:
    """The text at that place; empty if there is none."""
    for name in path:
        news = news.get(name) if isinstance(news, Mapping) else None
    return news if isinstance(news, str) else ""
