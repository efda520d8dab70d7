"""Replies to emails, and security warnings, limited for each account and hour, also against forged emails."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from sqlalchemy import select

from rules import Seat
from rules.json_types import Json
from service.config.limits import Limit, limit
from service.db.engines import session
from service.models import Account, Game, Notice, WorkState
from service.notifications.kinds import kind_named
from service.notifications.notices import new_notice
from service.security import rates

AN_HOUR = timedelta(hours=1)
WARNINGS = limit("warnings")
MOST_BESIDE = 20
"""The most other emails that one reply mentions."""
SILENT_UNTIL = "silent_until"
"""A key of a reply's data: the time until which no similar reply is sent, because its sender may be a machine."""
NOTHING_IS_ANSWERED = "nothing_is_answered"
"""A key of a reply's data: whether no reply of its kind, and not just no similar one, is sent until then."""
BESIDE = "beside"
"""A key of a reply's data: other emails that get no reply of their own."""


class NoRoom(Exception):
    """The account has used up its hourly replies to emails that anybody can have forged."""

    def __init__(self, account: Account, told: Mapping[str, Json]) -> None:
        super().__init__()
        self.account, self.wrote = account, str(told.get("wrote", ""))


def write_answer(
    kind: str,
    account: Account,
    now: datetime,
    data: Mapping[str, Json],
    game: Game | None = None,
    seat: Seat | None = None,
    *,
    forgeable: bool = False,
) -> None:
    """Write a reply to an email from `account`, in the current transaction.

    Each kind of reply has an hourly limit, so that no mail loop goes on; the last reply within it says until when. One
    more reply waits until then and covers all further emails. Replies to emails that may be forged are counted apart,
    and end at the limit: NoRoom.
    """
    if account.email is None:
        return
    counted = kind_named(kind).counted
    with session().no_autoflush:  # pending writes do not include replies
        lately = due_lately(kind, account, now, forgeable=forgeable)
    due = room_for_one(counted, lately, now)
    waiting = next_of(kind, account, forgeable=forgeable) if due > now else None
    if due > now and forgeable:
        raise NoRoom(account, data)
    if waiting is not None:
        beside = [*waiting.data.get(BESIDE, []), data.get("wrote", "")]
        waiting.data = {**waiting.data, BESIDE: beside[-MOST_BESIDE:]}
        return
    if (again := room_for_one(counted, [*lately, due], due)) > due:
        data = {**data, SILENT_UNTIL: again.isoformat(), NOTHING_IS_ANSWERED: True}
    game_id = game.id if game else None  # without a version, so that there can be any number
    answer = new_notice(kind, account, now, due, data=data, seat=seat, game_id=game_id, forgeable=forgeable)
    session().write([answer])
    session().flush()  # so that the next reply counts it


def room_for_one(row: Limit, lately: Sequence[datetime], now: datetime) -> datetime:
    """Return when there is room for one more, given the due times of recent ones."""
    most = rates.amount(row)
    return now if most is None or len(lately) < most else max(now, (lately[-most] if most else now) + AN_HOUR)


def next_of(kind: str, account: Account, *, forgeable: bool) -> Notice | None:
    """Lock the unclaimed notice of that kind with the latest due time, if there is one."""
    theirs = Notice.kind == kind, Notice.account_id == account.id, Notice.forgeable.is_(forgeable)
    waiting = select(Notice).where(*theirs, Notice.state == WorkState.QUEUED, Notice.leased_until.is_(None))
    last = waiting.order_by(Notice.due_at.desc()).limit(1).with_for_update(skip_locked=True)
    return session().scalars(last).first()


def warnings(kind: str, account: Account, now: datetime, data: Mapping[str, Json]) -> list[Notice]:
    """Build the security warning to an account, which cannot be switched off, for the current transaction.

    Beyond the hourly limit it is dropped, so that an attacker cannot fill the inbox.
    """
    has_room = room_for_one(WARNINGS, due_lately(kind, account, now), now) == now
    return [new_notice(kind, account, now, now, data=data)] if account.email is not None and has_room else []


def due_lately(kind: str, account: Account, now: datetime, *, forgeable: bool | None = None) -> Sequence[datetime]:
    """List the due times of the account's notices of a kind, within the last hour and in the future."""
    theirs = Notice.account_id == account.id, Notice.email == account.email, Notice.forgeable.is_(forgeable)
    lately = *theirs, Notice.kind == kind, Notice.due_at > now - AN_HOUR
    return session().scalars(select(Notice.due_at).where(*lately).order_by(Notice.due_at)).all()
