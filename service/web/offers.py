"""Choices on every form that creates games: fast time controls, and invitations."""

from __future__ import annotations

from service.accounts.accounts import is_visitor
from service.play.timekeeping import Fast
from service.web.frame.blueprints import pages
from service.web.frame.identity import viewer

DAYS = (1, 2, 3, 5, 7, 14)
USUAL_DAYS = 3
FAST = {f"fast-{minutes}-{seconds}": Fast(minutes, seconds) for minutes, seconds in ((5, 10), (15, 20), (30, 30))}
"""Time controls for playing a game in one sitting."""
TO_COME = 1
"""Days to join a fast game."""


@pages.app_template_global()
def may_invite() -> bool:
    """Check whether the viewer can invite by name or address."""
    account = viewer()
    return account is not None and not is_visitor(account)
