"""Notices written by what people do, sent by workers that are killed to a server that fails, until none waits."""

from __future__ import annotations

from datetime import datetime, timedelta
from random import Random

from sqlalchemy import select

from service.bare_app import serving
from service.core.config import Config
from service.core.db import session
from service.models import Envelope, Notice, WorkState
from service.people.sign_in import request_sign_in
from service.people.sign_in_askers import Asker
from service.post.digests import FEWEST, PATIENCE
from tests.service.conftest import FakeClock
from tests.service.tables import Table, table
from tests.workers.faults.crew import Crew, crew
from tests.workers.faults.figures import Figures, figures
from tests.workers.faults.server import FaultyServer

OF_A_TABLE = 5
"""Notices: the invitation, the first turn, the turn after a move that is played while mails are under way, and two
reminders, one for each turn."""
NOTICES_FOR_A_TABLE = 15
"""One table for so many notices; the others are written by people who want to sign in."""
TABLES_OF_A_HOST = FEWEST
"""So many games of one player that are due at once make one mail, once one of them has waited."""
JUST_AFTER = timedelta(seconds=1)


def undergo(settings: Config, server: FaultyServer, notices: int) -> Figures:
    """Write so many notices and see them through, with what follows; `settings` name the server as where mail goes."""
    clock = FakeClock()
    with serving(settings, clock), crew(settings, Random(server.plan.seed), server.faults.total) as workers:
        tables = write(notices, clock())
        clock.time += PATIENCE
        workers.drain(clock())
        for each in tables:
            each.play_anything()  # turns are over by now whose mail is still to be sent again
        see_through(workers, clock)
        return figures(server, workers.killed)


def write(notices: int, now: datetime) -> list[Table]:
    """Set up tables and ask for sign-ins, so that there will be that many notices after a move at each table."""
    numbers = range(notices // NOTICES_FOR_A_TABLE)
    tables = [table(f"ada{number // TABLES_OF_A_HOST}", f"bob{number}") for number in numbers]
    for number in range(notices - OF_A_TABLE * len(tables)):
        request_sign_in(f"reader{number}@example.net", Asker("192.0.2.1"), now)
    return tables


def see_through(workers: Crew, clock: FakeClock) -> None:
    """Let them work, and time pass whenever they have nothing to do, until nothing is left to be done."""
    workers.drain(clock())
    while (time := next_due()) is not None:
        clock.time = max(clock.time, time)
        workers.drain(clock())


def next_due() -> datetime | None:
    """When there may be something to do again: a pause is over by then, or the lease of a worker that was killed."""
    session().rollback()
    return min((time + JUST_AFTER for kind in (Notice, Envelope) for time in _times(kind)), default=None)


def _times(kind: type[Notice | Envelope]) -> list[datetime]:
    waiting = select(kind.due_at, kind.leased_until).where(kind.state == WorkState.QUEUED)
    return [max(due, leased or due) for due, leased in session().execute(waiting)]
