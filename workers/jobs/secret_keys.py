"""After a change of the secret key: what can hang on the new one is made to."""

from __future__ import annotations

from service.play.open_seats import carry_join_keys_over
from service.webhooks.carrying import carry_secrets_over

NAME = "sundial.secret-keys"
EVERY = 300.0


def run() -> bool:
    """Carry over what hangs on another key, all at once."""
    carry_join_keys_over()
    carry_secrets_over()
    return False
