"""A token was made: what it may do, for whom, and how to revoke it."""

from __future__ import annotations

from service import links
from service.actions.tokens import token_numbered
from service.mail.facts import Facts, recipient, time_for
from service.mail.headers import clean
from service.models import Notice


def facts(notice: Notice) -> Facts:
    """Which token, of which bot if it is one's, and the link that revokes it. Its name is somebody's own words."""
    owner, token = recipient(notice), token_numbered(notice.data["token"])
    return Facts(
        {
            "token": clean(token.name),
            "account": token.account.name,
            "is_for_bot": token.account_id != owner.id,
            "scopes": ", ".join(token.scopes),
            "at": time_for(owner, token.created_at),
            "ends": time_for(owner, token.expires_at) if token.expires_at else None,
            "revoke_link": links.token_link(token.id),
            "me_link": links.me_link(),
            "home_link": links.home_link(),
        }
    )
