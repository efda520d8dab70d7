"""The event log: numbers for events that have committed, so that readers see them in that order."""

from __future__ import annotations

from service.work.events import BATCH, number_events

NAME = "sundial.events"
EVERY = 5.0


def run() -> bool:
    """Number a batch."""
    return number_events() == BATCH
