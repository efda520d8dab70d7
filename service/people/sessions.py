"""Sessions of browsers: begun by signing in, known by a secret in a cookie, ended one by one or all at once."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlalchemy import Select, bindparam, select, update
from sqlalchemy.orm.attributes import set_committed_value

from service.core.browsers import Device
from service.core.db import session, transaction
from service.core.errors import NotFound
from service.core.keys import digest, new_secret
from service.models import Account, BrowserSession
from service.people.facts import NewDeviceSignedIn
from service.work.facts import tell

LASTS = timedelta(days=180)
"""After so long, everybody signs in anew."""
IDLE = timedelta(days=90)
"""A session that was not used for so long is over, and forgotten."""
NOTED_EVERY = timedelta(minutes=5)
"""How exact `last_used_at` is: not every request writes."""

_IS_LIVE = (
    BrowserSession.ended_at.is_(None),
    BrowserSession.created_at > bindparam("begun_after"),
    BrowserSession.last_used_at > bindparam("used_after"),
)
_LIVE: Select[BrowserSession] = select(BrowserSession).where(*_IS_LIVE)


_OF_SECRET = (
    select(BrowserSession, Account)
    .join(Account, BrowserSession.account_id == Account.id)
    .where(*_IS_LIVE, BrowserSession.hash == bindparam("hash"))
    .execution_options(populate_existing=True)
)


def begin_session(account: Account, device: Device, now: datetime) -> str:
    """Begin a session; says the secret that its browser keeps. Its owner is told by mail if the device is new.

    The first one ever tells them nothing: nobody else can have been there before.
    """
    secret = new_secret()
    before = select(BrowserSession).where(BrowserSession.account_id == account.id)
    known = set(map(device_in, session().scalars(before)))
    begun = BrowserSession(
        account_id=account.id,
        hash=digest(secret),
        browser=device.browser,
        system=device.system,
        network=device.network,
        created_at=now,
        last_used_at=now,
    )
    with transaction() as current:
        current.add(begun)
        current.flush()
        if known and device not in known:
            tell(NewDeviceSignedIn(account, begun, now))
    return secret


def session_of(secret: str, now: datetime) -> BrowserSession | None:
    """The session with that secret, or None if it is over."""
    rows = session().execute(_OF_SECRET, {"hash": digest(secret), **_borders(now)}).all()
    if not rows:
        return None
    found: BrowserSession = rows[0][0]
    set_committed_value(found, "account", rows[0][1])
    return found


def note_use(found: BrowserSession, device: Device, now: datetime) -> None:
    """Note where and when a session is used, unless that was noted just now."""
    if now - found.last_used_at > NOTED_EVERY:
        with transaction():
            found.last_used_at, found.network = now, device.network
            found.browser, found.system = device.browser, device.system


def sessions_of(account_id: int, now: datetime) -> Sequence[BrowserSession]:
    """The sessions of an account that are not over, the one that was used last first."""
    mine = _LIVE.where(BrowserSession.account_id == account_id)
    newest_first = mine.order_by(BrowserSession.last_used_at.desc(), BrowserSession.id.desc())
    return session().scalars(newest_first, _borders(now)).all()


def session_numbered(session_id: int) -> BrowserSession:
    """The session with that number, also one that is over; NotFound once it is forgotten."""
    found = session().get(BrowserSession, session_id, populate_existing=True)
    if found is None:
        raise NotFound
    return found


def is_over(found: BrowserSession, now: datetime) -> bool:
    """Whether nobody is signed in by it any more."""
    is_old = found.created_at <= now - LASTS or found.last_used_at <= now - IDLE
    return found.ended_at is not None or is_old


def end_session(account_id: int, session_id: int, now: datetime) -> None:
    """End a session of the account at once, doing it twice is doing it once; NotFound if it has no such session."""
    with transaction():
        found = session_numbered(session_id)
        if found.account_id != account_id:
            raise NotFound
        found.ended_at = found.ended_at or now


def end_sessions(account_id: int, now: datetime, *, besides: int | None = None) -> None:
    """Sign the account out of every browser, or of every other one."""
    theirs = BrowserSession.account_id == account_id, BrowserSession.ended_at.is_(None), BrowserSession.id != besides
    with transaction() as current:
        current.execute(update(BrowserSession).where(*theirs).values(ended_at=now))


def device_in(found: BrowserSession) -> Device:
    """Where a session was used last."""
    return Device(found.browser, found.system, found.network)


def _borders(now: datetime) -> dict[str, datetime]:
    """What `_LIVE` is to be told."""
    return {"begun_after": now - LASTS, "used_after": now - IDLE}
