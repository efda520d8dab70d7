"""`make gauntlet`: send every attempt, print failures, then the table."""

from __future__ import annotations

import argparse
import sys

from service.embedded.home import be_private
from tests.gauntlet.course import run


def main() -> int:
    """0 if everything was as it should be."""
    parser = argparse.ArgumentParser(prog="make gauntlet", description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--share", type=float, default=1.0, help="how much of everything, from 0 to 1")
    parser.add_argument("--slow", type=int, default=100, help="connections that are held open")
    chosen = parser.parse_args()
    be_private()
    score = run(chosen.seed, chosen.share, chosen.slow)
    for text in (*score.faults, *score.lines()):
        print(text)  # noqa: T201  # what it is run for
    return 1 if score.faults else 0


sys.exit(main())
