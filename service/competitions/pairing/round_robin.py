"""Round robin by Berger tables: everybody meets everybody once."""

from collections import Counter
from collections.abc import Iterator, Sequence

from service.competitions.pairing.earlier_rounds import by_round
from service.competitions.pairing.interface import DrawnRound, Entrant
from service.models.competition import Pairing

GAMES_AT_ONCE = 2
"""A game begins as soon as both players have fewer games under way."""


def round_robin(entrants: Sequence[Entrant], met: Sequence[Pairing], rounds: int, seats: int) -> Sequence[DrawnRound]:
    """Let everybody meet everybody once, a late entry in rounds of its own.

    Of an odd number one has a bye in each round. Who was still to meet a player who has left has a bye, too.
    """
    busy = Counter(player for game in met if game.half_points is None for player in game.players)
    drawn = []
    for number, players in _left(entrants, met):
        if all(busy[player] < GAMES_AT_ONCE for player in players):
            drawn.append((number, players))
            busy.update(players if len(players) > 1 else ())
    return by_round(drawn)


def _left(entrants: Sequence[Entrant], met: Sequence[Pairing]) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield the rounds and pairings that were not drawn yet, without the players who have left."""
    staying = {entrant.number for entrant in entrants if entrant.is_in}
    done = {(game.round, player) for game in met for player in game.players}
    for number, pairings in enumerate(_schedule(entrants), start=1):
        for players in pairings:
            if done.isdisjoint((number, player) for player in players):
                present = tuple(player for player in players if player in staying)
                if present:
                    yield number, present


def _schedule(entrants: Sequence[Entrant]) -> list[list[tuple[int, ...]]]:
    """Return all rounds: a Berger table of those who began, then a round for each game of a late entry."""
    numbers = sorted(entrant.number for entrant in entrants if entrant.first_round == 1)
    rounds = [[tuple(numbers[place - 1] for place in pair) for pair in pairs] for pairs in berger_table(len(numbers))]
    for late in sorted(entrant.number for entrant in entrants if entrant.first_round > 1):
        rounds += [[(late, other) if place % 2 else (other, late)] for place, other in enumerate(numbers)]
        numbers.append(late)
    return rounds if len(numbers) > 1 else []


def berger_table(players: int) -> list[list[tuple[int, ...]]]:
    """Return the rounds for so many players, each pair in the order of seats; of an odd number one is alone."""
    even = players + players % 2
    rounds = []
    for number in range(even - 1):
        middle = number * even // 2 % (even - 1)
        pairs = [(middle + 1, even) if number % 2 == 0 else (even, middle + 1)]
        steps = range(1, even // 2)
        pairs += [((middle + step) % (even - 1) + 1, (middle - step) % (even - 1) + 1) for step in steps]
        rounds.append([tuple(player for player in pair if player <= players) for pair in pairs])
    return rounds
