"""Webhook endpoints: register addresses for events, and verify each with a challenge.

Before an endpoint has returned a challenge, it is sent nothing else: otherwise anybody could make us send requests to
third parties. For the same reason challenges are counted, also those of deleted endpoints.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from typing import Any, TypedDict, Unpack
from urllib.parse import urlsplit

from sqlalchemy import ColumnElement, Select, bindparam, case, delete, func, or_, select, update
from sqlalchemy.orm import InstrumentedAttribute

from service.config.key_ring import KeyGone, carried_over_if_known, key_ring, new_salt
from service.config.limits import limit
from service.db.clock import time_json
from service.db.engines import session, transaction
from service.jobs import queues, wake
from service.jobs.events import newest_number
from service.language.errors import Conflict, NotFound, TooMany
from service.models import Account, SwitchedOff, Webhook, WebhookAttempt, WebhookChallenge, WebhookDelivery, WorkState
from service.notifications.notices import write_notice
from service.security import rates
from service.security.keys import WEBHOOK, new_message_id, new_secret, webhook_secret
from service.security.ssrf import check_destination

WEBHOOKS = limit("webhooks")
ROTATION = timedelta(hours=24)
"""Time after a rotation in which requests are signed with both secrets."""
CHALLENGE_WINDOW = timedelta(hours=1)
CHALLENGES_OF_ONE, CHALLENGES_OF_PERSON = limit("webhook-challenges-of-one"), limit("webhook-challenges")
"""Challenges to all endpoints of a person and their bots."""


class Change(TypedDict, total=False):
    """The members of an endpoint that can be changed."""

    url: str
    types: list[str]
    enabled: bool


def create_webhook(account: Account, url: str, types: Iterable[str], now: datetime) -> Webhook:
    """Create an endpoint, which gets events from now on once it has answered a challenge.

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
            due_at=now,  # the challenge is due now
        )
        current.add(webhook)
        current.flush()
        challenge(webhook, now)
    return webhook


def webhooks_of(account: Account) -> Sequence[Webhook]:
    """List the endpoints of an account, oldest first."""
    mine = select(Webhook).where(Webhook.account_id == account.id).order_by(Webhook.id)
    return session().scalars(mine.execution_options(populate_existing=True)).all()


def accounts_with_webhooks() -> Sequence[int]:
    """Return the ids of accounts that have an active endpoint."""
    return session().scalars(select(Webhook.account_id).where(Webhook.switched_off.is_(None)).distinct()).all()


def webhook_of(account: Account, webhook_id: int) -> Webhook:
    """Return an endpoint of the account, or NotFound."""
    return _owned(account, session().scalar(_webhook(webhook_id)))


def change_webhook(account: Account, webhook_id: int, now: datetime, **change: Unpack[Change]) -> Webhook:
    """Change an endpoint; NotFound, Invalid `bad-webhook-address`, TooMany `too-many-challenges`.

    With a new address, or switched on again, it has to answer a challenge before it gets events. Switched on, it gets
    events from then on; those it has missed are in the event log.
    """
    if "url" in change:
        check_destination(change["url"])
    newest = newest_number()
    with locked_of(account, webhook_id) as webhook:
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


def delete_webhook(account: Account, webhook_id: int) -> None:
    """Delete an endpoint and its deliveries."""
    deliveries = select(WebhookDelivery.id).where(WebhookDelivery.webhook_id == webhook_id)
    with locked_of(account, webhook_id) as webhook:
        session().execute(delete(WebhookAttempt).where(WebhookAttempt.delivery_id.in_(deliveries)))
        session().execute(delete(WebhookDelivery).where(WebhookDelivery.webhook_id == webhook_id))
        session().delete(webhook)


def challenge(webhook: Webhook, now: datetime) -> WebhookDelivery:
    """Send a challenge to a locked endpoint, in the current transaction; it invalidates earlier challenges.

    TooMany `too-many-challenges`.
    """
    account = session().get_one(Account, webhook.account_id)
    person = account.person_id
    _check_how_many(webhook, person, now)
    _drop_waiting(webhook, WebhookDelivery.challenge.is_not(None))
    webhook.verified_at = webhook.held_until = None
    asked = new_delivery(webhook, now, challenge=new_secret())
    session().add_all([asked, WebhookChallenge(account_id=person, webhook_id=webhook.id, at=now)])
    wake.listen(webhook.account_id)
    wake.wake(queues.WEBHOOKS)
    return asked


def gives_back(answer: bytes, asked: str) -> bool:
    """Return whether a response contains the challenge: as its whole text, or as `challenge` of a JSON object."""
    try:
        text = answer.decode().strip()
        found = json.loads(text) if text.startswith("{") else {"challenge": text}
    except (ValueError, RecursionError):
        return False
    return isinstance(found, dict) and found.get("challenge") == asked


def new_delivery(
    webhook: Webhook, now: datetime, event_id: int | None = None, challenge: str | None = None
) -> WebhookDelivery:
    """Build the delivery of an event or a challenge to an endpoint; of a test, if neither is given."""
    return WebhookDelivery(
        webhook_id=webhook.id,
        event_id=event_id,
        challenge=challenge,
        message_id=new_message_id(),
        created_at=now,
        due_at=max(now, webhook.held_until or now),
        state=WorkState.QUEUED,
        fence=0,
        attempts=0,
    )


def rotate_secret(account: Account, webhook_id: int, now: datetime) -> Webhook:
    """Rotate an endpoint's secret; for a day requests are signed with the former one, too."""
    with locked_of(account, webhook_id) as webhook:
        webhook.previous_secret_salt, webhook.previous_until = webhook.secret_salt, now + ROTATION
        webhook.secret_salt = new_salt(key_ring())
        return webhook


