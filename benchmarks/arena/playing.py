"""Games between players: results, confidence intervals and thinking times."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from random import Random
from statistics import fmean
from typing import Any, NamedTuple, Protocol

from rules import CHANCE, AnyPosition, Game, Setup
from rules.game import Tactics
from workers.search.limit import Clock

Ended = Callable[[], None]
"""Callback at the end of a game."""
CONFIDENCE = 1.96
"""Standard deviations that hold 95 % of a normal distribution."""


class Interval(NamedTuple):
    """Bounds of a share."""

    low: float
    high: float


def wilson(share: float, games: int) -> Interval:
    """Compute the 95 % confidence interval of a share in this many games (Wilson, 1927)."""
    squared = CONFIDENCE**2
    middle = share + squared / (2 * games)
    reach = CONFIDENCE * sqrt(share * (1 - share) / games + squared / (4 * games * games))
    return Interval((middle - reach) / (1 + squared / games), (middle + reach) / (1 + squared / games))


@dataclass
class Contestant:
    """A player and the time it has taken so far."""

    player: Callable[[AnyPosition, Tactics, Random], list[Any]]
    """A `Player` of `contestants.py`."""
    clock: Clock = time.monotonic
    actions: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    """Seconds for its slowest call, whether that found one action or a whole turn."""

    def act(self, position: AnyPosition, game: Game, rng: Random) -> AnyPosition:
        """Return the position after the player's choice."""
        began = self.clock()
        actions = self.player(position, game.tactics, rng)
        spent = self.clock() - began
        self.actions += len(actions)
        self.seconds += spent
        self.slowest = max(self.slowest, spent)
        for action in actions:
            position = position.apply(action)
        return position


@dataclass
class Record:
    """Results and scores of a contestant."""

    won: int = 0
    shared: int = 0
    lost: int = 0
    scores: list[float] = field(default_factory=list)
    """Score in each game."""

    @property
    def decisions(self) -> int:
        """Return the number of decided games, or of rounds where only a round is won."""
        return self.won + self.shared + self.lost

    @property
    def share(self) -> float:
        """Return the share of wins, a shared one counting half."""
        return (self.won + self.shared / 2) / self.decisions

    @property
    def interval(self) -> Interval:
        """Return the 95 % confidence interval of the share."""
        return wilson(self.share, self.decisions)

    def note(self, mine: float, best_other: float) -> None:
        """Count a decision by the points of both sides."""
        self.won += mine > best_other
        self.shared += mine == best_other
        self.lost += mine < best_other


@dataclass
class Tally(Record):
    """Results from the first contestant's view."""

    others: list[float] = field(default_factory=list)
    """Mean score of the other seats in each game."""
    seats: dict[int, Record] = field(default_factory=dict)
    """Records by the contestant's seat. Where only a round is won, they have scores and no wins."""
    each: Record = field(default_factory=Record)
    """Comparisons of scores with each other seat: one decision a game for each."""


def play_game(game: Game, setup: Setup, seats: Sequence[Contestant], rng: Random) -> AnyPosition:
    """Play one game, the dice rolled with `rng`; return its final position."""
    return play_on(game, game.initial_position(setup), seats, rng)


def play_on(game: Game, position: AnyPosition, seats: Sequence[Contestant], rng: Random) -> AnyPosition:
    """Play on from a position; return the final position."""
    while (to_act := position.current_player()) is not None:
        position = rolled(position, rng) if to_act == CHANCE else seats[to_act].act(position, game, rng)
    return position


def rolled(position: AnyPosition, rng: Random) -> AnyPosition:
    """Roll the dice; return the position after the outcome."""
    outcomes = position.chance_outcomes()
    [action] = rng.choices([action for action, _ in outcomes], [float(chance) for _, chance in outcomes])
    return position.apply(action)


def play_round(game: Game, setup: Setup, first: Contestant, second: Contestant, rng: Random) -> Iterator[AnyPosition]:
    """Yield the final positions of one game for each seat of `first`; `second` has all the others."""
    for seat in range(setup["players"]):
        seats = [second] * setup["players"]
        seats[seat] = first
        yield play_game(game, setup, seats, rng)


class Final(Protocol):
    """Result of a game, such as its last position."""

    def scores(self) -> Sequence[float]:
        """Return the scores by seat."""

    def winners(self) -> Sequence[int]:
        """Return the winning seats."""


def count(tally: Tally, finals: Sequence[Final]) -> None:
    """Count a round: game by game, or by the total of the scores if no game has a winner, as in a match.

    A game of one seat has no opponent: it is won, or it is lost.
    """
    scores = [list(final.scores()) for final in finals]
    mine = [row.pop(seat) for seat, row in enumerate(scores)]
    tally.scores += mine
    tally.others += [sum(row) / len(row) for row in scores if row]
    for seat, score in enumerate(mine):
        tally.seats.setdefault(seat, Record()).scores.append(score)
        for other in scores[seat]:
            tally.each.note(score, other)
    if tally.others and not any(final.winners() for final in finals):
        tally.note(sum(mine), max(map(sum, zip(*scores, strict=True))))
        return
    for seat, final in enumerate(finals):
        winners = final.winners()
        for record in (tally, tally.seats[seat]):
            record.note(seat in winners, any(winner != seat for winner in winners) or not (winners or scores[seat]))


def told(finals: Iterator[AnyPosition], ended: Ended) -> Iterator[AnyPosition]:
    """Yield final positions, with the callback before each."""
    for final in finals:
        ended()
        yield final


def contest(
    game: Game,
    players: int,
    options: Mapping[str, str],
    contestants: tuple[Contestant, Contestant],
    rounds: int,
    rng: Random,
    ended: Ended = lambda: None,
) -> Iterator[Tally]:
    """Yield the tally after each round; each has a new setup, and the first contestant has every seat once.

    `ended` is called as each game ends.
    """
    tally = Tally()
    for _ in range(rounds):
        setup = game.new_setup(players, options, rng)
        count(tally, list(told(play_round(game, setup, *contestants, rng), ended)))
        yield tally


def by_seat(tally: Tally) -> str:
    """Format the share of wins in each seat, with its games; where only rounds are won, the mean score in each.

    With more than two seats, also the share of games ahead of each other seat.
    """
    seats = [f"as {chr(ord('A') + seat)} {_of_seat(record)}" for seat, record in sorted(tally.seats.items())]
    if tally.each.decisions > len(tally.scores):
        seats.append(f"ahead of each other one {tally.each.share:.0%}")
    return ", ".join(seats)


def _of_seat(record: Record) -> str:
    if record.decisions:
        return f"{record.share:.0%} of {record.decisions}"
    return f"a mean score of {fmean(record.scores):.1f} in {len(record.scores)}"
