"""Random tournaments: players of known strength who come late, stay away for a round, or leave."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from random import Random

from service.competitions.pairing.interface import DrawnRound, Entrant, PairingSystem, half_points_of_bye
from service.models.competition import Pairing


@dataclass(frozen=True)
class Course:
    """The terms of a random tournament, and probabilities for each player."""

    players: int
    rounds: int
    seats: int = 2
    late: float = 0
    """To enter in the second or third round."""
    absent: float = 0
    """To stay away from a round."""
    leaves: float = 0
    """To leave for good before a round."""
    never_moves: float = 0
    """That one of two players never moves in a game."""
    hanging: float = 0
    """That a game is still going on when the next round is drawn."""


@dataclass
class Outcome:
    """A tournament that was played."""

    entrants: list[Entrant] = field(default_factory=list)
    met: list[Pairing] = field(default_factory=list)
    rounds: list[DrawnRound] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    """What was wrong with its draws."""

    def seats_of(self, number: int) -> list[int]:
        """Return the seats that a player had, in order."""
        return [game.players.index(number) for game in self.met if number in game.players and len(game.players) > 1]

    def imbalance(self) -> list[int]:
        """Return for each player how much more often they had one seat of two than the other."""
        seats = [self.seats_of(entrant.number) for entrant in self.entrants]
        return [abs(2 * sum(each) - len(each)) for each in seats]

    def meetings(self) -> Counter[tuple[int, ...]]:
        """Return how often each pair has met."""
        return Counter(pair for game in self.met for pair in combinations(sorted(game.players), 2))


def paired(
    number: int, board: int, players: Sequence[int], half_points: Sequence[int] | None, *, unplayed: bool
) -> Pairing:
    """Return a pairing of that round."""
    return Pairing(round=number, board=board, players=players, half_points=half_points, unplayed=unplayed)


def play(system: PairingSystem, course: Course, rng: Random) -> Outcome:
    """Play a tournament to its end; what is wrong with a draw is noted, and a round that fails is left out."""
    outcome = Outcome()
    firsts = [1 if rng.random() >= course.late else rng.choice((2, 3)) for _ in range(course.players)]
    outcome.entrants = [Entrant(number, first, is_in=True) for number, first in enumerate(sorted(firsts), start=1)]
    beginners = firsts.count(1)
    rounds = min(course.rounds, beginners - 1 + beginners % 2) if course.seats == 2 else course.rounds  # noqa: PLR2004
    for _ in range(rounds):
        number = max((game.round for game in outcome.met), default=0) + 1
        outcome.entrants = [
            replace(each, is_in=False) if rng.random() < course.leaves else each for each in outcome.entrants
        ]
        today = [replace(each, is_in=each.is_in and rng.random() >= course.absent) for each in outcome.entrants]
        present = [each.number for each in today if each.is_in and each.first_round <= number]
        if len(present) < course.seats:
            continue
        _end_games(outcome, rng, keep=course.hanging)
        try:
            drawn = next(iter(system(today, outcome.met, rounds, course.seats)), None)
        except Exception as error:  # noqa: BLE001  # whatever a library raises is the figure
            outcome.faults.append(f"no pairing: {type(error).__name__}")
            continue
        if drawn is None:
            outcome.faults.append("no pairing")
        else:
            _note(outcome, drawn, number, present)
            _begin(outcome, drawn, course, rng)
    _end_games(outcome, rng, keep=0)
    return outcome


def _begin(outcome: Outcome, drawn: DrawnRound, course: Course, rng: Random) -> None:
    """Add the games of a round; those in which somebody never moves are over."""
    for board, players in enumerate(drawn.pairings, start=1):
        if len(players) == 1:
            points = (half_points_of_bye(course.seats),)
            outcome.met.append(paired(drawn.round, board, players, points, unplayed=True))
        elif len(players) == 2 and rng.random() < course.never_moves:  # noqa: PLR2004
            outcome.met.append(paired(drawn.round, board, players, rng.choice(((2, 0), (0, 2))), unplayed=True))
        else:
            outcome.met.append(paired(drawn.round, board, players, None, unplayed=False))


def _end_games(outcome: Outcome, rng: Random, keep: float) -> None:
    """End games that are going on, except for a quarter of the latest round at most."""
    latest = max((game.round for game in outcome.met), default=0)
    may_hang = sum(game.round == latest and len(game.players) > 1 for game in outcome.met) // 4
    for game in outcome.met:
        if game.half_points is None:
            if may_hang and game.round == latest and rng.random() < keep:
                may_hang -= 1
            else:
                game.half_points = _result(game.players, rng)


def _result(players: Sequence[int], rng: Random) -> list[int]:
    """Return half points: the better seed is the better player, one game in ten of two is a draw."""
    if len(players) == 2 and rng.random() < 0.1:  # noqa: PLR2004
        return [1, 1]
    strength = {player: rng.gauss(-player, 8) for player in players}
    return [2 * sum(strength[player] > strength[other] for other in players) for player in players]


def _note(outcome: Outcome, drawn: DrawnRound, number: int, present: Sequence[int]) -> None:
    """Note what is wrong with a round."""
    named = sorted(player for players in drawn.pairings for player in players)
    if named != sorted(present) and drawn.pairings:
        outcome.faults.append("not each present player once")
    before = outcome.meetings()
    if drawn.note is None and any(before[pair] for pair in map(tuple, map(sorted, drawn.pairings)) if len(pair) > 1):
        outcome.faults.append("a pair twice")
    free = Counter(
        player
        for game in outcome.met
        if game.unplayed and game.half_points
        for player, points in zip(game.players, game.half_points, strict=True)
        if points
    )
    for players in drawn.pairings:
        if len(players) == 1 and free[players[0]] > min(free[player] for player in present):
            outcome.faults.append("a bye too many")
    outcome.rounds.append(drawn)
