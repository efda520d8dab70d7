"""Tables of three and four in which every pair of players meets as evenly as can be."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations, permutations, product
from math import ceil

from service.competitions.pairing.earlier_rounds import EarlierRounds, earlier_rounds, next_round, order_of_byes
from service.competitions.pairing.interface import DrawnRound, Entrant
from service.models.competition import Pairing

SMALLEST_TABLE = 3
OF_A_MEETING = 100
"""The cost of a pair, for each time they have met. It keeps the sum of the squares of all meetings least."""
OF_A_GROUP = 40
"""The cost of three players, for each time they were at one table."""
OF_A_SMALL_TABLE = 10
"""The cost of a player at a table of three, for each time they were at one; points are fewer there."""
STARTS = 3
"""Orders of the players that the search for a draw begins from."""

Table = tuple[int, ...]


def table_draw(entrants: Sequence[Entrant], met: Sequence[Pairing], rounds: int, seats: int) -> Sequence[DrawnRound]:
    """Draw tables as large as announced, and tables of three for the rest; as few as can be sit out."""
    number, present = next_round(entrants, met, rounds)
    sizes = split(len(present), seats)
    if not sizes:
        return ()
    earlier = earlier_rounds(met)
    byes = order_of_byes(present, earlier)[: len(present) - sum(sizes)]
    tables = _tables([player for player in present if player not in byes], sizes, met)
    seatings = [_seating(table, board, earlier) for board, table in enumerate(tables)]
    return (DrawnRound(number, (*seatings, *((player,) for player in byes))),)


def split(players: int, seats: int) -> list[int]:
    """Return the sizes of the tables: as few as can be sit out, then as few tables as can be. None for two or less."""
    for seated in range(players, SMALLEST_TABLE - 1, -1):
        for small in range(seated // SMALLEST_TABLE + 1):
            large, rest = divmod(seated - small * SMALLEST_TABLE, seats)
            if not rest:
                return [seats] * large + [SMALLEST_TABLE] * small
    return []


def _tables(players: Sequence[int], sizes: Sequence[int], met: Iterable[Pairing]) -> list[Table]:
    """Return the cheapest tables of these sizes that were found."""
    cost = _cost(met, max(sizes))
    starts = range(0, len(players), ceil(len(players) / STARTS))
    orders = ([*players[start:], *players[:start]] for start in starts)
    found = [_improved(_dealt(order, sizes, cost), cost) for order in orders]
    return min(found, key=lambda tables: sum(map(cost, tables)))


def _cost(met: Iterable[Pairing], largest: int) -> Callable[[Sequence[int]], int]:
    """Return the function that gives the cost of a table."""
    seen: Counter[Table] = Counter()
    for game in met:
        players = sorted(game.players)
        seen.update((*combinations(players, 2), *combinations(players, 3)))
        if len(players) == SMALLEST_TABLE < largest:
            seen.update((player,) for player in players)

    def cost(table: Sequence[int]) -> int:
        players = sorted(table)
        total = OF_A_MEETING * sum(seen[pair] for pair in combinations(players, 2))
        total += OF_A_GROUP * sum(seen[group] for group in combinations(players, 3))
        if len(players) == SMALLEST_TABLE < largest:
            total += OF_A_SMALL_TABLE * sum(seen[player,] for player in players)
        return total

    return cost


def _dealt(players: Iterable[int], sizes: Sequence[int], cost: Callable[[Sequence[int]], int]) -> list[list[int]]:
    """Return tables to which one player after the other was dealt, where it cost least."""
    tables: list[list[int]] = [[] for _ in sizes]
    for player in players:
        free = [table for table, size in zip(tables, sizes, strict=True) if len(table) < size]
        min(free, key=lambda table: (cost([*table, player]) - cost(table), len(table))).append(player)
    return tables


def _improved(tables: list[list[int]], cost: Callable[[Sequence[int]], int]) -> list[Table]:
    """Return the tables after all exchanges of two players that make them cheaper."""
    improved = True
    while improved:
        improved = False
        for one, other in [pair for pair in combinations(tables, 2) if any(map(cost, pair))]:
            for here, there in product(range(len(one)), range(len(other))):
                before = cost(one) + cost(other)
                one[here], other[there] = other[there], one[here]
                if before <= cost(one) + cost(other):
                    one[here], other[there] = other[there], one[here]
                else:
                    improved = True
    return [tuple(table) for table in tables]


def _seating(table: Table, board: int, earlier: EarlierRounds) -> Table:
    """Return the players in the order of seats that each had least often; equals move on by one from board to board."""
    turned = table[board % len(table) :] + table[: board % len(table)]

    def repeated(order: Table) -> int:
        return sum(earlier.seats[player, seat] ** 2 for seat, player in enumerate(order))

    return min(permutations(turned), key=repeated)
