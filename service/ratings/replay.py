"""Replay: rate the results of one pool in the order of their ends, with the rules that look at earlier games."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import combinations
from statistics import fmean

from rules import Seat
from service.ratings.results import Result
from service.ratings.scale import NEW, Strength, after, rate

MOST_TIMEOUTS, TIMEOUTS_WITHIN = 5, timedelta(days=14)
"""A player's losses on time that count within a time; the games of further ones count for nobody."""
MOST_TOGETHER, TOGETHER_WITHIN = 10, timedelta(days=7)
"""Games of the same two owners that count within a time."""


@dataclass(frozen=True)
class Standing:
    """The rating of a player after some games, the last of which was over at `rated_at`."""

    strength: Strength
    games: int
    rated_at: datetime


@dataclass(frozen=True)
class Change:
    """The change of a rating by one seat of a game; `before` has grown since the player's last game."""

    player: str
    seat: Seat
    rank: int
    before: Strength
    after: Strength


@dataclass
class Replay:
    """The state of a pool: the standings of its players, and the latest games that counted.

    `owners` are the players who own bots, by bot: their games and those of their bots are counted together. To rate a
    single game, fill `standings` with its players, and call `remember` with their games of the last two weeks.
    """

    owners: Mapping[str, str] = field(default_factory=dict)
    standings: dict[str, Standing] = field(default_factory=dict)
    _timeouts: defaultdict[str, list[datetime]] = field(default_factory=lambda: defaultdict(list))
    _together: defaultdict[tuple[str, str], list[datetime]] = field(default_factory=lambda: defaultdict(list))

    def apply(self, result: Result) -> list[Change] | str:
        """Rate a game, or return the code why it counts for nobody; call it in the order of (finished_at, game_id)."""
        reason = self._why_not(result)
        if reason is not None:
            return reason
        self.remember(result.finished_at, result.players, result.timed_out)
        before = [self.strength(player, result.finished_at) for player in result.players]
        rated = defaultdict[str, list[Strength]](list)
        for player, strength in zip(result.players, rate(before, result.ranks), strict=True):
            rated[player].append(strength)
        for player, strengths in rated.items():
            games = self.standings[player].games if player in self.standings else 0
            self.standings[player] = Standing(_mean(strengths), games + 1, result.finished_at)
        return [
            Change(player, seat, result.ranks[seat], before[seat], self.standings[player].strength)
            for seat, player in enumerate(result.players)
        ]

    def remember(self, at: datetime, players: Sequence[str], timed_out: Sequence[str]) -> None:
        """Note a game that counted, for the rules that look at earlier games."""
        for player in timed_out:
            self._timeouts[player].append(at)
        for pair in self._pairs(players):
            self._together[pair].append(at)

    def strength(self, player: str, now: datetime) -> Strength:
        """Return the strength of a player at a time: it becomes less certain without games."""
        known = self.standings.get(player)
        return NEW if known is None else after(known.strength, now - known.rated_at)

    def _why_not(self, result: Result) -> str | None:
        at = result.finished_at
        if any(_since(self._together[pair], at - TOGETHER_WITHIN) >= MOST_TOGETHER for pair in self._pairs(result.players)):
            return "too-many-together"
        if any(_since(self._timeouts[player], at - TIMEOUTS_WITHIN) >= MOST_TIMEOUTS for player in result.timed_out):
            return "vanished"
        return None

    def _pairs(self, players: Sequence[str]) -> set[tuple[str, str]]:
        owners = sorted({self.owners.get(player, player) for player in players})
        return set(combinations(owners, 2))


def _since(times: list[datetime], since: datetime) -> int:
    """Drop the times that are too long ago, and count the others."""
    times[:] = [time for time in times if time > since]
    return len(times)


def _mean(strengths: Sequence[Strength]) -> Strength:
    """Return the mean of a level of the computer that had several seats."""
    return Strength(fmean(each.mean for each in strengths), fmean(each.deviation for each in strengths))
