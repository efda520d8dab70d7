"""Replay: rate the results of one pool in the order of their ends, with the rules that look at earlier games."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from service.ratings.results import Result
from service.ratings.scale import NEW, Strength, after, rate

MOST_TIMEOUTS, WITHIN = 5, timedelta(days=14)
"""Losses on time of one player that count within a time; the games of further ones count for nobody."""
MOST_TOGETHER, TOGETHER_WITHIN = 10, timedelta(days=7)
"""Games between the same two owners that count within a time."""


@dataclass(frozen=True)
class Standing:
    """The rating of a player after a number of games, the last of which ended at `rated_at`."""

    strength: Strength
    games: int
    rated_at: datetime


@dataclass(frozen=True)
class Change:
    """The change of one seat's rating by a game; `before` includes the growth since the player's last game."""

    player: str
    seat: int
    rank: int
    before: Strength
    after: Strength


@dataclass
class Replay:
    """The state of a pool: standings by player, and the latest games that counted.

    `owners` are the owners of bots, by player: games of an account and those of its bots are counted together. A
    worker that rates a single game fills `standings` with its players, and calls `remember` for their latest games.
    """

    owners: Mapping[str, str] = field(default_factory=dict)
    standings: dict[str, Standing] = field(default_factory=dict)

    def apply(self, result: Result) -> list[Change] | str:
        """Rate a result, or return the code why it counts for nobody; call in order of `finished_at`, then `game_id`."""
        return []

    def remember(self, at: datetime, players: Sequence[str], timed_out: Sequence[str]) -> None:
        """Note a game that counted, for the rules that look at earlier games."""
