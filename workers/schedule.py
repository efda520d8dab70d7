"""What beat sends, and how often: the sweep of each job."""

from __future__ import annotations

from workers.jobs import jobs


def schedule() -> dict[str, dict[str, object]]:
    """Celery's schedule: an entry for each job, by its name."""
    return {job.NAME: {"task": job.NAME, "schedule": job.EVERY} for job in jobs()}
