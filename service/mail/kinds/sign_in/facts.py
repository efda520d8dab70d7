"""The code and the link that sign somebody in."""

from __future__ import annotations

from service.core.addresses import Named
from service.mail.facts import Facts
from service.models import Notice
from service.people.sign_in import keys_of
from service.post import links


def facts(notice: Notice) -> Facts:
    """Code, link, and how long they are good. The same sign-in gives the same ones, however often it is mailed."""
    keys = keys_of(notice.data["salt"])
    return Facts(
        {
            "code": keys.code,
            "link": links.sign_in_link(keys.secret, notice.data.get("wanted", "")),
            "minutes": notice.data["minutes"],
            "home_link": links.home_link(),
        },
        reply_to=Named.SIGN_IN,
    )
