"""Places and tie-breaks of a tournament.

Unplayed rounds follow FIDE's rule of 2023 (Handbook C.07): one's own count as games against a dummy with one's own
points, and the rounds after somebody has left count as draws among their opponents' tie-breaks.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, permutations

from service.competitions.pairing.earlier_rounds import latest_round
from service.competitions.pairing.interface import Entrant
from service.competitions.pairing.knock_out import bracket
from service.models.competition import Pairing, System


@dataclass(frozen=True)
class Row:
    """A player's line in the table."""

    place: int
    """From 1. Equals share a place, and the next places are left out: 1, 1, 3."""
    number: int
    half_points: int
    tie_breaks: tuple[int, ...]
    """The values of the system's `TIE_BREAKS`, in their order and units."""
    has_left: bool


TIE_BREAKS: dict[System, tuple[str, ...]] = {
    System.ROUND_ROBIN: ("sonneborn-berger",),
    System.SWISS: ("buchholz-cut-1", "buchholz", "sonneborn-berger"),
    System.KNOCK_OUT: (),
    System.TABLES: ("sonneborn-berger",),
}
"""Codes of the tie-breaks of a row. Buchholz is in half points, Sonneborn-Berger in quarter points.

The direct encounter comes before them. It has no value of its own.
"""

Values = Mapping[int, tuple[int, ...]]
"""The tie-breaks of each player."""
Duels = Mapping[int, Mapping[int, int]]
"""The half points of one player against another, in all their games; a win without play counts."""


@dataclass(frozen=True)
class Contribution:
    """What an opponent, or the dummy of an unplayed round, adds to the tie-breaks of a player."""

    is_voluntary: bool
    """Whether the player did not want to play: it is cut first."""
    opponent: int
    """Half points of the opponent in the tournament."""
    half_points: int
    """Two if the opponent was beaten, one if equalled."""


def standings(system: System, entrants: Sequence[Entrant], met: Sequence[Pairing]) -> Sequence[Row]:
    """Return the table, best first. Games under way count for nobody."""
    points = Counter({entrant.number: 0 for entrant in entrants})
    for game in met:
        points.update(dict(zip(game.players, game.half_points or (), strict=False)))
    values: Values = dict.fromkeys(points, ())
    if system == System.KNOCK_OUT:
        won = Counter(tie.winner for tie in bracket(entrants, met) if tie.winner)
        places = _by(won, points)
    else:
        values = _values(system, entrants, met, points)
        duels = _duels(met)
        places = [equals for group in _by(points, points) for equals in _separated(group, duels, values)]
    has_left = {entrant.number: not entrant.is_in for entrant in entrants}
    rows: list[Row] = []
    for equals in places:
        place = len(rows) + 1
        rows += [Row(place, player, points[player], values[player], has_left[player]) for player in sorted(equals)]
    return rows


def _by(value: Mapping[int, int], players: Iterable[int]) -> list[list[int]]:
    """Return the players in groups of the same value, the highest first."""
    ordered = sorted(players, key=lambda player: -value[player])
    return [list(group) for _, group in groupby(ordered, key=lambda player: value[player])]


def _separated(group: Sequence[int], duels: Duels, values: Values) -> list[list[int]]:
    """Return players with equal points in the order of the tie-breaks; real equals stay together.

    Once the best are found, all rules begin anew among them, and among the rest.
    """
    separated = []
    rest = list(group)
    while rest:
        best = _best_of_duels(rest, duels) or _best_of_values(rest, values)
        separated += [best] if len(best) == len(rest) else _separated(best, duels, values)
        rest = [player for player in rest if player not in best]
    return separated


def _best_of_duels(group: Sequence[int], duels: Duels) -> list[int]:
    """Return who leads the games within the group, if no game that is missing could change that; else nobody."""
    within = {player: [duels[player][other] for other in duels[player].keys() & set(group)] for player in group}
    least = {player: sum(won) for player, won in within.items()}
    top = max(least.values())
    best = [player for player in group if least[player] == top]
    others = [player for player in group if least[player] < top]
    missing = {player: len(group) - 1 - len(within[player]) for player in others}
    return best if others and all(least[player] + 2 * missing[player] < top for player in others) else []


def _best_of_values(group: Sequence[int], values: Values) -> list[int]:
    """Return who is best by the first tie-break that differs; everybody if none does."""
    for rule in range(len(values[group[0]])):
        top = max(values[player][rule] for player in group)
        best = [player for player in group if values[player][rule] == top]
        if len(best) < len(group):
            return best
    return list(group)


def _duels(met: Iterable[Pairing]) -> Duels:
    """Return what each player has against each other: at a table of several, two half points for the better place."""
    duels: defaultdict[int, Counter[int]] = defaultdict(Counter)
    for game in met:
        results = zip(game.players, game.half_points or (), strict=False)
        for (one, points), (other, others_points) in permutations(results, 2):
            duels[one][other] += _compared(points, others_points)
    return duels


def _compared(points: int, others_points: int) -> int:
    """Return two for the better of two results, one for equals."""
    return 1 + (points > others_points) - (points < others_points)


def _values(system: System, entrants: Iterable[Entrant], met: Sequence[Pairing], points: Mapping[int, int]) -> Values:
    """Return the tie-breaks of a system."""
    latest = latest_round(met)
    drawn = Counter(player for game in met for player in game.players)
    own_latest = {player: game.round for game in sorted(met, key=lambda game: game.round) for player in game.players}
    adjusted = dict(points)
    contributions: dict[int, list[Contribution]] = {player: [] for player in points}
    for entrant in entrants if system == System.SWISS else ():
        own = entrant.number
        adjusted[own] += 0 if entrant.is_in else latest - own_latest.get(own, 0)
        contributions[own] += [Contribution(is_voluntary=True, opponent=points[own], half_points=0)] * (
            latest - drawn[own]
        )
    for game in met:
        for player, won in zip(game.players, game.half_points or (), strict=False):
            contributions[player] += _contributions(game, player, won, points[player], adjusted)
    return {player: _tie_breaks(system, each) for player, each in contributions.items()}


def _contributions(
    game: Pairing, player: int, won: int, points: int, adjusted: Mapping[int, int]
) -> list[Contribution]:
    """Return what a game adds to the tie-breaks of a player who won so much in it, and has these points in all."""
    if game.unplayed or len(game.players) == 1:
        return [Contribution(is_voluntary=won == 0, opponent=points, half_points=won)]
    results = zip(game.players, game.half_points or (), strict=True)
    return [
        Contribution(is_voluntary=False, opponent=adjusted[other], half_points=_compared(won, theirs))
        for other, theirs in results
        if other != player
    ]


def _tie_breaks(system: System, contributions: Sequence[Contribution]) -> tuple[int, ...]:
    """Return the tie-breaks of a player. A voluntary absence is cut before the lowest opponent."""
    buchholz = sum(each.opponent for each in contributions)
    cut = min(contributions, key=lambda each: (not each.is_voluntary, each.opponent), default=None)
    values = {
        "buchholz-cut-1": buchholz - (cut.opponent if cut else 0),
        "buchholz": buchholz,
        "sonneborn-berger": sum(each.opponent * each.half_points for each in contributions),
    }
    return tuple(values[rule] for rule in TIE_BREAKS[system])
