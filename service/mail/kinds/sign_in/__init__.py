"""The code and the link that sign somebody in."""

from __future__ import annotations

from service import links
from service.mail.facts import Facts
from service.models import Notice


def facts(notice: Notice) -> Facts:
    """Code, link, and how long they are good."""
    return Facts(
        {
            "code": notice.data["code"],
            "link": links.sign_in_link(notice.data["secret"], notice.data.get("wanted", "")),
            "minutes": notice.data["minutes"],
            "home_link": links.home_link(),
        }
    )
