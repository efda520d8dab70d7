"""The tasks that are hinted at, by name, and the queues in which hints and sweeps wait for workers."""

from __future__ import annotations

NOTICES = "sundial.notices"
OPPONENTS = "sundial.opponents"
ANALYSES = "sundial.analyses"
CLOCKS = "sundial.clocks"
INBOUND = "sundial.inbound"
WEBHOOKS = "sundial.webhooks"
DEPARTURES = "sundial.departures"
PLANS = "sundial.plans"
SEEKS = "sundial.seeks"

QUEUES = {
    WEBHOOKS: {"queue": "webhooks"},
    NOTICES: {"queue": "mails"},
    OPPONENTS: {"queue": "thoughts"},
    ANALYSES: {"queue": "thoughts"},
}
"""What is slow has workers of its own: no receiver or mail server holds up a move, no thought a mail or a deadline."""
USUAL = {"queue": "celery"}
"""Where everything else waits, by Celery's own name for it."""


def queue_of(task: str) -> str:
    """The name of the queue in which a task waits."""
    return QUEUES.get(task, USUAL)["queue"]
