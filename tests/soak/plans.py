"""The runs that are made: a short one for `make test-slow`, and one for each fault that Sundial could have."""

from __future__ import annotations

from dataclasses import replace

from tests.quick_drawing import python_path
from tests.soak.course import Plan
from tests.soak.installation import Shape
from tests.soak.post_office import Fate
from tests.soak.sabotage import KNOB

DECK = (
    "kill -9 web",
    "kill -9 a process of worker",
    "SIGSTOP web",
    "postgresql kill -9",
    "database mute",
    "redis kill -9",
    "redis SIGSTOP for 12 s",
    "mail server loses its 250",
    Fate.NOBODY,
    Fate.UNWANTED,
    Fate.DROPPED,
    Fate.KILLED_BEFORE,
    Fate.KILLED_AFTER,
    "kill -9 inbound",
    "reader killed",
    "deadline passes",
)
SHORT = Plan(
    seed=7,
    minutes=0,
    bots=6,
    readers=2,
    writers=2,
    every=(1.0, 2.0),
    lasting=(0.3, 1.0),
    drain=300.0,
    soon=0.0,
    leases=False,
    deck=DECK,
    shape=Shape(processes=1, jumps=False, knobs={"PYTHONPATH": python_path()}),
)
"""What killed processes held is left to the ends of their leases. Nobody looks at the boards in mails."""

MEANT_FOR = {"come back late": ("redis kill -9",)}
"""The faults without which a fault of its own does not show."""


def sabotaged(name: str) -> Plan:
    """Return a short run of a Sundial with that fault, in which programs often send two moves at once."""
    app, workers = "tests.soak.sabotage:create_server()", "tests.soak.sabotaged_workers"
    shape = Shape(processes=1, app=app, workers=workers, knobs={KNOB: name})
    quiet = replace(SHORT, minutes=0.5, deck=(), every=(4.0, 8.0), race=0.5, moves=30)
    return replace(quiet, only=MEANT_FOR.get(name, ()), shape=shape)
