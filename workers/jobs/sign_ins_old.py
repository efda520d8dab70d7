"""Sign-ins that nobody can use any more: forgotten, with who asked for them."""

from __future__ import annotations

from service.core import clock
from service.people.sign_in import forget_old_sign_ins

NAME = "sundial.sign-ins-old"
EVERY = 3600.0


def run() -> bool:
    """Forget what is old, all at once."""
    forget_old_sign_ins(clock.now())
    return False
