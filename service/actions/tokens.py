"""API tokens: shown once, stored as a hash, limited to scopes, revocable."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import select

from service import texts
from service.db import session, transaction
from service.errors import Invalid, NotFound, Unauthenticated
from service.keys import digest, is_well_formed_token, new_token
from service.models import Account, ApiToken

SCOPES = ("read", "play", "account")
"""See one's games; create, join and play games; change the account and its tokens."""
NOTED_EVERY = timedelta(minutes=5)
"""How exact `last_used_at` is: not every request writes."""


@dataclass(frozen=True)
class NewToken:
    """A token that was just made; `secret` is never seen again."""

    secret: str
    token: ApiToken


def create_token(account: Account, name: str, scopes: Iterable[str], now: datetime) -> NewToken:
    """A new token of the account; Invalid `unknown-scope`, or `bad-text` if nobody could read its name."""
    wanted = list(scopes) or list(SCOPES)
    for scope in wanted:
        if scope not in SCOPES:
            raise Invalid("unknown-scope", scope=scope)
    secret = new_token()
    token = ApiToken(
        account_id=account.id, name=texts.line("name", name), hash=digest(secret), scopes=wanted, created_at=now
    )
    with transaction() as current:
        current.add(token)
        current.flush()
    return NewToken(secret, token)


def token_of(secret: str, now: datetime) -> ApiToken:
    """The live token, or Unauthenticated `bad-token` (mistyped or never given out) or `revoked-token`."""
    if not is_well_formed_token(secret):
        raise Unauthenticated("bad-token")
    token = session().scalar(select(ApiToken).where(ApiToken.hash == digest(secret)))
    if token is None:
        raise Unauthenticated("bad-token")
    if token.revoked_at:
        raise Unauthenticated("revoked-token")
    if token.last_used_at is None or now - token.last_used_at > NOTED_EVERY:
        with transaction():
            token.last_used_at = now
    return token


def tokens_of(account_id: int) -> Sequence[ApiToken]:
    """The account's live tokens, oldest first."""
    live = select(ApiToken).where(ApiToken.account_id == account_id, ApiToken.revoked_at.is_(None))
    return session().scalars(live.order_by(ApiToken.id)).all()


def revoke_token(account_id: int, token_id: int, now: datetime) -> None:
    """End a token of the account at once; NotFound if it has no such live token."""
    with transaction() as current:
        token = current.scalar(select(ApiToken).where(ApiToken.id == token_id, ApiToken.account_id == account_id))
        if token is None or token.revoked_at:
            raise NotFound
        token.revoked_at = now
