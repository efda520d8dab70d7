"""Browser sessions: begun by signing in, known by a secret in a cookie, ended one by one or all at once."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlalchemy import Select, bindparam, select, update
from sqlalchemy.orm.attributes import set_committed_value

from service.accounts.facts import NewDeviceSignedIn
from service.db.engines import session, transaction
from service.http.browsers import Device
from service.jobs.facts import tell
from service.language.errors import NotFound, or_not_found
from service.models import Account, BrowserSession
from service.security.keys import digest, new_secret

LASTS = timedelta(days=180)
"""The lifetime of a session."""
IDLE = timedelta(days=90)
"""The time without use after which a session ends and is deleted."""
NOTED_EVERY = timedelta(minutes=5)
"""The precision of `last_used_at`, so that not every request writes."""

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
    """Begin a session and return the secret of its cookie. Its owner gets an email if the device is new.

    The account's first session sends none: nobody else can have been there before.
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
    """Find the live session with that secret, or return None."""
    rows = session().execute(_OF_SECRET, {"hash": digest(secret), **_borders(now)}).all()
    if not rows:
        return None
    found: BrowserSession = rows[0][0]
    set_committed_value(found, "account", rows[0][1])
    return found


def note_use(found: BrowserSession, device: Device, now: datetime) -> None:
    """Record time and device of a session's use, unless recorded recently."""
    if now - found.last_used_at > NOTED_EVERY:
        with transaction():
            found.last_used_at, found.network = now, device.network
            found.browser, found.system = device.browser, device.system


def sessions_of(account_id: int, now: datetime) -> Sequence[BrowserSession]:
    """List the live sessions of an account, the last used first."""
    mine = _LIVE.where(BrowserSession.account_id == account_id)
    newest_first = mine.order_by(BrowserSession.last_used_at.desc(), BrowserSession.id.desc())
    return session().scalars(newest_first, _borders(now)).all()


def session_numbered(session_id: int) -> BrowserSession:
    """Load a session by number, live or not; NotFound once it is deleted."""
    return or_not_found(session().get(BrowserSession, session_id, populate_existing=True))


def is_over(found: BrowserSession, now: datetime) -> bool:
    """Check whether a session is ended or expired."""
    is_old = found.created_at <= now - LASTS or found.last_used_at <= now - IDLE
    return found.ended_at is not None or is_old


def end_session(account_id: int, session_id: int, now: datetime) -> None:
    """End a session of the account at once; idempotent. NotFound if it is not the account's."""
    with transaction():
        found = session_numbered(session_id)
        if found.account_id != account_id:
            raise NotFound
        found.ended_at = found.ended_at or now


def end_sessions(account_id: int, now: datetime, *, besides: int | None = None) -> None:
    """End all sessions of an account, except `besides`."""
    theirs = BrowserSession.account_id == account_id, BrowserSession.ended_at.is_(None), BrowserSession.id != besides
    with transaction() as current:
        current.execute(update(BrowserSession).where(*theirs).values(ended_at=now))


def device_in(found: BrowserSession) -> Device:
    """Return the device of a session's last use."""
    return Device(found.browser, found.system, found.network)


def _borders(now: datetime) -> dict[str, datetime]:
    """Build the parameters of `_LIVE`."""
    return {"begun_after": now - LASTS, "used_after": now - IDLE}
