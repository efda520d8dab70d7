"""Outages of ours: what passes while the schedule is not kept is not to cost anybody a game.

Nothing notes when one begins, so it is measured by the heartbeat: from the last one to the first that comes again.
"""

from __future__ import annotations

from datetime import datetime

from service.core.clock import lead
from service.core.db import transaction
from service.play.extensions import extend_deadlines, extend_fast
from service.work.heartbeats import NOTICED, NOTICED_FAST, note_heartbeat
from service.work.holds import is_held


def keep_schedule(now: datetime) -> None:
    """Note that the schedule is kept; after an outage, all deadlines are later by its length, once.

    After one of a minute, those of fast clocks alone.

    Not while everything is held, whose end gives the same time; nor in a sandbox whose clock was moved.
    """
    with transaction():
        gap = note_heartbeat(now)
        if gap < NOTICED_FAST or lead() or is_held():
            return
        if gap >= NOTICED:
            extend_deadlines(gap, now)
        else:
            extend_fast(gap, now)