def secret_of(webhook: Webhook) -> str:
    """Return the endpoint's secret, which its owner is shown once."""
    return webhook_secret(key_ring(), webhook.secret_salt)


def secrets_of(webhook: Webhook, now: datetime) -> list[str]:
    """Return the secrets that sign a request now, the newest first; KeyGone if the newest is unavailable."""
    found = [secret_of(webhook)]
    if webhook.previous_secret_salt and webhook.previous_until and now < webhook.previous_until:
        with suppress(KeyGone):
            found.append(webhook_secret(key_ring(), webhook.previous_secret_salt))
    return found


def carry_secrets_over() -> None:
    """Derive the secrets of endpoints from the secret key in use, unless their own key is missing."""
    ours = f".{key_ring().name}"
    behind = or_(~Webhook.secret_salt.contains(ours), ~Webhook.previous_secret_salt.contains(ours))
    for webhook_id in session().scalars(select(Webhook.id).where(behind)).all():
        with locked(webhook_id) as webhook:
            if webhook is not None:
                webhook.secret_salt = carried_over_if_known(WEBHOOK, webhook.secret_salt)
                if webhook.previous_secret_salt is not None:
                    webhook.previous_secret_salt = carried_over_if_known(WEBHOOK, webhook.previous_secret_salt)


def next_of(column: InstrumentedAttribute[Any]) -> ColumnElement[Any]:
    """Return a column of an endpoint's next delivery; of its challenge while it is unverified."""
    waits = WebhookDelivery.webhook_id == Webhook.id, WebhookDelivery.state == WorkState.QUEUED
    first = select(column).where(*waits).order_by(WebhookDelivery.due_at, WebhookDelivery.id).limit(1)
    challenge = first.where(WebhookDelivery.challenge.is_not(None))
    return case((Webhook.verified_at.is_(None), challenge.scalar_subquery()), else_=first.scalar_subquery())


@contextmanager
def locked(webhook_id: int) -> Iterator[Webhook | None]:
    """Open a transaction that locks an endpoint and its deliveries; yields None if it is deleted.

    At the end, the endpoint's due time is updated from its deliveries.
    """
    with transaction() as current:
        yield current.scalar(_webhook(webhook_id).with_for_update())
        schedule([webhook_id])


@contextmanager
def locked_of(account: Account, webhook_id: int) -> Iterator[Webhook]:
    """Lock an endpoint of the account, as `locked` does, or NotFound."""
    with locked(webhook_id) as found:
        yield _owned(account, found)


def schedule(webhooks: Sequence[int]) -> None:
    """Set the due time of locked endpoints to that of their next deliveries, or to the end of a later lease."""
    session().execute(_SCHEDULING, {"webhooks": webhooks})


_LEASE = (
    select(func.max(WebhookDelivery.leased_until))
    .where(WebhookDelivery.webhook_id == Webhook.id, WebhookDelivery.leased_until.is_not(None))
    .scalar_subquery()
)
_NEXT = next_of(WebhookDelivery.due_at)
_SCHEDULING = (
    update(Webhook)
    .where(Webhook.id.in_(bindparam("webhooks", expanding=True)))
    .values(due_at=case((_LEASE > _NEXT, _LEASE), else_=_NEXT))
    .execution_options(synchronize_session=False)
)


def switch_off(webhook: Webhook, why: SwitchedOff) -> None:
    """Switch off a locked endpoint, and drop its queued deliveries."""
    webhook.switched_off = why
    _drop_waiting(webhook)


def tell_owner(webhook: Webhook, now: datetime) -> None:
    """Email the owner of an endpoint that was switched off, in the current transaction.

    The email names only the host: the address may contain a key, and scanners open links in emails.
    """
    account = session().get_one(Account, webhook.account_id)
    owner = session().get_one(Account, account.owner_id) if account.owner_id else account
    bot = account.name if account.owner_id else None
    about = {"webhook": webhook.id, "host": urlsplit(webhook.url).hostname, "bot": bot}
    data = {**about, "why": webhook.switched_off, "since": time_json(webhook.failing_since)}
    write_notice("webhook-off", owner, now, data=data)


def _drop_waiting(webhook: Webhook, *which: ColumnElement[bool]) -> None:
    waiting = WebhookDelivery.webhook_id == webhook.id, WebhookDelivery.state == WorkState.QUEUED, *which
    session().execute(update(WebhookDelivery).where(*waiting).values(state=WorkState.SUPERSEDED, leased_until=None))


def _check_how_many(webhook: Webhook, person: int, now: datetime) -> None:
    of_person = WebhookChallenge.account_id == person, WebhookChallenge.at > now - CHALLENGE_WINDOW
    of_one = *of_person, WebhookChallenge.webhook_id == webhook.id, WebhookChallenge.at >= webhook.created_at
    for row, counted in ((CHALLENGES_OF_PERSON, of_person), (CHALLENGES_OF_ONE, of_one)):
        number, first = session().execute(select(func.count(), func.min(WebhookChallenge.at)).where(*counted)).one()
        if not rates.has_room(row, number):
            raise TooMany("too-many-challenges", retry_after=int((first + CHALLENGE_WINDOW - now).total_seconds()) + 1)


def _webhook(webhook_id: int) -> Select[Webhook]:
    return select(Webhook).where(Webhook.id == webhook_id).execution_options(populate_existing=True)


def _owned(account: Account, found: Webhook | None) -> Webhook:
    if found is None or found.account_id != account.id:
        raise NotFound
    return found
