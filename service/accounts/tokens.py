"""API tokens: shown once, stored as a hash, limited to scopes, revocable, with an optional expiry.

The last use of a token and the last sighting of a bot are recorded at intervals, not with every request.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import and_, bindparam, or_, select, update

from service.accounts.accounts import locked_account, person_behind
from service.accounts.facts import TokenCreated
from service.accounts.revocations import SECONDS_KNOWN, revoke_callers
from service.accounts.scopes import in_order
from service.config.limits import limit
from service.db.engines import session, transaction
from service.db.session import look_up
from service.jobs.facts import tell
from service.language import texts
from service.language.errors import Conflict, Invalid, NotFound, Unauthenticated, or_not_found
from service.models import Account, ApiToken, Bot, GameSeat
from service.security import rates
from service.security.keys import digest, is_well_formed_token, new_token

TOKENS = limit("tokens")
LONGEST_LIFE = timedelta(days=3650)
"""The longest lifetime of a token that expires."""
NOTED_EVERY = timedelta(minutes=5)
"""The precision of `last_used_at`, so that not every request writes."""
SIGHTING_NOTED_EVERY = timedelta(minutes=1)
"""The precision of a bot's `last_seen_at`."""

_PLAYS_THERE = and_(
    GameSeat.account_id == ApiToken.account_id, GameSeat.game_id == bindparam("game_id"), GameSeat.left_by.is_(None)
)
_CALLER = (
    select(
        ApiToken.id,
        ApiToken.account_id,
        ApiToken.scopes,
        ApiToken.expires_at,
        ApiToken.last_used_at,
        ApiToken.revoked_at,
        Bot.account_id.label("bot"),
        Bot.last_seen_at,
        GameSeat.place,
    )
    .outerjoin(GameSeat, _PLAYS_THERE)
    .outerjoin(Bot, Bot.account_id == ApiToken.account_id)
    .where(ApiToken.hash == bindparam("hash"))
)
"""Columns and not entities: authentication needs few, and other readers load the account."""
_USE = update(ApiToken).where(ApiToken.id == bindparam("token_id")).values(last_used_at=bindparam("used_at"))


@dataclass(frozen=True)
class NewToken:
    """A new token; `secret` is never shown again."""

    secret: str
    token: ApiToken


def create_token(
    account: Account,
    name: str,
    scopes: Iterable[str],
    now: datetime,
    expires_at: datetime | None = None,
    *,
    app: str | None = None,
    is_told: bool = True,
) -> NewToken:
    """Create a token of the account and notify its owner by email; without scopes it may only read.

    `app` is the id of the third-party app that asked for it, if any. Invalid `unknown-scope`, `bad-expiry`, or
    `bad-text` for an unreadable name; Conflict `too-many-tokens`.
    """
    wanted = in_order(scopes)
    if expires_at is not None and not now < expires_at <= now + LONGEST_LIFE:
        raise _bad_end()
    secret = new_token()
    token = ApiToken(
        account_id=account.id,
        name=texts.line("name", name),
        hash=digest(secret),
        scopes=wanted,
        app=app,
        created_at=now,
        expires_at=expires_at,
    )
    with transaction() as current:
        locked_account(account.id)
        if not rates.has_room(TOKENS, len(tokens_of(account.id, now))):
            raise Conflict("too-many-tokens", most=rates.amount(TOKENS))
        current.add(token)
        current.flush()
        if is_told:
            tell(TokenCreated(person_behind(account), token, now))
    return NewToken(secret, token)


def end_of_life(now: datetime, at: datetime | None = None, days: int | None = None) -> datetime | None:
    """Compute a token's expiry from a time or from a number of days; None for never. Invalid `bad-expiry` for both."""
    if at is not None and days is not None:
        raise _bad_end()
    return at if days is None else now + timedelta(days=days)


def _bad_end() -> Invalid:
    return Invalid("bad-expiry", longest_days=LONGEST_LIFE.days)


