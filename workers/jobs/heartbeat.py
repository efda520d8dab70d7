"""Heartbeat: without hints, this job runs only while `beat`, Redis and a worker are working."""

from __future__ import annotations

from service.db import clock
from service.play.downtime_credit import keep_schedule

NAME = "sundial.heartbeat"
EVERY = 10.0


def run() -> bool:
    """Record a heartbeat, and extend deadlines after an outage."""
    keep_schedule(clock.now())
    return False
