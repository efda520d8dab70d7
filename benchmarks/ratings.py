"""Measure ratings: the time to recompute results, and how well they order simulated people.

`python -m benchmarks.ratings [--results N] [--games N] [--seed N]`
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from random import Random
from statistics import correlation, fmean
from time import perf_counter

from service.ratings.replay import Replay
from service.ratings.results import Result

PEOPLE = 200
START = datetime(2026, 1, 1, tzinfo=UTC)
SPREAD = 250.0
"""Standard deviation of true strengths, in rating points."""
LUCK = 400 / math.log(10)
"""Scale of the luck in a game: 400 points more win ten games of eleven."""
POINT = 60.0
"""Rating points that make a point in a game; players with the same number of points share a rank."""


def main() -> None:
    """Print the time of a recomputation, and rank correlations with the truth."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.ratings")
    parser.add_argument("--results", type=int, default=100_000, help="results to recompute (default: 100000)")
    parser.add_argument("--games", type=int, default=10_000, help="games of the simulation (default: 10000)")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    rng = Random(chosen.seed)
    truth = {f"account:p{number}": rng.gauss(1500, SPREAD) for number in range(PEOPLE)}
    results = list(played(truth, chosen.results, (2, 3, 4), rng))
    began = perf_counter()
    replayed(results)
    seconds = perf_counter() - began
    print(f"recomputed {len(results)} results of 2 to 4 seats: {seconds:.1f} s, {len(results) / seconds:.0f} a second")
    for seats in ((2,), (3, 4)):
        print(simulated(truth, chosen.games, seats, rng))


def simulated(truth: dict[str, float], games: int, seats: Sequence[int], rng: Random) -> str:
    """Rate simulated games of people of known strength, and compare in words."""
    replay = replayed(played(truth, games, seats, rng))
    found = [replay.standings[player].strength for player in truth]
    same = correlation(ranked([each.mean for each in found]), ranked([*truth.values()]))
    shift = fmean(each.mean for each in found) - fmean(truth.values())
    off = [each.mean - shift - true for each, true in zip(found, truth.values(), strict=True)]
    within = fmean(abs(error) <= 2 * each.deviation for error, each in zip(off, found, strict=True))
    error = math.sqrt(fmean(each**2 for each in off))
    return (
        f"{len(truth)} people, {games} games of {' or '.join(map(str, seats))} seats: rank correlation {same:.3f}, "
        f"error {error:.0f} points, {within:.0%} within their uncertainty"
    )


def played(truth: dict[str, float], games: int, seats: Sequence[int], rng: Random) -> Iterator[Result]:
    """Play games: who has most points wins; each game ends a minute after the one before."""
    for number in range(games):
        players = rng.sample([*truth], rng.choice(seats))
        points = [round((truth[player] - LUCK * math.log(-math.log(rng.random()))) / POINT) for player in players]
        ranks = tuple(1 + sum(other > own for other in points) for own in points)
        yield Result(f"{number:012}", "siesta", START + timedelta(minutes=number), tuple(players), ranks)


def replayed(results: Sequence[Result] | Iterator[Result]) -> Replay:
    """Rate results from the first on."""
    replay = Replay()
    for result in results:
        replay.apply(result)
    return replay


def ranked(values: Sequence[float]) -> list[int]:
    """Return the rank of each value."""
    order = sorted(range(len(values)), key=values.__getitem__)
    return [rank for rank, _ in sorted(enumerate(order), key=lambda pair: pair[1])]


if __name__ == "__main__":
    main()
