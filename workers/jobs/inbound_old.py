"""Mails that were seen to long ago: forgotten after their month."""

from __future__ import annotations

from service.core import clock
from service.post.inbound import forget_old_mails

NAME = "sundial.inbound-old"
EVERY = 3600.0


def run() -> bool:
    """Forget what is old, all at once."""
    forget_old_mails(clock.now())
    return False
