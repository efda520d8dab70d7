"""What somebody may tell others of a puzzle: how far it went, stage by stage, and nothing of the way."""

from __future__ import annotations

from datetime import date

PERFECT, STAGE = 27, 9
BLOOMS = ("🌱", "🌼", "🌷")
"""A flower for each stage."""
MISSING = "▫️"


def shared_result(day: date, flowers: int, link: str) -> str:
    """The result in five short lines, to be pasted anywhere."""
    rows = [_row(bloom, flowers - stage * STAGE) for stage, bloom in enumerate(BLOOMS)]
    return "\n".join([f"Sundial {day.isoformat()} · {flowers}/{PERFECT}", *rows, link])


def _row(bloom: str, flowers: int) -> str:
    placed = max(0, min(STAGE, flowers))
    return bloom * placed + MISSING * (STAGE - placed)
