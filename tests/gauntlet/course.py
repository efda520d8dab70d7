"""A run of the gauntlet: a seeded sample of all attempts, and the table of its results."""

from __future__ import annotations

import pkgutil
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib import import_module
from random import Random
from time import monotonic

from tests.gauntlet import doors
from tests.gauntlet.attempts import Attempt, sample
from tests.gauntlet.ground import Ground, fresh_ground
from tests.gauntlet.post import send_mails
from tests.gauntlet.referee import Referee
from tests.gauntlet.wire import hold_connections, send_bytes

SECRET = re.compile(r"quill@|wren@|sdl_[a-z2-7]{20}|/t/t\w{20}")
"""What no log may hold."""
ZERO = (
    "5xx",
    "changed",
    "changed of others",
    "leaks",
    "inside told",
    "no problem document",
    "unexpected status",
    "smuggled",
    "no answer",
)


@dataclass(frozen=True)
class Score:
    """The results of a run."""

    inputs: int
    doors: dict[str, Counter[str]]
    faults: list[str]
    counted: dict[str, int]
    slowest: float
    beside_slow: float
    held: int
    seconds: float
    printed: str = field(repr=False)

    @property
    def requests(self) -> int:
        """Count the requests sent, including emails and connections."""
        return sum(tally["requests"] for tally in self.doors.values())

    def lines(self) -> Iterator[str]:
        """Yield the lines of the table."""
        yield f"{'door':<18}{'requests':>9}{'refused':>9}{'answered':>9}{'5xx':>5}"
        for door, tally in self.doors.items():
            yield f"{door:<18}{tally['requests']:>9}{tally['refused']:>9}{tally['answered']:>9}{tally['5xx']:>5}"
        yield f"inputs {self.inputs}, requests {self.requests}, " + ", ".join(
            f"{n} {self.counted.get(n, 0)}" for n in ZERO
        )
        yield f"slowest answer {self.slowest:.2f} s"
        yield f"slowest answer beside {self.held} slow connections {self.beside_slow:.2f} s; {self.seconds:.0f} s"


def run(seed: int, share: float, slow: int) -> Score:
    """Run so much of it."""
    begun, rng = monotonic(), Random(seed)
    with fresh_ground() as ground:
        referee = Referee(ground)
        for attempt in sample(attempts(ground), share, rng):
            referee.send(attempt)
        send_bytes(referee, rng, share)
        beside_slow = hold_connections(referee, slow)
        send_mails(referee, rng, share)
        referee.close()
        printed = ground.printed()
    for found in re.findall(r"Traceback|" + SECRET.pattern, printed):
        referee.complain("inside told", "the log of the servers", found)
    counted = {
        name: sum(n for said, n in referee.counted.items() if said.split(" games")[0].startswith(name)) for name in ZERO
    }
    tallies = dict(referee.by_door)
    return Score(
        len(referee.inputs),
        tallies,
        referee.faults,
        counted,
        referee.slowest,
        beside_slow,
        slow,
        monotonic() - begun,
        printed,
    )


def attempts(ground: Ground) -> Iterator[Attempt]:
    """Yield the attempts of all HTTP interfaces."""
    for found in pkgutil.iter_modules(doors.__path__, f"{doors.__name__}."):
        yield from import_module(found.name).attempts(ground)
