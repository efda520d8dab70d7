"""Retention of sign-ins, sessions, device requests, footers and measures."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import delete, exists, or_, update

from rules.prose import N_
from service.accounts.addresses import GOOD_FOR
from service.accounts.sessions import IDLE
from service.db.engines import session
from service.jobs.forgetting import drop, forgets, old
from service.models import (
    Account,
    AccountAddress,
    AuthorizationCode,
    BrowserSession,
    DeviceGrant,
    Footer,
    Game,
    GameSeat,
    GameStatus,
    Measure,
    SignIn,
    SignInAsker,
)


@forgets(timedelta(), N_("expired links and codes to sign in, with the browser and network that asked for them"))
def sign_ins(before: datetime, limit: int) -> int:
    """Delete expired sign-ins, with the browsers and networks that asked for them."""
    keys = old(SignIn, limit, SignIn.expires_at <= before)
    session().execute(delete(SignInAsker).where(SignInAsker.sign_in_id.in_([number for (number,) in keys])))
    return drop(SignIn, keys)


# A change may be made on the last day, and undone for as long again.
@forgets(2 * GOOD_FOR, N_("further addresses that nobody confirmed, and changes of address"))
def addresses(before: datetime, limit: int) -> int:
    """Delete further addresses that nobody confirmed, and changes of address that can no longer be undone."""
    is_over = or_(AccountAddress.confirmed_at.is_(None), AccountAddress.replaces.is_not(None))
    return drop(AccountAddress, old(AccountAddress, limit, is_over, AccountAddress.added_at <= before))


@forgets(timedelta(days=1), N_("networks of visitors without a current game"))
def networks(before: datetime, limit: int) -> int:
    """Clear the networks of visitors who have not returned and have no current game."""
    is_back = exists().where(BrowserSession.account_id == Account.id, BrowserSession.last_used_at > before)
    plays = exists().where(
        GameSeat.account_id == Account.id,
        GameSeat.game_id == Game.id,
        Game.status.in_((GameStatus.INVITING, GameStatus.ACTIVE)),
    )
    gone = Account.visitor_since <= before, Account.network.is_not(None), ~is_back, ~plays
    numbers = [number for (number,) in old(Account, limit, *gone)]
    session().execute(update(Account).where(Account.id.in_(numbers)).values(network=None))
    return len(numbers)


@forgets(IDLE, N_("browsers that are signed in but not used"))
def sessions(before: datetime, limit: int) -> int:
    """Delete unused browser sessions, ended or not."""
    return drop(BrowserSession, old(BrowserSession, limit, BrowserSession.last_used_at <= before))


# So that a late terminal learns that its request expired.
@forgets(timedelta(hours=1), N_("expired requests to sign in a device"))
def devices(before: datetime, limit: int) -> int:
    """Delete expired device requests."""
    return drop(DeviceGrant, old(DeviceGrant, limit, DeviceGrant.expires_at <= before))


@forgets(timedelta(days=1), N_("expired permissions for apps"))  # so that a reused code revokes its token
def codes(before: datetime, limit: int) -> int:
    """Delete expired authorization codes."""
    return drop(AuthorizationCode, old(AuthorizationCode, limit, AuthorizationCode.expires_at <= before))


@forgets(timedelta(days=180), N_("fingerprints of email signatures"))
def footers(before: datetime, limit: int) -> int:
    """Delete the hashes of email endings that did not come again."""
    return drop(Footer, old(Footer, limit, Footer.seen_at <= before))


@forgets(timedelta(days=730), N_("measures that the operator took"))
def measures(before: datetime, limit: int) -> int:
    """Delete the log of the operator's measures; they stay in force for their own time."""
    return drop(Measure, old(Measure, limit, Measure.at <= before))
