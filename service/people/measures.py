"""What the operator does about somebody: each with its reason, which stays in a log."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import delete, or_, select, update

from service.core import texts
from service.core.clock import time_json
from service.core.db import session, transaction
from service.core.errors import Forbidden
from service.models import (
    LONGEST_REASON,
    Account,
    ApiToken,
    AuthorizationCode,
    DeviceGrant,
    Measure,
    MeasureTaken,
)
from service.people.accounts import change, person_behind
from service.people.revocations import revoke_callers
from service.people.sessions import end_sessions


def mute(account: Account, until: datetime, because: str, now: datetime) -> Measure:
    """Let a person, and their bots, say nothing at tables until then; in the past it ends a silence."""
    with transaction():
        account.silenced_until = until if until > now else None
        what = MeasureTaken.MUTE if until > now else MeasureTaken.UNMUTE
        return _noted(account, what, because, now, account.silenced_until)


def rename(account: Account, name: str, because: str, now: datetime) -> Measure:
    """Call somebody otherwise; refused as `accounts.change`."""
    with transaction():
        return _noted(change(account.id, name=name), MeasureTaken.RENAME, because, now)


def suspend(account: Account, because: str, now: datetime) -> Measure:
    """Close an account and those of its bots: all that has signed them in ends, in every process at once.

    Games under way can be finished by the links in their mails, or end by time; nothing else can be done.
    """
    with transaction() as current:
        account.suspended_at = account.suspended_at or now
        ids = [
            *current.scalars(select(Account.id).where(or_(Account.id == account.id, Account.owner_id == account.id)))
        ]
        revoke_callers(ids)
        live = ApiToken.account_id.in_(ids), ApiToken.revoked_at.is_(None)
        current.execute(update(ApiToken).where(*live).values(revoked_at=now))
        for kind in (AuthorizationCode, DeviceGrant):
            current.execute(delete(kind).where(kind.account_id.in_(ids)))
        end_sessions(account.id, now)
        return _noted(account, MeasureTaken.SUSPEND, because, now)


def restore(account: Account, because: str, now: datetime) -> Measure:
    """Open an account again: its owner can sign in, and make new tokens."""
    with transaction():
        account.suspended_at = None
        return _noted(account, MeasureTaken.RESTORE, because, now)


def measures(limit: int) -> Sequence[Measure]:
    """What was done last, the latest first."""
    return session().scalars(select(Measure).order_by(Measure.id.desc()).limit(limit)).all()


def check_open(account: Account) -> None:
    """Forbidden `suspended` if the operator has closed the account, or that of the bot's owner."""
    if person_behind(account).suspended_at is not None:
        raise Forbidden("suspended")


def check_may_speak(account: Account, now: datetime) -> None:
    """Forbidden `silenced`, with `until`, or `suspended`."""
    check_open(account)
    until = person_behind(account).silenced_until
    if until is not None and until > now:
        raise Forbidden("silenced", until=time_json(until))


def _noted(account: Account, what: MeasureTaken, because: str, now: datetime, until: datetime | None = None) -> Measure:
    reason = texts.message(because, LONGEST_REASON)
    measure = Measure(account=account, account_id=account.id, what=what, because=reason, until=until, at=now)
    session().add(measure)
    return measure
