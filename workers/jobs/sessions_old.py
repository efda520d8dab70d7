"""Sessions of browsers that did not come back: forgotten."""

from __future__ import annotations

from service.core import clock
from service.people.sessions import forget_old_sessions

NAME = "sundial.sessions-old"
EVERY = 3600.0


def run() -> bool:
    """Forget what is old, all at once."""
    forget_old_sessions(clock.now())
    return False
