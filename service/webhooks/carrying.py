"""When the secret key is changed, the secrets of endpoints come to hang on the new one, and stay what they are."""

from __future__ import annotations

from sqlalchemy import or_, select

from service.core.db import session, transaction
from service.core.key_ring import carried_over_if_known, key_ring
from service.core.keys import WEBHOOK
from service.models import Webhook
from service.webhooks.endpoints import lock_webhook


def carry_secrets_over() -> None:
    """Let the secrets of endpoints hang on the key in use, unless theirs is not set."""
    ours = f".{key_ring().name}"
    behind = or_(~Webhook.secret_salt.contains(ours), ~Webhook.previous_secret_salt.contains(ours))
    for webhook_id in session().scalars(select(Webhook.id).where(behind)).all():
        _carry_over(webhook_id)


def _carry_over(webhook_id: int) -> None:
    with transaction():
        webhook = lock_webhook(webhook_id)
        if webhook is not None:
            webhook.secret_salt = carried_over_if_known(WEBHOOK, webhook.secret_salt)
            if webhook.previous_secret_salt is not None:
                webhook.previous_secret_salt = carried_over_if_known(WEBHOOK, webhook.previous_secret_salt)
