"""The event log: number committed events, so that readers see them in the order of commits."""

from __future__ import annotations

from service.jobs.events import BATCH, number_events

NAME = "sundial.events"
EVERY = 5.0


def run() -> bool:
    """Assign numbers to a batch of events."""
    return number_events() == BATCH
