"""Games whose public beacon stays away: for `sundial status` and `sundial doctor`."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import Connection, select
from sqlalchemy.orm import Session

from service.core.beacon.chain import Promise
from service.models import BeaconWait, Game, WorkState

LATE = timedelta(minutes=1)
"""After which a round that is not there is more than a clock that differs."""


@dataclass(frozen=True)
class BeaconsAwaited:
    """How many games wait for a round that should be out, since when the oldest of them does, and why."""

    games: int
    since: datetime | None
    trouble: str | None

    @property
    def complaint(self) -> str | None:
        """What is wrong, in a sentence; None if nothing is."""
        if self.since is None:
            return None
        return (
            f"{self.games} games wait for a public beacon, the oldest since {self.since:%Y-%m-%d %H:%M} UTC "
            f"({self.trouble}): look at BEACON_URL."
        )


def beacons_awaited(database: Connection | Session, now: datetime) -> BeaconsAwaited:
    """The games whose round could not be had so far."""
    missed = BeaconWait.state == WorkState.QUEUED, BeaconWait.trouble.is_not(None)
    rows = database.execute(select(Game.beacon, BeaconWait.trouble).join(BeaconWait).where(*missed)).all()
    late = [(promise.at, trouble) for kept, trouble in rows if kept and (promise := Promise.read(kept)).at < now - LATE]
    if not late:
        return BeaconsAwaited(0, None, None)
    return BeaconsAwaited(len(late), *min(late))