@dataclass(frozen=True)
class Caller:
    """The authenticated caller of a token, as read at one time."""

    token_id: int
    account_id: int
    scopes: tuple[str, ...]
    expires_at: datetime | None
    used_at: datetime
    """When the token was last recorded as used."""
    is_bot: bool
    bot_seen_at: datetime | None
    """When the bot was last seen, if it is one that was."""
    has_seat: bool
    """Whether the account plays in the game asked about and has not left it."""


def caller_of(secret: str, now: datetime, game_id: str | None = None) -> Caller:
    """Authenticate a token in one query, and check the caller's seat in a game.

    Unauthenticated `bad-token` (mistyped or never issued), `revoked-token` or `expired-token`.
    """
    if not is_well_formed_token(secret):
        raise Unauthenticated("bad-token")
    found = look_up(_CALLER, {"hash": digest(secret), "game_id": game_id})
    if not found:
        raise Unauthenticated("bad-token")
    number, account_id, scopes, expires_at, used_at, revoked_at, bot, seen_at, seat = found[0]
    if revoked_at:
        raise Unauthenticated("revoked-token")
    if expires_at and expires_at <= now:
        raise Unauthenticated("expired-token")
    used_at = _note_use(number, used_at, now)
    return Caller(number, account_id, tuple(scopes), expires_at, used_at, bot is not None, seen_at, seat is not None)


def _note_use(token_id: int, used_at: datetime | None, now: datetime) -> datetime:
    """Record a token's use, unless recorded recently; returns the recorded time."""
    if used_at is not None and not is_use_due(used_at, now):
        return used_at
    with transaction() as current:
        current.also(_USE, {"token_id": token_id, "used_at": now})
    return now


def is_use_due(used_at: datetime, now: datetime) -> bool:
    """Check whether a token's use must be recorded again."""
    return now - used_at > NOTED_EVERY


def is_sighting_due(caller: Caller, now: datetime) -> bool:
    """Check whether a bot's sighting must be recorded again."""
    last = caller.bot_seen_at
    return caller.is_bot and (last is None or now - last >= SIGHTING_NOTED_EVERY)


def note_sighting(account_id: int, now: datetime) -> None:
    """Record that a bot is active; does nothing for a person."""
    unseen = or_(Bot.last_seen_at.is_(None), Bot.last_seen_at <= now - SIGHTING_NOTED_EVERY)
    with transaction() as current:
        current.execute(update(Bot).where(Bot.account_id == account_id, unseen).values(last_seen_at=now))


def tokens_of(account_id: int, now: datetime) -> Sequence[ApiToken]:
    """List the account's live tokens, oldest first."""
    live = ApiToken.revoked_at.is_(None), or_(ApiToken.expires_at.is_(None), ApiToken.expires_at > now)
    found = select(ApiToken).where(ApiToken.account_id == account_id, *live)
    return session().scalars(found.order_by(ApiToken.id)).all()


def revoke_token(account_id: int, token_id: int, now: datetime) -> None:
    """Revoke a token of the account at once, in every process; NotFound if it has no such live token.

    A repeated request, after a lost response, is answered that the token is gone, so by then it is gone everywhere.
    """
    with transaction() as current:
        token = current.scalar(select(ApiToken).where(ApiToken.id == token_id, ApiToken.account_id == account_id))
        was_live = token is not None and is_live(token, now)
        if token is not None and (was_live or _was_just_revoked(token, now)):
            token.revoked_at = token.revoked_at or now
            revoke_callers([account_id])
    if not was_live:
        raise NotFound


def _was_just_revoked(token: ApiToken, now: datetime) -> bool:
    return token.revoked_at is not None and now - token.revoked_at < 2 * timedelta(seconds=SECONDS_KNOWN)


def token_numbered(token_id: int) -> ApiToken:
    """Load a token by number, live or not; NotFound."""
    return or_not_found(session().get(ApiToken, token_id, populate_existing=True))


def is_live(token: ApiToken, now: datetime) -> bool:
    """Check whether a token is neither revoked nor expired."""
    return token.revoked_at is None and (token.expires_at is None or token.expires_at > now)
