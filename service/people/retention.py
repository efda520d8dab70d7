"""What is kept of signing in, and for how long."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import delete, exists, update

from service.core.db import session
from service.models import (
    Account,
    AuthorizationCode,
    BrowserSession,
    DeviceGrant,
    Game,
    GameSeat,
    GameStatus,
    Measure,
    SignIn,
    SignInAsker,
)
from service.people.sessions import IDLE
from service.work.forgetting import drop, forgets, old


@forgets(after=timedelta())
def sign_ins(before: datetime, limit: int) -> int:
    """Sign-ins, with who asked for them, once their time is over."""
    keys = old(SignIn, limit, SignIn.expires_at <= before)
    session().execute(delete(SignInAsker).where(SignInAsker.sign_in_id.in_([number for (number,) in keys])))
    return drop(SignIn, keys)


@forgets(after=timedelta(days=1))
def networks(before: datetime, limit: int) -> int:
    """Networks of visitors who have not been back and have no game under way."""
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


@forgets(after=IDLE)
def sessions(before: datetime, limit: int) -> int:
    """Sessions of browsers, ended or not, that were not used."""
    return drop(BrowserSession, old(BrowserSession, limit, BrowserSession.last_used_at <= before))


@forgets(after=timedelta(hours=1))  # a terminal that comes late hears that it is
def devices(before: datetime, limit: int) -> int:
    """What terminals waited for, some time after their codes were good."""
    return drop(DeviceGrant, old(DeviceGrant, limit, DeviceGrant.expires_at <= before))


@forgets(after=timedelta(days=1))  # a code that comes twice ends the token that it gave
def codes(before: datetime, limit: int) -> int:
    """Codes that apps were led back with, some time after they were good."""
    return drop(AuthorizationCode, old(AuthorizationCode, limit, AuthorizationCode.expires_at <= before))


@forgets(after=timedelta(days=730))
def measures(before: datetime, limit: int) -> int:
    """What the operator has done about somebody; it is in force as long as it was meant to be."""
    return drop(Measure, old(Measure, limit, Measure.at <= before))
