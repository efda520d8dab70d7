"""Challenges: an endpoint shows that it wants events by giving back what it is sent, and gets nothing else before.

Else anybody could have us send requests to whom they like. For the same reason challenges are counted, also those of
endpoints that are deleted by then.
"""

from __future__ import annotations

import json
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, func, select, update

from service.core import rates
from service.core.db import session
from service.core.errors import TooMany
from service.core.keys import new_secret
from service.core.limits import limit
from service.models import Account, Webhook, WebhookChallenge, WebhookDelivery, WorkState
from service.webhooks.rows import new_delivery
from service.work import queues, wake

WINDOW = timedelta(hours=1)
OF_ONE, OF_PERSON = limit("webhook-challenges-of-one"), limit("webhook-challenges")
"""Those of all endpoints of a person and their bots."""


def challenge(webhook: Webhook, now: datetime) -> WebhookDelivery:
    """Ask a locked endpoint whether it wants events, in the transaction under way; a challenge before this one is void.

    TooMany `too-many-challenges`.
    """
    _check_how_many(webhook, now)
    waiting = update(WebhookDelivery).where(*_waiting(webhook))
    session().execute(waiting.values(state=WorkState.SUPERSEDED, leased_until=None))
    webhook.verified_at = webhook.held_until = None
    asked = new_delivery(webhook, now, challenge=new_secret())
    session().add_all([asked, WebhookChallenge(account_id=_person_behind(webhook), webhook_id=webhook.id, at=now)])
    session().flush()
    wake.listen(webhook.account_id)
    wake.wake(queues.WEBHOOKS)
    return asked


def gives_back(answer: bytes, asked: str) -> bool:
    """Whether an answer is that challenge: as its whole text, or as `challenge` of a JSON object."""
    try:
        text = answer.decode().strip()
        found = json.loads(text) if text.startswith("{") else {"challenge": text}
    except (ValueError, RecursionError):
        return False
    return isinstance(found, dict) and found.get("challenge") == asked


def _check_how_many(webhook: Webhook, now: datetime) -> None:
    of_person = WebhookChallenge.account_id == _person_behind(webhook), WebhookChallenge.at > now - WINDOW
    of_one = *of_person, WebhookChallenge.webhook_id == webhook.id, WebhookChallenge.at >= webhook.created_at
    for row, counted in ((OF_PERSON, of_person), (OF_ONE, of_one)):
        number, first = session().execute(select(func.count(), func.min(WebhookChallenge.at)).where(*counted)).one()
        if not rates.has_room(row, number):
            raise TooMany("too-many-challenges", retry_after=int((first + WINDOW - now).total_seconds()) + 1)


def _person_behind(webhook: Webhook) -> int:
    """The account that an endpoint counts for: the owner's for one of a bot."""
    account = session().get_one(Account, webhook.account_id)
    return account.owner_id or account.id


def _waiting(webhook: Webhook) -> tuple[ColumnElement[bool], ...]:
    is_challenge = WebhookDelivery.challenge.is_not(None)
    return WebhookDelivery.webhook_id == webhook.id, is_challenge, WebhookDelivery.state == WorkState.QUEUED
