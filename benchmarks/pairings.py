"""Play random tournaments and print what their pairings are like: `python -m benchmarks.pairings [--trial]`.

The trial compares our Swiss engine with two libraries. They are not among Sundial's packages; install them by
`pip install py4swiss==0.3.1 pairing-core==0.4.1`.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from random import Random
from time import process_time

from benchmarks.tournaments import Course, Outcome, paired, play
from service.competitions.pairing.interface import Entrant, PairingSystem
from service.competitions.pairing.swiss import swiss
from service.competitions.pairing.table_draw import table_draw
from service.models.competition import Pairing

LARGE = Course(64, 6, late=0.05, absent=0.03, leaves=0.02, never_moves=0.01, hanging=0.5)
LARGEST = "64 players, 6 rounds"
TRIALS: Mapping[str, tuple[int, list[Course]]] = {
    "6 players, 5 rounds": (40, [Course(6, 5)]),
    "5 to 12 players, absences and late entries": (
        40,
        [Course(n, n // 2 + 1, late=0.2, absent=0.1, leaves=0.03) for n in range(5, 13)],
    ),
    LARGEST: (3, [replace(LARGE, hanging=0)]),
}


def main() -> None:
    """Print the figures, or with `--trial` the table of the trial."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.pairings", description=__doc__)
    parser.add_argument("--trial", action="store_true", help="compare Swiss engines, instead of the figures")
    parser.add_argument("--tournaments", type=int, default=1000, help="of 64 players in 6 rounds (default: 1000)")
    chosen = parser.parse_args()
    if chosen.trial:
        _trial()
        return
    _figures([play(swiss, LARGE, Random(seed)) for seed in range(chosen.tournaments)])
    _times()
    _tables()


def _figures(outcomes: Iterable[Outcome]) -> None:
    seats: Counter[int] = Counter()
    faults: Counter[str] = Counter()
    notes: Counter[str] = Counter()
    for outcome in outcomes:
        seats.update(outcome.imbalance())
        faults.update(outcome.faults)
        notes.update(drawn.note for drawn in outcome.rounds if drawn.note)
    print(f"seats, one more often than the other: {dict(sorted(seats.items()))}")
    print(f"balanced to 1: {100 * (seats[0] + seats[1]) / seats.total():.1f} %; faults: {dict(faults)}; {dict(notes)}")


def _times() -> None:
    for players in (64, 1000):
        rng = Random(players)
        met: list[Pairing] = []
        entrants = [Entrant(number, 1, is_in=True) for number in range(1, players + 1)]
        times = []
        for _ in range(6):
            began = process_time()
            (drawn,) = swiss(entrants, met, 6, 2)
            times.append(process_time() - began)
            met += [
                paired(drawn.round, board, pair, rng.choice(((2, 0), (1, 1), (0, 2))), unplayed=False)
                for board, pair in enumerate(drawn.pairings)
            ]
        print(f"{players} players, seconds for each round: {' '.join(f'{each:.2f}' for each in times)}")


def _tables() -> None:
    for seats in (3, 4):
        for players in (5, 6, 7, 9, 11, 13, 24):
            outcome = play(table_draw, Course(players, 6, seats), Random(players))
            meetings = outcome.meetings()
            often = Counter(meetings[one, other] for other in range(1, players + 1) for one in range(1, other))
            print(f"{players} players at tables of {seats}, 6 rounds: pairs by meetings {dict(sorted(often.items()))}")


def _trial() -> None:
    from benchmarks.swiss_libraries import pairing_core, py4swiss  # noqa: PLC0415  # not among Sundial's packages

    engines: Mapping[str, PairingSystem] = {"ours": swiss, "py4swiss": py4swiss, "pairing-core": pairing_core}
    for name, (tournaments, courses) in TRIALS.items():
        for engine, system in engines.items():
            if engine == "pairing-core" and name == LARGEST:
                print(f"{name} | {engine} | not tried: a tournament takes more than a minute")
                continue
            began = process_time()
            outcomes = [play(system, courses[seed % len(courses)], Random(seed)) for seed in range(tournaments)]
            seconds = process_time() - began
            failed = sum(any("no pairing" in fault for fault in outcome.faults) for outcome in outcomes)
            wrong = Counter(fault for outcome in outcomes for fault in outcome.faults)
            again = sum(any(drawn.note for drawn in outcome.rounds) for outcome in outcomes)
            rounds = sum(len(outcome.rounds) for outcome in outcomes)
            worst = max(max(outcome.imbalance()) for outcome in outcomes)
            print(
                f"{name} | {engine} | {tournaments} tournaments, {failed} without a pairing, {again} with a note, "
                f"seats within {worst}, {1000 * seconds / rounds:.0f} ms a round, {dict(wrong)}"
            )


if __name__ == "__main__":
    main()
