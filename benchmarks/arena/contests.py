"""What a contest is, and each of its games by number: drawn from a seed of its own, whatever was played before."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from hashlib import sha256
from json import dumps
from random import Random
from typing import NamedTuple, TypeAlias

import rules
from benchmarks.arena.contestants import opening, player
from benchmarks.arena.playing import Contestant, Tally, count, play_on
from rules import CHANCE, AnyPosition, Game, Seat

Outcome: TypeAlias = tuple[Sequence[float], Sequence[int]]
"""Scores and winners."""
NAME_LENGTH = 10
"""Letters of a contest's name: enough to tell thousands apart."""


class Spent(NamedTuple):
    """What a side took for one game."""

    actions: int
    seconds: float
    slowest: float
    """Seconds for its slowest call."""


@dataclass(frozen=True)
class Played:
    """How one game of a contest ended."""

    number: int
    points: tuple[float, ...]
    """By seat; where each plays alone, of the first and of the second."""
    won: tuple[int, ...]
    """The seats that won; none where only a round is won, or where each plays alone."""
    spent: tuple[Spent, Spent]
    """Of the first and of the second."""

    def scores(self) -> tuple[float, ...]:
        """As of the last position."""
        return self.points

    def winners(self) -> tuple[int, ...]:
        """As of the last position."""
        return self.won


@dataclass(frozen=True)
class Contest:
    """Two players at a game. The same contest has the same layouts and dice, and without a clock the same games."""

    ruleset: str
    options: Mapping[str, str]
    players: int
    first: str
    second: str
    seconds: float | None = None
    """How long a level thinks at a time, instead of as long as it always does."""
    part: float = 1.0
    """Of the time that a level has which thinks by the clock."""
    cpu: bool = False
    """Whether seconds are the processor's."""
    alone: bool = False
    """Whether each plays the same layouts by itself, because all seats win together."""
    seed: int = 1
    play: str = ""
    """A fingerprint of the rules and of both players: what was played before a change is another contest."""

    @cached_property
    def name(self) -> str:
        """A short name that no other contest has."""
        return sha256(dumps(asdict(self), sort_keys=True).encode()).hexdigest()[:NAME_LENGTH]

    @property
    def game(self) -> Game:
        """What is played."""
        return rules.game(self.ruleset)

    @property
    def sides(self) -> tuple[str, str]:
        """Who plays."""
        return self.first, self.second

    @property
    def turns(self) -> int:
        """How many games one round has, all on one setup: the first sits in each seat once."""
        return 1 if self.alone else self.players

    def __str__(self) -> str:
        """What it is called on a terminal."""
        return f"{self.ruleset}, {self.players} seats, {self.first} against {self.second}"

    def numbers(self, games: int) -> range:
        """The numbers of so many games at least, in whole rounds."""
        return range(-(-games // self.turns) * self.turns)

    def played(self, number: int) -> Played:
        """One game, played now."""
        begun, seat = self._begun(number // self.turns), number % self.turns
        pair = self._contestants()
        points, won = self._alone(number, begun, pair) if self.alone else self._together(number, begun, seat, pair)
        return Played(number, tuple(points), tuple(won), (_spent(pair[0]), _spent(pair[1])))

    def _together(self, number: int, begun: AnyPosition, seat: int, pair: Sequence[Contestant]) -> Outcome:
        seats = [pair[1]] * self.players
        seats[seat] = pair[0]
        final = play_on(self.game, begun, seats, self._rng("game", number))
        return final.scores(), final.winners()

    def _alone(self, number: int, begun: AnyPosition, pair: Sequence[Contestant]) -> Outcome:
        finals = [play_on(self.game, begun, [each], self._rng("game", number)) for each in pair]
        return [final.scores()[0] for final in finals], []

    def _begun(self, number: int) -> AnyPosition:
        """What the games of a round begin with.

        Where nothing is drawn by lot, two who think alike each time would play the same game in each round. So there
        each seat has had its first turn, drawn from what a player sees at first sight.
        """
        rng = self._rng("round", number)
        setup = self.game.new_setup(self.players, self.options, rng)
        position = self.game.initial_position(setup)
        return position if setup["layout"] else self._opened(position, rng) or position

    def _opened(self, position: AnyPosition, rng: Random) -> AnyPosition | None:
        """The position after the first turns; None if dice are rolled meanwhile."""
        opener, seats = Contestant(opening), set[Seat]()
        while (seat := position.current_player()) is not None and seat not in seats:
            if seat == CHANCE:
                return None
            seats.add(seat)
            position = opener.act(position, self.game, rng)
        return position

    def _contestants(self) -> tuple[Contestant, Contestant]:
        clock = time.thread_time if self.cpu else time.monotonic
        first, second = (Contestant(player(side, self.seconds, clock, self.part), clock) for side in self.sides)
        return first, second

    def _rng(self, what: str, number: int) -> Random:
        return Random(f"{self.seed} {what} {number}")


def _spent(contestant: Contestant) -> Spent:
    return Spent(contestant.actions, contestant.seconds, contestant.slowest)


def spent_on(games: Mapping[int, Played]) -> tuple[Spent, Spent]:
    """What each side took for all these games."""
    first, second = (summed([game.spent[side] for game in games.values()]) for side in range(2))
    return first, second


def summed(spent: Sequence[Spent]) -> Spent:
    """All of it together."""
    return Spent(
        sum(each.actions for each in spent),
        sum(each.seconds for each in spent),
        max((each.slowest for each in spent), default=0.0),
    )


def tally_of(contest: Contest, games: Mapping[int, Played], tally: Tally | None = None) -> Tally:
    """What came out in all whole rounds, added to `tally` if there is one."""
    tally = tally or Tally()
    rounds = sorted({number // contest.turns for number in games})
    for each in rounds:
        numbers = range(each * contest.turns, (each + 1) * contest.turns)
        if all(number in games for number in numbers):
            _count(tally, contest, [games[number] for number in numbers])
    return tally


def _count(tally: Tally, contest: Contest, games: list[Played]) -> None:
    if contest.alone:
        tally.note(*games[0].points)
    else:
        count(tally, games)
