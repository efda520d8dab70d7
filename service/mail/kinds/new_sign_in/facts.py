"""Values for the email about a sign-in with a new browser: which one, and how to sign it out."""

from __future__ import annotations

from service.accounts.sessions import device_in, session_numbered
from service.mail.facts import Facts, recipient, time_for
from service.models import Notice
from service.notifications import links


def facts(notice: Notice) -> Facts:
    """Collect the browser, its network, the time, and the link that ends its session."""
    owner, begun = recipient(notice), session_numbered(notice.data["session"])
    device = device_in(begun)
    return Facts(
        {
            "name": owner.called,
            "device": device.name,
            "network": device.network,
            "at": time_for(owner, begun.created_at),
            "end_link": links.session_link(begun),
            "me_link": links.me_link(),
            "home_link": links.home_link(),
        }
    )
