"""Values for the last email to the address of a deleted account."""

from __future__ import annotations

from service.mail.facts import Facts
from service.models import Notice
from service.notifications import links


def facts(_notice: Notice) -> Facts:
    """Return only the link to start again: nothing is left of the account."""
    return Facts({"home_link": links.home_link()})
