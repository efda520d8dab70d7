"""What whoever looks can offer others, wherever games are set up: fast clocks, and invitations."""

from __future__ import annotations

from service.people.accounts import is_visitor
from service.play.timekeeping import Fast
from service.web.frame.blueprints import pages
from service.web.frame.identity import viewer

DAYS = (1, 2, 3, 5, 7, 14)
USUAL_DAYS = 3
FAST = {f"fast-{minutes}-{seconds}": Fast(minutes, seconds) for minutes, seconds in ((5, 10), (15, 20), (30, 30))}
"""What can be chosen for an evening together."""
TO_COME = 1
"""Days for everybody to come to a fast game."""


@pages.app_template_global()
def may_invite() -> bool:
    """Whether the one who looks can invite by name or address."""
    account = viewer()
    return account is not None and not is_visitor(account)
