"""The end of the hold after a restore: clocks run again, and what has waited goes out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func, select

from service.core.db import session, transaction
from service.models import Notice, WorkState
from service.play.extensions import extend_deadlines
from service.work import queues, wake
from service.work.heartbeats import forget_heartbeat
from service.work.holds import HELD, held


@dataclass(frozen=True)
class Released:
    """Since when it was held, and how much is due now, by kind of mail or of other work."""

    held_since: datetime
    due: Mapping[str, int]


def release(now: datetime) -> Released | None:
    """Let everything go on; None if nothing was held. Turns under way get the time that it was held for."""
    with transaction():
        restoration = held()
        if restoration is None:
            return None
        extend_deadlines(now - restoration.restored_at, now)
        restoration.released_at = now
        forget_heartbeat()  # what was before is made up for
        due = waiting(now)
        for name in (queues.NOTICES, queues.WEBHOOKS, queues.OPPONENTS, queues.CLOCKS):
            wake.wake(name)
    return Released(restoration.restored_at, due)


def waiting(now: datetime) -> dict[str, int]:
    """How much of what is held is due by then: mails by their kinds, everything else by its table."""
    queued = Notice.state == WorkState.QUEUED, Notice.due_at <= now
    by_kind = select(Notice.kind, func.count()).where(*queued).group_by(Notice.kind)
    counted: dict[str, int] = dict(session().execute(by_kind).all())
    for kind in HELD:
        if kind is not Notice:
            due = select(func.count()).where(kind.state == WorkState.QUEUED, kind.due_at <= now)
            counted[kind.__tablename__.replace("_", " ")] = session().scalar(due) or 0
    return {kind: count for kind, count in sorted(counted.items()) if count}
