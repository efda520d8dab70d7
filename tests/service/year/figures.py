"""Counts of what happened in a simulation."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Figures:
    """The counts of events."""

    games: int = 0
    moves: int = 0
    turns_of_machines: int = 0
    plans: int = 0
    takebacks: int = 0
    vacations: int = 0
    pauses: int = 0
    outages: int = 0
    banks: int = 0
    fast_clocks: int = 0
    returns: int = 0
    substitutes: int = 0
