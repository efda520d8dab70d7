"""What went to webhooks long ago, forgotten after its month; and endpoints that never wanted anything."""

from __future__ import annotations

from service.core import clock
from service.webhooks.deliveries import forget_old_deliveries, give_up_unverified

NAME = "sundial.webhooks-old"
EVERY = 3600.0


def run() -> bool:
    """Give up whom nobody answers for, and forget what is old, all at once."""
    give_up_unverified(clock.now())
    forget_old_deliveries(clock.now())
    return False
