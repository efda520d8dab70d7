"""API tokens: shown once, stored as a hash, limited to scopes, revocable, and with an end if somebody wants one.

When a token was used, and a bot last seen, is noted now and then, and not with every request.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import and_, bindparam, or_, select, update

from service.core import rates, texts
from service.core.db import session, transaction
from service.core.errors import Conflict, Invalid, NotFound, Unauthenticated
from service.core.keys import digest, is_well_formed_token, new_token
from service.core.limits import limit
from service.core.session import look_up
from service.models import Account, ApiToken, Bot, GameSeat
from service.people.accounts import person_behind
from service.people.facts import TokenCreated
from service.people.revocations import SECONDS_KNOWN, revoke_callers
from service.people.scopes import in_order
from service.work.facts import tell

TOKENS = limit("tokens")
LONGEST_LIFE = timedelta(days=3650)
"""Of a token that has an end."""
NOTED_EVERY = timedelta(minutes=5)
"""How exact `last_used_at` is: not every request writes."""
SIGHTING_NOTED_EVERY = timedelta(minutes=1)
"""How exact it is when a bot was last seen."""

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
"""Columns and no rows: a caller is known by little, and whoever needs more of the account reads it."""
_USE = update(ApiToken).where(ApiToken.id == bindparam("token_id")).values(last_used_at=bindparam("used_at"))


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
    app: str | None = None,
    is_told: bool = True,
) -> NewToken:
    """A new token of the account, of which its owner is told by mail; without any scope it may read, and nothing else.

    `app` is the id of the program of somebody else that has asked for it, if one has.

    Invalid `unknown-scope`, `bad-expiry`, or `bad-text` if nobody could read its name; Conflict `too-many-tokens`.
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
        current.execute(select(Account.id).where(Account.id == account.id).with_for_update(key_share=True))
        if not rates.has_room(TOKENS, len(tokens_of(account.id, now))):
            raise Conflict("too-many-tokens", most=rates.amount(TOKENS))
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


def _bad_end() -> Invalid:
    return Invalid("bad-expiry", longest_days=LONGEST_LIFE.days)


@dataclass(frozen=True)
class Caller:
    """Who comes with a token, as it stood when that was read."""

    token_id: int
    account_id: int
    scopes: tuple[str, ...]
    expires_at: datetime | None
    used_at: datetime
    """When the token was last used, as far as that is noted."""
    is_bot: bool
    bot_seen_at: datetime | None
    """When the bot was last seen, if it is one that was."""
    has_seat: bool
    """Whether the account plays in the game that was asked about, and has not given up its seat."""


def caller_of(secret: str, now: datetime, game_id: str | None = None) -> Caller:
    """Whose live token it is, read in one statement with what is wanted to be known of them.

    Unauthenticated `bad-token` (mistyped or never given out), `revoked-token` or `expired-token`.
    """
    if not is_well_formed_token(secret):
        raise Unauthenticated("bad-token")
    found = look_up(_CALLER, {"hash": digest(secret), "game_id": game_id})
    if not found:
        raise Unauthenticated("bad-token")
    [[number, account_id, scopes, expires_at, used_at, revoked_at, bot, seen_at, seat]] = found
    if revoked_at:
        raise Unauthenticated("revoked-token")
    if expires_at and expires_at <= now:
        raise Unauthenticated("expired-token")
    used_at = _note_use(number, used_at, now)
    return Caller(number, account_id, tuple(scopes), expires_at, used_at, bot is not None, seen_at, seat is not None)


def _note_use(token_id: int, used_at: datetime | None, now: datetime) -> datetime:
    """Note that the token is used, unless that was noted just now; says when it was."""
    if used_at is not None and not is_use_due(used_at, now):
        return used_at
    with transaction() as current:
        current.also(_USE, {"token_id": token_id, "used_at": now})
    return now


def is_use_due(used_at: datetime, now: datetime) -> bool:
    """Whether it is time to note once more that a token is used."""
    return now - used_at > NOTED_EVERY


def is_sighting_due(caller: Caller, now: datetime) -> bool:
    """Whether it is time to note once more that a bot is there."""
    last = caller.bot_seen_at
    return caller.is_bot and (last is None or now - last >= SIGHTING_NOTED_EVERY)


def note_sighting(account_id: int, now: datetime) -> None:
    """Note that a bot is there; nothing happens for the account of a person."""
    unseen = or_(Bot.last_seen_at.is_(None), Bot.last_seen_at <= now - SIGHTING_NOTED_EVERY)
    with transaction() as current:
        current.execute(update(Bot).where(Bot.account_id == account_id, unseen).values(last_seen_at=now))


def tokens_of(account_id: int, now: datetime) -> Sequence[ApiToken]:
    """The account's live tokens, oldest first."""
    live = ApiToken.revoked_at.is_(None), or_(ApiToken.expires_at.is_(None), ApiToken.expires_at > now)
    found = select(ApiToken).where(ApiToken.account_id == account_id, *live)
    return session().scalars(found.order_by(ApiToken.id)).all()


def revoke_token(account_id: int, token_id: int, now: datetime) -> None:
    """End a token of the account at once, in every process; NotFound if it has no such live token.

    Whoever asks again because the first answer was lost learns that it is over, so by then it is over everywhere, too.
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
    """The token with that number, also one that is over; or NotFound."""
    token = session().get(ApiToken, token_id, populate_existing=True)
    if token is None:
        raise NotFound
    return token


def is_live(token: ApiToken, now: datetime) -> bool:
    """Whether a program gets in by it."""
    return token.revoked_at is None and (token.expires_at is None or token.expires_at > now)
