"""What earlier rounds mean for the next one: points, seats, opponents and byes."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations, groupby
from operator import itemgetter

from service.competitions.pairing.interface import DrawnRound, Entrant
from service.models.competition import Pairing

ENOUGH_OF_FOUR = 3
"""A round begins when three of four games of the one before are over."""


class WrongDraw(Exception):
    """A draw that names somebody twice in a round, or a player who is absent."""


@dataclass(frozen=True)
class EarlierRounds:
    """Sums over all pairings so far."""

    half_points: Counter[int] = field(default_factory=Counter)
    """Of each player; a game under way counts as a draw."""
    meetings: Counter[frozenset[int]] = field(default_factory=Counter)
    """How often two players have met."""
    first: Counter[int] = field(default_factory=Counter)
    """How much more often a player had the first seat than the second."""
    seats: Counter[tuple[int, int]] = field(default_factory=Counter)
    """How often a player had a seat."""
    free: Counter[int] = field(default_factory=Counter)
    """Byes and wins without play."""


def earlier_rounds(met: Iterable[Pairing]) -> EarlierRounds:
    """Return the sums over these pairings."""
    earlier = EarlierRounds()
    for game in sorted(met, key=lambda game: game.round):
        size = len(game.players)
        for seat, player in enumerate(game.players):
            half_points = size - 1 if game.half_points is None else game.half_points[seat]
            earlier.half_points[player] += half_points
            earlier.free[player] += game.unplayed and half_points > 0
            if size > 1:
                earlier.seats[player, seat] += 1
                earlier.first[player] += {0: 1, 1: -1}.get(seat, 0)
        earlier.meetings.update(frozenset(pair) for pair in combinations(game.players, 2))
    return earlier


def latest_round(met: Iterable[Pairing]) -> int:
    """Return the latest round that was drawn; 0 before the first."""
    return max((game.round for game in met), default=0)


def next_round(entrants: Iterable[Entrant], met: Sequence[Pairing], rounds: int) -> tuple[int, list[int]]:
    """Return the number of the next round, and who is paired in it in the order of seeding.

    Nobody is after the last round, or while more than a quarter of the games of the latest one go on. Games whose
    players have all left hold nobody up.
    """
    number = latest_round(met) + 1
    staying = {entrant.number: entrant for entrant in entrants if entrant.is_in}
    games = [game for game in met if game.round == number - 1 and len(game.players) > 1]
    going_on = [game for game in games if game.half_points is None and not staying.keys().isdisjoint(game.players)]
    if number > rounds or (len(games) - len(going_on)) * 4 < len(games) * ENOUGH_OF_FOUR:
        return number, []
    return number, sorted(entrant.number for entrant in staying.values() if entrant.first_round <= number)


def order_of_byes(present: Iterable[int], earlier: EarlierRounds) -> list[int]:
    """Return who has the next bye: fewest byes and wins without play first, then the lowest in the table."""
    return sorted(present, key=lambda player: (earlier.free[player], earlier.half_points[player], -player))


def seated(players: Collection[int], earlier: EarlierRounds) -> tuple[int, int]:
    """Return two players in the order of seats: first who sat first less often; of equals the better by odd numbers."""
    better, other = sorted(players)
    ahead = earlier.first[better] - earlier.first[other]
    return (better, other) if ahead < better % 2 else (other, better)


def by_round(drawn: Iterable[tuple[int, tuple[int, ...]]]) -> list[DrawnRound]:
    """Return pairings, given in the order of their rounds, as rounds with byes last."""
    rounds = groupby(drawn, key=itemgetter(0))
    return [
        DrawnRound(number, tuple(sorted((each[1] for each in group), key=len, reverse=True)))
        for number, group in rounds
    ]


def check_drawn(drawn: DrawnRound, entrants: Iterable[Entrant], met: Iterable[Pairing]) -> None:
    """Raise WrongDraw unless new pairings of a round name present players alone, and nobody twice in that round."""
    here = [player for game in met if game.round == drawn.round for player in game.players]
    named = [player for players in drawn.pairings for player in players]
    present = {entrant.number for entrant in entrants if entrant.is_in}
    if len({*here, *named}) < len(here) + len(named) or not present.issuperset(named):
        raise WrongDraw(drawn)
