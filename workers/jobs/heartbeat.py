"""A sign of life: nobody hints at this job, so it runs only while `beat`, Redis and a worker do what they should."""

from __future__ import annotations

from service.core import clock
from service.play.extensions import keep_schedule

NAME = "sundial.heartbeat"
EVERY = 10.0


def run() -> bool:
    """Note that the schedule was kept, and make up for the time in which it was not."""
    keep_schedule(clock.now())
    return False
