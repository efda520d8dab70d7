"""Endpoints of webhooks: an account says where its programs want to be told of what."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from typing import TypedDict, Unpack
from urllib.parse import urlsplit

from sqlalchemy import delete, select, update

from service.core import rates
from service.core.clock import time_json
from service.core.db import session, transaction
from service.core.destinations import check_destination
from service.core.errors import Conflict, NotFound
from service.core.key_ring import KeyGone, key_ring, new_salt
from service.core.keys import webhook_secret
from service.core.limits import limit
from service.models import Account, SwitchedOff, Webhook, WebhookAttempt, WebhookDelivery, WorkState
from service.post.notices import write_notice
from service.webhooks.challenges import challenge
from service.work.events import newest_number

WEBHOOKS = limit("webhooks")
ROTATION = timedelta(hours=24)
"""How long requests are signed with both secrets after a new one was made."""


class Change(TypedDict, total=False):
    """What can be changed of an endpoint."""

    url: str
    types: list[str]
    enabled: bool


def create_webhook(account: Account, url: str, types: Iterable[str], now: datetime) -> Webhook:
    """A new endpoint, told of what happens from now on once it has answered a challenge.

    Invalid `bad-webhook-address`, Conflict `too-many-webhooks`, TooMany `too-many-challenges`.
    """
    check_destination(url)
    newest = newest_number()
    with transaction() as current:
        current.execute(select(Account.id).where(Account.id == account.id).with_for_update(key_share=True))
        if not rates.has_room(WEBHOOKS, len(webhooks_of(account))):
            raise Conflict("too-many-webhooks", most=rates.amount(WEBHOOKS))
        webhook = Webhook(
            account_id=account.id,
            url=url,
            types=list(types),
            secret_salt=new_salt(key_ring()),
            cursor=newest,
            created_at=now,
        )
        current.add(webhook)
        current.flush()
        challenge(webhook, now)
    return webhook


def webhooks_of(account: Account) -> Sequence[Webhook]:
    """The endpoints of an account, oldest first."""
    mine = select(Webhook).where(Webhook.account_id == account.id).order_by(Webhook.id)
    return session().scalars(mine.execution_options(populate_existing=True)).all()


def accounts_with_webhooks() -> Sequence[int]:
    """The accounts that have an endpoint which is not switched off."""
    return session().scalars(select(Webhook.account_id).where(Webhook.switched_off.is_(None)).distinct()).all()


def webhook_of(account: Account, webhook_id: int) -> Webhook:
    """An endpoint of the account, or NotFound."""
    return _owned(account, _webhook(webhook_id))


def change_webhook(account: Account, webhook_id: int, now: datetime, **change: Unpack[Change]) -> Webhook:
    """Change an endpoint; NotFound, Invalid `bad-webhook-address`, TooMany `too-many-challenges`.

    At another address, and switched on again, it has to answer a challenge before it is told of anything. Switched on,
    it is told of what happens from then on: what it has missed stands in the event log.
    """
    if "url" in change:
        check_destination(change["url"])
    newest = newest_number()
    with transaction():
        webhook = _owned(account, lock_webhook(webhook_id))
        is_moved = change.get("url", webhook.url) != webhook.url
        returns = change.get("enabled") is True and webhook.switched_off is not None
        webhook.url = change.get("url", webhook.url)
        webhook.types = change.get("types", webhook.types)
        if change.get("enabled") is False and webhook.switched_off is None:
            switch_off(webhook, SwitchedOff.BY_OWNER)
        if returns:
            webhook.switched_off, webhook.cursor = None, newest
        if change.get("enabled") is True or "url" in change:
            webhook.failing_since = webhook.held_until = None
        if (is_moved or returns) and webhook.switched_off is None:
            challenge(webhook, now)
        return webhook


def rotate_secret(account: Account, webhook_id: int, now: datetime) -> Webhook:
    """Give an endpoint a new secret; for a day requests are signed with the one before, too."""
    with transaction():
        webhook = _owned(account, lock_webhook(webhook_id))
        webhook.previous_secret_salt, webhook.previous_until = webhook.secret_salt, now + ROTATION
        webhook.secret_salt = new_salt(key_ring())
        return webhook


def delete_webhook(account: Account, webhook_id: int) -> None:
    """Forget an endpoint and all that it was sent."""
    deliveries = select(WebhookDelivery.id).where(WebhookDelivery.webhook_id == webhook_id)
    with transaction() as current:
        webhook = _owned(account, lock_webhook(webhook_id))
        current.execute(delete(WebhookAttempt).where(WebhookAttempt.delivery_id.in_(deliveries)))
        current.execute(delete(WebhookDelivery).where(WebhookDelivery.webhook_id == webhook_id))
        current.delete(webhook)


def secret_of(webhook: Webhook) -> str:
    """The secret that the endpoint's owner is shown once."""
    return webhook_secret(key_ring(), webhook.secret_salt)


def secrets_of(webhook: Webhook, now: datetime) -> list[str]:
    """The secrets that a request of now is signed with, the newest first; KeyGone if the newest cannot be had."""
    found = [secret_of(webhook)]
    if webhook.previous_secret_salt and webhook.previous_until and now < webhook.previous_until:
        with suppress(KeyGone):
            found.append(webhook_secret(key_ring(), webhook.previous_secret_salt))
    return found


def lock_webhook(webhook_id: int) -> Webhook | None:
    """The endpoint, locked for the transaction under way: who changes its deliveries locks it first."""
    return _webhook(webhook_id, for_change=True)


def switch_off(webhook: Webhook, why: SwitchedOff) -> None:
    """Send nothing more to a locked endpoint; what waits for it is dropped."""
    webhook.switched_off = why
    waiting = WebhookDelivery.webhook_id == webhook.id, WebhookDelivery.state == WorkState.QUEUED
    session().execute(update(WebhookDelivery).where(*waiting).values(state=WorkState.SUPERSEDED, leased_until=None))


def tell_owner(webhook: Webhook, now: datetime) -> None:
    """Write a mail to whoever owns an endpoint that was switched off, in the transaction under way.

    It names the host alone: the address may hold a key, and what a mail shows as a link is opened by scanners.
    """
    account = session().get_one(Account, webhook.account_id)
    owner = session().get_one(Account, account.owner_id) if account.owner_id else account
    bot = account.name if account.owner_id else None
    about = {"webhook": webhook.id, "host": urlsplit(webhook.url).hostname, "bot": bot}
    data = {**about, "why": webhook.switched_off, "since": time_json(webhook.failing_since)}
    write_notice("webhook-off", owner, now, data=data)


def _webhook(webhook_id: int, *, for_change: bool = False) -> Webhook | None:
    wanted = select(Webhook).where(Webhook.id == webhook_id).execution_options(populate_existing=True)
    return session().scalar(wanted.with_for_update() if for_change else wanted)


def _owned(account: Account, found: Webhook | None) -> Webhook:
    if found is None or found.account_id != account.id:
        raise NotFound
    return found
