"""Swiss rounds: players with about as many points meet, nobody twice, as a matching of least cost.

docs/tournaments.md states the rules and compares other engines. The matching is Edmonds', by networkx.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, combinations
from math import ceil

from networkx import Graph, max_weight_matching

from service.competitions.pairing.earlier_rounds import (
    EarlierRounds,
    earlier_rounds,
    next_round,
    order_of_byes,
    seated,
)
from service.competitions.pairing.interface import REMATCH_ALLOWED, ROUNDS_CAPPED, DrawnRound, Entrant
from service.models.competition import Pairing

Pair = frozenset[int]
Costs = Mapping[Pair, int]
"""The cost of each pair that may meet."""

OF_A_HALF_POINT = 10_000
"""The cost of opponents with unlike points, times the square of the half points between them."""
OF_A_SEAT = 25_000
"""The cost of a pair who both had the same seat more often, once; one of them then has it twice more often."""
OF_A_THIRD_SEAT = 10**9
"""The cost of a pair after which somebody has had a seat three times more often: more than all points."""
OF_A_REMATCH = 10**11
OF_THE_WORST_FOLD = 1000
"""The cost of the least fitting opponent among equals: in the order of seeding, the upper half meets the lower half."""
NOBODY = 0
"""The opponent of whoever has a bye."""
LARGEST_BLOCK = 64
"""Players who are paired at once. More are paired in blocks, from the top of the table; a thousand take seconds."""


def swiss(entrants: Sequence[Entrant], met: Sequence[Pairing], rounds: int, seats: int) -> Sequence[DrawnRound]:
    """Let players with about as many points meet, in no more rounds than it takes until all who began have met."""
    beginners = sum(entrant.first_round == 1 for entrant in entrants)
    rounds = min(rounds, beginners - 1 + beginners % 2)
    number, present = next_round(entrants, met, rounds)
    if len(present) < seats:
        return ()
    earlier = earlier_rounds(met)
    if all(frozenset(pair) in earlier.meetings for pair in combinations(present, 2)):
        return (DrawnRound(number, (), ROUNDS_CAPPED),)
    pairs, note = _pairs(present, earlier, lookahead=number < rounds and len(present) <= 2 * rounds)
    best_first = sorted(pairs, key=lambda pair: (-max(earlier.half_points[player] for player in pair), min(pair)))
    byes = [(player,) for player in set(present).difference(*pairs)]
    return (DrawnRound(number, (*(seated(pair, earlier) for pair in best_first), *byes), note),)


def _pairs(present: Sequence[int], earlier: EarlierRounds, *, lookahead: bool) -> tuple[set[Pair], str | None]:
    """Return the pairs of a round, and the note if players meet again. Whoever is in none of them has the bye."""
    options = _options(present, earlier)
    best = next(options, None)
    if best is None:
        lowest = order_of_byes(present, earlier)[: len(present) % 2]
        return _matching([player for player in present if player not in lowest], earlier, again=True), REMATCH_ALLOWED
    if lookahead:
        best = next((pairs for pairs in chain([best], options) if _leave_a_round(pairs, present, earlier)), best)
    return best, None


def _options(present: Sequence[int], earlier: EarlierRounds) -> Iterator[set[Pair]]:
    """Yield pairs without a rematch, best first: for each who is due for the bye, and with each pair forbidden."""
    byes = order_of_byes(present, earlier) if len(present) % 2 else [NOBODY]
    for bye in (player for player in byes if earlier.free[player] == earlier.free[byes[0]]):
        players = [player for player in present if player != bye]
        pairs = _matching(players, earlier)
        if pairs:
            yield pairs
            costs = _costs(players, earlier)
            others = [_cheapest({pair: costs[pair] for pair in costs.keys() - {forbidden}}) for forbidden in pairs]
            complete = [other for other in others if len(other) == len(pairs)]
            yield from sorted(complete, key=lambda other: sum(costs[pair] for pair in other))


def _leave_a_round(pairs: set[Pair], present: Sequence[int], earlier: EarlierRounds) -> bool:
    """Return whether the same players can be paired once more, and one who is due for the bye has it."""
    left = {frozenset(pair) for pair in combinations(present, 2)} - earlier.meetings.keys() - pairs
    if len(present) % 2:
        free = earlier.free + Counter(set(present).difference(*pairs))
        fewest = min(free[player] for player in present)
        left |= {frozenset((NOBODY, player)) for player in present if free[player] == fewest}
    return len(_cheapest(dict.fromkeys(left, 0))) == ceil(len(present) / 2)


def _matching(players: Sequence[int], earlier: EarlierRounds, *, again: bool = False) -> set[Pair]:
    """Return the cheapest pairs of all players, block by block if that is possible; none if there are none."""
    for blocks in (_blocks(players, earlier), [players]):
        pairs = {pair for block in blocks for pair in _cheapest(_costs(block, earlier, again=again))}
        if len(pairs) * 2 == len(players):
            return pairs
    return set()


def _blocks(players: Sequence[int], earlier: EarlierRounds) -> list[Sequence[int]]:
    """Return the players in blocks of about the same even size, from the top of the table."""
    ranking = sorted(players, key=lambda player: (-earlier.half_points[player], player))
    size = 2 * ceil(len(players) / 2 / ceil(len(players) / LARGEST_BLOCK))
    return [ranking[start : start + size] for start in range(0, len(ranking), size)]


def _costs(players: Sequence[int], earlier: EarlierRounds, *, again: bool = False) -> Costs:
    """Return the cost of each pair of these players, without those who have met unless they may meet `again`."""
    points, first = earlier.half_points, earlier.first
    groups: dict[int, list[int]] = {}
    for player in players:
        groups.setdefault(points[player], []).append(player)
    places = {player: place for group in groups.values() for place, player in enumerate(group)}

    def cost(one: int, other: int) -> int:
        apart = abs(points[one] - points[other])
        total = OF_A_HALF_POINT * apart**2 + OF_A_REMATCH * earlier.meetings[frozenset((one, other))]
        if first[one] * first[other] > 0:
            total += OF_A_SEAT if min(abs(first[one]), abs(first[other])) == 1 else OF_A_THIRD_SEAT
        if not apart:
            size = len(groups[points[one]])
            total += OF_THE_WORST_FOLD * abs(abs(places[one] - places[other]) - size // 2) // size
        return total

    pairs = map(frozenset, combinations(players, 2))
    return {pair: cost(*pair) for pair in pairs if again or pair not in earlier.meetings}


def _cheapest(costs: Costs) -> set[Pair]:
    """Return as many pairs as can be, of the least sum of costs."""
    graph = Graph()
    dearest = max(costs.values(), default=0)
    graph.add_weighted_edges_from((*sorted(pair), dearest - cost) for pair, cost in costs.items())
    return {frozenset(pair) for pair in max_weight_matching(graph, maxcardinality=True)}
