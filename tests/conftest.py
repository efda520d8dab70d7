"""What every test may ask for."""

import gc
import os
import signal

import hypothesis

from tests.memory import write_into_memory

write_into_memory()

pytest_plugins = ["tests.figures", "tests.rules.options", "tests.servers"]

# How long an example takes says more about the machine than about the code; `make bench` is there to measure.
hypothesis.settings.register_profile("sundial", deadline=None)
hypothesis.settings.register_profile("fuzz", deadline=None, max_examples=int(os.environ.get("EXAMPLES", "20000")))
hypothesis.settings.load_profile("sundial")

# A run that is told to end stops the servers it has started, as at Ctrl-C.
signal.signal(signal.SIGTERM, signal.default_int_handler)


def pytest_collection_finish() -> None:
    """What was imported and collected stays until the end: to look through it for garbage took a second each time."""
    gc.freeze()
