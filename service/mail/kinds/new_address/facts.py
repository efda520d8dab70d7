"""Values for the email that asks the holder of an address to confirm it."""

from __future__ import annotations

from service.mail.facts import Facts, recipient
from service.models import Notice
from service.notifications import links
from service.presentation.names import called
from service.security.keys import RowKey, RowPurpose


def facts(notice: Notice) -> Facts:
    """Collect who asks, for what, and the link that confirms it."""
    asked = notice.data
    return Facts(
        {
            "name": called(recipient(notice)),
            "address": notice.email,
            "is_change": asked["is_change"],
            "link": links.address_link(RowKey(RowPurpose.ADDRESS, asked["id"], asked["nonce"])),
            "home_link": links.home_link(),
        }
    )
