"""What every test may ask for."""

import gc
import os
import signal

import hypothesis
import pytest

from tests.memory import write_into_memory

write_into_memory()

pytest_plugins = ["tests.figures", "tests.rules.options", "tests.servers"]

# How long an example takes says more about the machine than about the code; `make bench` is there to measure.
hypothesis.settings.register_profile("sundial", deadline=None)
hypothesis.settings.register_profile("fuzz", deadline=None, max_examples=int(os.environ.get("EXAMPLES", "20000")))
hypothesis.settings.load_profile("sundial")

# A run that is told to end stops the servers it has started, as at Ctrl-C.
signal.signal(signal.SIGTERM, signal.default_int_handler)


HEAVY = (
    "tests/soak/test_soak.py",
    "tests/journeys/",
    "tests/releases/",
    "tests/test_tooling_play.py",
    "tests/service/api/test_schemathesis.py",
    "tests/gauntlet/",
    "tests/backup/",
    "tests/service/backups/",
    "tests/service/schema/",
    "tests/service/stages/",
    "tests/browser/",
    "tests/workers/",
    "tests/benchmarks/",
    "tests/service/edge/",
)
"""Where single tests and modules take minutes, the longest first: begun last, one process would wait for another."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with what takes long; `make test` keeps that order with --no-loadscope-reorder."""
    items.sort(key=_place)


def _place(item: pytest.Item) -> int:
    return next((place for place, folder in enumerate(HEAVY) if item.nodeid.startswith(folder)), len(HEAVY))


def pytest_collection_finish() -> None:
    """What was imported and collected stays until the end: to look through it for garbage took a second each time."""
    gc.freeze()
