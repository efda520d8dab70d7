"""Contests and their numbered games, each drawn from a seed of its own, independent of the others."""

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
"""Length of a contest's name: enough to tell thousands apart."""


class Spent(NamedTuple):
    """Resources that a side used in one game."""

    actions: int
    seconds: float
    slowest: float
    """Seconds for its slowest call."""


@dataclass(frozen=True)
class Played:
    """Result of one game of a contest."""

    number: int
    points: tuple[float, ...]
    """Points by seat; where each plays alone, of the first and of the second."""
    won: tuple[int, ...]
    """Winning seats; none where only a round is won, or where each plays alone."""
    spent: tuple[Spent, Spent]
    """Resources of the first and of the second."""

    def scores(self) -> tuple[float, ...]:
        """Return the scores of the last position."""
        return self.points

    def winners(self) -> tuple[int, ...]:
        """Return the winners of the last position."""
        return self.won


@dataclass(frozen=True)
class Contest:
    """Two players at a game. Equal contests have equal layouts and dice, and without a clock equal games."""

    ruleset: str
    options: Mapping[str, str]
    players: int
    first: str
    second: str
    seconds: float | None = None
    """Thinking time of a level, instead of its own budget."""
    part: float = 1.0
    """Share of the time of a level that thinks by the clock."""
    cpu: bool = False
    """Whether to measure CPU seconds."""
    alone: bool = False
    """Whether each plays the same layouts by itself, because all seats win together."""
    seed: int = 1
    play: str = ""
    """Fingerprint of the rules and of both players; a change makes another contest."""

    @cached_property
    def name(self) -> str:
        """Return a short unique name, a hash of the contest."""
        return sha256(dumps(asdict(self), sort_keys=True).encode()).hexdigest()[:NAME_LENGTH]

    @property
    def game(self) -> Game:
        """Return the game of the contest."""
        return rules.game(self.ruleset)

    @property
    def sides(self) -> tuple[str, str]:
        """Return the names of both players."""
        return self.first, self.second

    @property
    def turns(self) -> int:
        """Return the number of games in a round, all on one setup: the first player has each seat once."""
        return 1 if self.alone else self.players

    def __str__(self) -> str:
        """Format the contest for a terminal."""
        return f"{self.ruleset}, {self.players} seats, {self.first} against {self.second}"

    def numbers(self, games: int) -> range:
        """Return the numbers of at least this many games, in whole rounds."""
        return range(-(-games // self.turns) * self.turns)

    def played(self, number: int) -> Played:
        """Play one game now."""
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
        """Return the first position of a round's games.

        Without a random layout, two deterministic players would repeat the same game in each round. So each seat has
        already had its first turn, drawn by the weights of the candidates.
        """
        rng = self._rng("round", number)
        setup = self.game.new_setup(self.players, self.options, rng)
        position = self.game.initial_position(setup)
        return position if setup["layout"] else self._opened(position, rng) or position

    def _opened(self, position: AnyPosition, rng: Random) -> AnyPosition | None:
        """Return the position after the first turns; None if dice are rolled meanwhile."""
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
    """Sum the resources of each side over all these games."""
    first, second = (summed([game.spent[side] for game in games.values()]) for side in range(2))
    return first, second


def summed(spent: Sequence[Spent]) -> Spent:
    """Sum resources."""
    return Spent(
        sum(each.actions for each in spent),
        sum(each.seconds for each in spent),
        max((each.slowest for each in spent), default=0.0),
    )


def tally_of(contest: Contest, games: Mapping[int, Played], tally: Tally | None = None) -> Tally:
    """Count the results of all whole rounds, added to `tally` if given."""
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
