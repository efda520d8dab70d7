"""Results: what a finished game says about its players' strengths, read from the members of its record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import rules
from rules import CHANCE

LEAST_MOVES = 2
"""Moves for each player without which a game that was not played to its end counts for nobody."""


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


def pool_of(ruleset: str, options: Mapping[str, str]) -> str | None:
    """Return the pool in which games with these options are rated; None if they are never rated.

    Each choice of options is a pool of its own; the usual one has the name of the ruleset alone.
    """
    game = rules.game(ruleset)
    if game.cooperative:
        return None
    unusual = [options[name] for name, option in game.options.items() if options.get(name, option.default) != option.default]
    return ":".join([ruleset, *unusual])


def is_rated_as_match(ruleset: str) -> bool:
    """Return whether only a match says who is better, because the sides of a single game play different parts."""
    return bool(rules.game(ruleset).sides)


def result_of(record: Mapping[str, Any]) -> Result | str:
    """Return the result of a finished game from the members of its record, or the code why it counts for nobody."""
    return "not-rated"
