"""Secret keys: after a rotation, re-derive stored secrets from the new key."""

from __future__ import annotations

from service.accounts.feeds import carry_feed_keys_over
from service.db import clock
from service.notifications.dkim_keys import carry_dkim_keys_over
from service.play.open_seats import carry_join_keys_over
from service.play.record_keys import note_keys
from service.push.keys import carry_push_keys_over, push_key
from service.webhooks.endpoints import carry_secrets_over

NAME = "sundial.secret-keys"
EVERY = 300.0


def run() -> bool:
    """Move all secrets to the new key, and make and store the keys of push services and signed records."""
    carry_join_keys_over()
    carry_feed_keys_over()
    carry_secrets_over()
    carry_dkim_keys_over()
    carry_push_keys_over()
    push_key()
    note_keys(clock.now())
    return False
