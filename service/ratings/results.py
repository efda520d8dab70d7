"""Results: what a finished game says about its players' strengths, read from the members of its record."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import rules
from rules import CHANCE, Seat
from service.models import EndedBy

LEAST_MOVES = 2
"""Moves for each player on average, without which a game counts only if it was played to its end."""


@dataclass(frozen=True)
class Result:
    """The result of a game that counts. A player is `account:<handle>` or `level:<n>`; the lists are in order of seats.

    Ranks count from 1, and equal ones are ties. `timed_out` are the accounts that ran out of time.
    """

    game_id: str
    pool: str
    finished_at: datetime
    players: tuple[str, ...]
    ranks: tuple[int, ...]
    timed_out: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Holder:
    """The player who had a seat at first; `left_at` is when they left it, in seconds since 1970."""

    seat: Seat
    player: str
    is_program: bool
    left_at: float | None
    has_timed_out: bool


def pool_of(ruleset: str, options: Mapping[str, str]) -> str | None:
    """Stub."""
    del options
    return None if ruleset == "springtime-puzzle" else ruleset
