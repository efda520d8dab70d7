"""Replay: rate the results of one pool in the order of their ends, with the rule that looks at earlier games."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from statistics import fmean

from rules import Seat
from service.ratings.results import Result
from service.ratings.scale import NEW, Strength, after, rate

MOST_TIMEOUTS, TIMEOUTS_WITHIN = 5, timedelta(days=14)
"""A player's losses on time that count within a time; the games of further ones count for nobody."""


@dataclass(frozen=True)
class PlayerRating:
    """The rating of a player after some games, the last of which was over at `rated_at`."""

    strength: Strength
    games: int
    rated_at: datetime


@dataclass(frozen=True)
class SeatChange:
    """The change of a rating by one seat of a game; `before` has grown since the player's last game."""

    player: str
    seat: Seat
    rank: int
    before: Strength
    after: Strength


@dataclass
class Replay:
    """The state of a pool: the standings of its players, and when they lost on time in games that counted.

    To rate a single game, fill both with what is known of its players.
    """

    standings: dict[str, PlayerRating] = field(default_factory=dict)
    timeouts: defaultdict[str, list[datetime]] = field(default_factory=lambda: defaultdict(list))

    def apply(self, result: Result) -> list[SeatChange] | str:
        """Rate a game, or return the code why it counts for nobody; call it in the order of (finished_at, game_id)."""
        since = result.finished_at - TIMEOUTS_WITHIN
        recent = {player: [at for at in self.timeouts[player] if at > since] for player in result.timed_out}
        if any(len(times) >= MOST_TIMEOUTS for times in recent.values()):
            return "vanished"
        self.timeouts |= {player: [*times, result.finished_at] for player, times in recent.items()}
        before = [self.strength(player, result.finished_at) for player in result.players]
        rated = defaultdict[str, list[Strength]](list)
        for player, strength in zip(result.players, rate(before, result.ranks), strict=True):
            rated[player].append(strength)
        for player, strengths in rated.items():
            games = self.standings[player].games if player in self.standings else 0
            self.standings[player] = PlayerRating(_mean(strengths), games + 1, result.finished_at)
        return [
            SeatChange(player, seat, result.ranks[seat], before[seat], self.standings[player].strength)
            for seat, player in enumerate(result.players)
        ]

    def strength(self, player: str, now: datetime) -> Strength:
        """Return the strength of a player at a time: it becomes less certain without games."""
        known = self.standings.get(player)
        return NEW if known is None else after(known.strength, now - known.rated_at)


def _mean(strengths: Sequence[Strength]) -> Strength:
    """Return the mean of a level of the computer that had several seats."""
    return Strength(fmean(each.mean for each in strengths), fmean(each.deviation for each in strengths))
