"""Values for the email about a new API token: its scopes, its account, and how to revoke it."""

from __future__ import annotations

from service.accounts.tokens import token_numbered
from service.language.catalogue import gettext
from service.mail.facts import Facts, recipient, time_for
from service.mail.lines import clean
from service.models import Account, ApiToken, Notice
from service.notifications import links


def facts(notice: Notice) -> Facts:
    """Collect the token, its bot if it has one, and the link that revokes it. Its name is user input."""
    owner, token = recipient(notice), token_numbered(notice.data["token"])
    return Facts(
        {
            "token": clean(token.name),
            "account": token.account.called,
            "is_for_bot": token.account_id != owner.id,
            "made": time_for(owner, token.created_at),
            "terms": _terms(token, owner),
            "revoke_link": links.token_link(token),
            "me_link": links.me_link(),
            "home_link": links.home_link(),
        }
    )


def _terms(token: ApiToken, owner: Account) -> list[str]:
    """Return its scopes and its expiry."""
    may = gettext("Permissions: %(scopes)s", scopes=", ".join(token.scopes))
    ends = [gettext("Expires: %(time)s", time=time_for(owner, token.expires_at))] if token.expires_at else []
    return [may, *ends]
