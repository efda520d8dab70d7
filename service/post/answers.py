"""Answers to mails, and warnings: an account gets so many an hour, whatever is done in its name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from sqlalchemy import select

from rules import Seat
from rules.json_types import Json
from service.core import rates
from service.core.db import session
from service.core.limits import Limit, limit
from service.models import Account, Game, Notice, WorkState
from service.post.kinds import kind_named
from service.post.notices import new_notice

AN_HOUR = timedelta(hours=1)
WARNINGS = limit("warnings")
MOST_BESIDE = 20
"""Mails that one answer tells of besides the one that it answers."""
SILENT_UNTIL = "silent_until"
"""In what an answer tells: the time until which no more like it is sent, for a machine may be writing."""
NOTHING_IS_ANSWERED = "nothing_is_answered"
"""In it, too: whether no answer of its kind is sent until then, and not only none like it."""
BESIDE = "beside"
"""In it, too: what else was written that has no answer of its own."""


class NoRoom(Exception):
    """The account has had as many answers to what anybody can write in its name as an hour may bring."""

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
    """Write an answer to a mail from `account`, in the transaction under way.

    Its address gets as many of that kind as an hour may bring, so that no loop goes on; the last one says until when.
    One more waits until then, and tells of all that are written meanwhile. Answers to what anybody can have written are
    counted apart, and there is no more of these: NoRoom.
    """
    if account.email is None:
        return
    counted = kind_named(kind).counted
    with session().no_autoflush:  # nothing that waits to be written is an answer
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
    game_id = game.id if game else None  # one version has any number of them
    answer = new_notice(kind, account, now, due, data=data, seat=seat, game_id=game_id, forgeable=forgeable)
    session().write([answer])
    session().flush()  # for the next one is to count it


def room_for_one(row: Limit, lately: Sequence[datetime], now: datetime) -> datetime:
    """When there is room for one more, by when those of late are due."""
    most = rates.amount(row)
    return now if most is None or len(lately) < most else max(now, (lately[-most] if most else now) + AN_HOUR)


def next_of(kind: str, account: Account, *, forgeable: bool) -> Notice | None:
    """The notice of that kind that nobody has begun to put into a mail, locked."""
    theirs = Notice.kind == kind, Notice.account_id == account.id, Notice.forgeable.is_(forgeable)
    waiting = select(Notice).where(*theirs, Notice.state == WorkState.QUEUED, Notice.leased_until.is_(None))
    last = waiting.order_by(Notice.due_at.desc()).limit(1).with_for_update(skip_locked=True)
    return session().scalars(last).first()


def warnings(kind: str, account: Account, now: datetime, data: Mapping[str, Json]) -> list[Notice]:
    """What the account's owner has to hear of whether wanted or not, to be written in the transaction under way.

    What comes after as many as an hour may bring is not told: whoever does it so often would fill the inbox.
    """
    has_room = room_for_one(WARNINGS, due_lately(kind, account, now), now) == now
    return [new_notice(kind, account, now, now, data=data)] if account.email is not None and has_room else []


def due_lately(kind: str, account: Account, now: datetime, *, forgeable: bool | None = None) -> Sequence[datetime]:
    """When the notices of that kind are due that the account's address has got within an hour, or is to get."""
    theirs = Notice.account_id == account.id, Notice.email == account.email, Notice.forgeable.is_(forgeable)
    lately = *theirs, Notice.kind == kind, Notice.due_at > now - AN_HOUR
    return session().scalars(select(Notice.due_at).where(*lately).order_by(Notice.due_at)).all()
