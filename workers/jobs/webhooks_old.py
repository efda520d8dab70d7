"""What went to webhooks long ago: forgotten after its month."""

from __future__ import annotations

from service import clock
from service.actions.webhook_deliveries import forget_old_deliveries

NAME = "sundial.webhooks-old"
EVERY = 3600.0


def run() -> bool:
    """Forget what is old, all at once."""
    forget_old_deliveries(clock.now())
    return False
