"""Moderation: measures of the operator against accounts, each with a logged reason."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import delete, select, update

from service.accounts.accounts import change, ids_of_person, person_behind
from service.accounts.revocations import revoke_callers
from service.accounts.sessions import end_sessions
from service.db.clock import time_json
from service.db.engines import session, transaction
from service.language import texts
from service.language.errors import Forbidden
from service.models import (
    LONGEST_REASON,
    Account,
    ApiToken,
    AuthorizationCode,
    DeviceGrant,
    Measure,
    MeasureTaken,
)


def mute(account: Account, until: datetime, because: str, now: datetime) -> Measure:
    """Mute a person and their bots until that time; a time in the past unmutes them."""
    with transaction():
        account.silenced_until = until if until > now else None
        what = MeasureTaken.MUTE if until > now else MeasureTaken.UNMUTE
        return _noted(account, what, because, now, account.silenced_until)


def rename(account: Account, name: str, because: str, now: datetime) -> Measure:
    """Rename an account; errors as `accounts.change`."""
    with transaction():
        return _noted(change(account.id, name=name), MeasureTaken.RENAME, because, now)


def suspend(account: Account, because: str, now: datetime) -> Measure:
    """Suspend an account and its bots: revoke all sessions and tokens, in every process at once.

    Current games can be finished by links in emails, or end on time; nothing else is possible.
    """
    with transaction() as current:
        account.suspended_at = account.suspended_at or now
        ids = current.scalars(ids_of_person(account.id)).all()
        revoke_callers(ids)
        live = ApiToken.account_id.in_(ids), ApiToken.revoked_at.is_(None)
        current.execute(update(ApiToken).where(*live).values(revoked_at=now))
        for kind in (AuthorizationCode, DeviceGrant):
            current.execute(delete(kind).where(kind.account_id.in_(ids)))
        end_sessions(account.id, now)
        return _noted(account, MeasureTaken.SUSPEND, because, now)


def restore(account: Account, because: str, now: datetime) -> Measure:
    """Restore a suspended account: its owner can sign in and make new tokens."""
    with transaction():
        account.suspended_at = None
        return _noted(account, MeasureTaken.RESTORE, because, now)


def measures(limit: int) -> Sequence[Measure]:
    """List measures, the latest first."""
    return session().scalars(select(Measure).order_by(Measure.id.desc()).limit(limit)).all()


def check_open(account: Account) -> None:
    """Raise Forbidden `suspended` if the operator suspended the account or its owner."""
    if person_behind(account).suspended_at is not None:
        raise Forbidden("suspended")


def check_may_speak(account: Account, now: datetime) -> None:
    """Raise Forbidden `silenced`, with `until`, or `suspended`, if the account may not write messages."""
    check_open(account)
    until = person_behind(account).silenced_until
    if until is not None and until > now:
        raise Forbidden("silenced", until=time_json(until))


def _noted(account: Account, what: MeasureTaken, because: str, now: datetime, until: datetime | None = None) -> Measure:
    reason = texts.message(because, LONGEST_REASON)
    measure = Measure(account=account, account_id=account.id, what=what, because=reason, until=until, at=now)
    session().add(measure)
    return measure
