"""The account is deleted: the last mail to its address."""

from __future__ import annotations

from service.mail.facts import Facts
from service.models import Notice
from service.post import links


def facts(_notice: Notice) -> Facts:
    """Nothing but where to begin anew: of the account there is nothing left to tell."""
    return Facts({"home_link": links.home_link()})
