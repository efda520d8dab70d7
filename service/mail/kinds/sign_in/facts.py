"""Values for the sign-in email: its code and link."""

from __future__ import annotations

from service.accounts.sign_in import keys_of
from service.mail.facts import Facts
from service.models import Notice
from service.notifications import links
from service.security.addresses import Named


def facts(notice: Notice) -> Facts:
    """Collect code, link and lifetime. A sign-in has the same code and link in every email about it."""
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
