"""What is in whole tables is counted, for /metrics."""

from __future__ import annotations

from service.metrics.totals import count_totals

NAME = "sundial.totals"
EVERY = 3600.0


def run() -> bool:
    """Count all of it."""
    count_totals()
    return False
