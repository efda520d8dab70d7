"""API tokens: shown once, stored as a hash, limited to scopes, revocable, and with an end if somebody wants one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, and_, bindparam, or_, select

from rules.prose import N_
from service.core import texts
from service.core.db import session, transaction
from service.core.errors import Conflict, Invalid, NotFound, Unauthenticated
from service.core.keys import digest, is_well_formed_token, new_token
from service.models import Account, ApiToken, Bot, GameSeat
from service.people.accounts import person_behind
from service.people.facts import TokenCreated
from service.work.facts import tell

MEANINGS = {
    "read": N_("see your games and your account"),
    "play": N_("create, join and play games"),
    "account": N_("change your account, its tokens and sessions"),
    "webhooks": N_("have webhooks"),
    "bots": N_("make and change bots, and their tokens"),
}
"""What each scope lets a program do."""
SCOPES = tuple(MEANINGS)
LEAST = "read"
"""What a token may do for which nothing was chosen."""
MOST = 50
"""Live tokens of an account."""
LONGEST_LIFE = timedelta(days=3650)
"""Of a token that has an end."""
NOTED_EVERY = timedelta(minutes=5)
"""How exact `last_used_at` is: not every request writes."""

_PLAYS_THERE = and_(
    GameSeat.account_id == ApiToken.account_id, GameSeat.game_id == bindparam("game_id"), GameSeat.left_by.is_(None)
)
_CALLER = (
    select(ApiToken, GameSeat.place, Bot.last_seen_at)
    .outerjoin(GameSeat, _PLAYS_THERE)
    .outerjoin(Bot, Bot.account_id == ApiToken.account_id)
    .where(ApiToken.hash == bindparam("hash"))
)


@dataclass(frozen=True)
class NewToken:
    """A token that was just made; `secret` is never seen again."""

    secret: str
    token: ApiToken


def create_token(
    account: Account,
    name: str,
    scopes: Iterable[str],
    now: datetime,
    expires_at: datetime | None = None,
    *,
    is_told: bool = True,
) -> NewToken:
    """A new token of the account, of which its owner is told by mail; without any scope it may read, and nothing else.

    Invalid `unknown-scope`, `bad-expiry`, or `bad-text` if nobody could read its name; Conflict `too-many-tokens`.
    """
    wanted = _checked(scopes)
    _check_end(expires_at, now)
    secret = new_token()
    token = ApiToken(
        account_id=account.id,
        name=texts.line("name", name),
        hash=digest(secret),
        scopes=wanted,
        created_at=now,
        expires_at=expires_at,
    )
    with transaction() as current:
        current.execute(select(Account.id).where(Account.id == account.id).with_for_update(key_share=True))
        if len(tokens_of(account.id, now)) >= MOST:
            raise Conflict("too-many-tokens", most=MOST)
        current.add(token)
        current.flush()
        if is_told:
            tell(TokenCreated(person_behind(account), token, now))
    return NewToken(secret, token)


def end_of_life(now: datetime, at: datetime | None = None, days: int | None = None) -> datetime | None:
    """When a token ends that is to end then, or after so many days; None for never. Invalid `bad-expiry` for both."""
    if at is not None and days is not None:
        raise _bad_end()
    return at if days is None else now + timedelta(days=days)


@dataclass(frozen=True)
class Caller:
    """Who comes with a token: the number of the account is at hand also where a transaction has let the rows go."""

    token: ApiToken
    account_id: int
    has_seat: bool
    """Whether the account plays in the game that was asked about, and has not given up its seat."""
    bot_seen_at: datetime | None
    """When the bot was last seen, if it is one that was."""


def caller_of(secret: str, now: datetime, game_id: str | None = None) -> Caller:
    """Whose live token it is, read in one statement with what is wanted to be known of them.

    Unauthenticated `bad-token` (mistyped or never given out), `revoked-token` or `expired-token`.
    """
    if not is_well_formed_token(secret):
        raise Unauthenticated("bad-token")
    found = session().execute(_CALLER, {"hash": digest(secret), "game_id": game_id}).one_or_none()
    if found is None:
        raise Unauthenticated("bad-token")
    token, seat, seen_at = found
    _check_life(token, now)
    caller = Caller(token, token.account_id, seat is not None, seen_at)
    if token.last_used_at is None or now - token.last_used_at > NOTED_EVERY:
        with transaction():
            token.last_used_at = now
    return caller


def _check_life(token: ApiToken, now: datetime) -> None:
    if token.revoked_at:
        raise Unauthenticated("revoked-token")
    if token.expires_at and token.expires_at <= now:
        raise Unauthenticated("expired-token")


def tokens_of(account_id: int, now: datetime) -> Sequence[ApiToken]:
    """The account's live tokens, oldest first."""
    live = select(ApiToken).where(ApiToken.account_id == account_id, _is_live(now))
    return session().scalars(live.order_by(ApiToken.id)).all()


def revoke_token(account_id: int, token_id: int, now: datetime) -> None:
    """End a token of the account at once; NotFound if it has no such live token."""
    with transaction() as current:
        token = current.scalar(select(ApiToken).where(ApiToken.id == token_id, ApiToken.account_id == account_id))
        if token is None or not is_live(token, now):
            raise NotFound
        token.revoked_at = now


def token_numbered(token_id: int) -> ApiToken:
    """The token with that number, also one that is over; or NotFound."""
    token = session().get(ApiToken, token_id, populate_existing=True)
    if token is None:
        raise NotFound
    return token


def is_live(token: ApiToken, now: datetime) -> bool:
    """Whether a program gets in by it."""
    return token.revoked_at is None and (token.expires_at is None or token.expires_at > now)


def _checked(scopes: Iterable[str]) -> list[str]:
    chosen = set(scopes) or {LEAST}
    for scope in sorted(chosen.difference(SCOPES)):
        raise Invalid("unknown-scope", scope=scope)
    return [scope for scope in SCOPES if scope in chosen]


def _check_end(expires_at: datetime | None, now: datetime) -> None:
    if expires_at is not None and not now < expires_at <= now + LONGEST_LIFE:
        raise _bad_end()


def _bad_end() -> Invalid:
    return Invalid("bad-expiry", longest_days=LONGEST_LIFE.days)


def _is_live(now: datetime) -> ColumnElement[bool]:
    return and_(ApiToken.revoked_at.is_(None), or_(ApiToken.expires_at.is_(None), ApiToken.expires_at > now))
