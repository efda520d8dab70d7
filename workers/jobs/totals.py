"""Totals: count whole tables for /metrics."""

from __future__ import annotations

from service.metrics.totals import count_totals

NAME = "sundial.totals"
EVERY = 3600.0


def run() -> bool:
    """Count all tables."""
    count_totals()
    return False
