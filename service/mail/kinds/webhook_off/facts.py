"""Values for the email about a disabled webhook: which one, why, and how to enable it again."""

from __future__ import annotations

from datetime import datetime

from service.mail.facts import Facts, recipient, time_for
from service.models import Notice, SwitchedOff
from service.notifications import links


def facts(notice: Notice) -> Facts:
    """Collect the webhook, its owner, and since when it has failed."""
    since = notice.data["since"]
    return Facts(
        {
            "webhook": notice.data["webhook"],
            "host": notice.data["host"],
            "bot": notice.data["bot"],
            "is_gone": notice.data["why"] == SwitchedOff.GONE,
            "is_unverified": notice.data["why"] == SwitchedOff.UNVERIFIED,
            "since": time_for(recipient(notice), datetime.fromisoformat(since)) if since else None,
            "webhook_link": None if notice.data["bot"] else links.webhook_link(notice.data["webhook"]),
            "home_link": links.home_link(),
        }
    )
