"""Codes by which an app is told that somebody lets it in, and which it changes for a token (RFC 6749, 4.1)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import select

from service.core.db import session
from service.core.keys import digest
from service.models import Account, ApiToken, AuthorizationCode
from service.people.revocations import revoke_callers

GOOD_FOR = timedelta(minutes=1)
KEPT_FOR = timedelta(days=1)
"""After that, so that a code which comes twice ends the token that it gave."""


@dataclass(frozen=True)
class Permission:
    """What somebody has allowed: an app, what for, where it is answered, and the hash of what it alone knows."""

    account: Account
    app: str
    scopes: Iterable[str]
    redirect_uri: str
    challenge: str


def keep_code(code: str, allowed: Permission, now: datetime) -> None:
    """Let a code stand for a permission, in the transaction under way."""
    session().add(
        AuthorizationCode(
            hash=digest(code),
            app=allowed.app,
            redirect_uri=allowed.redirect_uri,
            challenge=allowed.challenge,
            scopes=list(allowed.scopes),
            account_id=allowed.account.id,
            created_at=now,
            expires_at=now + GOOD_FOR,
        )
    )


def code_for_use(code: str, app: str, now: datetime) -> AuthorizationCode | None:
    """What the app's code stands for, locked for the transaction under way; None if it is over.

    One that has given its token was stolen, before or after: that token ends (RFC 6749, 10.5).
    """
    kept = select(AuthorizationCode).where(AuthorizationCode.hash == digest(code))
    found = session().scalar(kept.with_for_update(of=AuthorizationCode).execution_options(populate_existing=True))
    if found is None:
        return None
    if found.token_id is not None:
        token = session().get_one(ApiToken, found.token_id)
        token.revoked_at = token.revoked_at or now
        revoke_callers([token.account_id])
        return None
    return found if found.app == app and found.expires_at > now else None
