"""Names of Celery tasks, and the queues that carry their hints and sweeps."""

from __future__ import annotations

NOTICES = "sundial.notices"
OPPONENTS = "sundial.opponents"
ANALYSES = "sundial.analyses"
CLOCKS = "sundial.clocks"
INBOUND = "sundial.inbound"
WEBHOOKS = "sundial.webhooks"
PUSH = "sundial.push"
DEPARTURES = "sundial.departures"
PLANS = "sundial.plans"
HELD_MOVES = "sundial.held-moves"
BOT_CHALLENGES = "sundial.bot-challenges"
TOURNAMENTS = "sundial.tournaments"

QUEUES = {
    WEBHOOKS: {"queue": "webhooks"},
    PUSH: {"queue": "webhooks"},
    NOTICES: {"queue": "mails"},
    OPPONENTS: {"queue": "thoughts"},
    ANALYSES: {"queue": "thoughts"},
}
"""Slow tasks have workers of their own: a receiver or mail server delays no move, and a search no email or deadline."""
USUAL = {"queue": "celery"}
"""The queue of everything else, by Celery's default name."""


def queue_of(task: str) -> str:
    """Return the name of a task's queue."""
    return QUEUES.get(task, USUAL)["queue"]
