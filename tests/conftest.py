"""Fixtures and hooks of all tests."""

import gc
import os
import signal
from collections.abc import Generator
from pathlib import Path

import hypothesis
import pytest
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling

from tests.memory import write_into_memory

write_into_memory()

pytest_plugins = ["tests.boards", "tests.figures", "tests.locks", "tests.rules.options", "tests.servers"]

# How long an example takes says more about the machine than about the code; `make bench` is there to measure.
hypothesis.settings.register_profile("sundial", deadline=None)
hypothesis.settings.register_profile("fuzz", deadline=None, max_examples=int(os.environ.get("EXAMPLES", "20000")))
hypothesis.settings.load_profile("sundial")

# A run that is told to end stops the servers it has started, as at Ctrl-C.
signal.signal(signal.SIGTERM, signal.default_int_handler)


SLOW = (
    "tests/soak/test_soak.py",
    "tests/journeys/",
    "tests/releases/",
    "tests/test_tooling_compose.py",
    "tests/test_tooling_play.py",
    "tests/test_tooling_clocks.py",
    "tests/service/api/test_schemathesis.py",
    "tests/gauntlet/",
    "tests/backup/",
    "tests/service/backups/",
    "tests/service/schema/",
    "tests/service/stages/",
    "tests/service/year/",
    "tests/benchmarks/",
    "tests/packages/",
    *(
        f"tests/browser/test_{name}.py"
        for name in (
            "axe",
            "dead_streams",
            "documentation",
            "foreign_app",
            "keyboard",
            "lost_lines",
            "read_aloud",
            "sessions",
            "signed_out",
            "tablet",
            "telephone",
            "weights",
            "what_if",
        )
    ),
    "tests/workers/loops/",
    "tests/workers/test_stopping.py",
    "tests/service/server/test_chunked_bodies.py",
    "tests/service/server/test_large_and_slow_bodies.py",
    "tests/service/server/test_proxies_of_systemd.py",
    "tests/service/mail/inbound/test_whole_languages.py",
    "tests/service/mail/test_spam_filters.py",
    "tests/service/test_secret_key.py",
    "tests/test_tooling_alerts.py",
    "tests/test_tooling_commands.py",
)
"""What `make test-slow` runs: long journeys, soak, stages, and whatever else is built, started or killed as a whole."""
HEAVY = (*SLOW, "tests/browser/", "tests/workers/", "tests/service/server/", "tests/test_tooling_")
"""Where single tests and modules take long, the longest first: begun last, one process would wait for another."""
SHARING = tuple(
    tuple(f"tests/journeys/test_{name}.py" for name in names)
    for names in (
        ("bot_check_as_guest", "bots", "events", "every_game"),
        ("foreign_app", "tutorial"),
    )
)
"""Modules that share a Sundial of `tests/journeys/conftest.py`: in one process of the run, it is started once."""


class ByModule(LoadScopeScheduling):  # type: ignore[misc]  # it has no types
    """Scheduler that gives each module to one process, and modules with an expensive shared fixture to the same one."""

    def _split_scope(self, nodeid: str) -> str:
        return next((modules[0] for modules in SHARING if nodeid.startswith(modules)), super()._split_scope(nodeid))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> LoadScopeScheduling | None:
    """Create the scheduler; called by pytest-xdist, which uses its own if this returns None."""
    return ByModule(config, log) if config.getvalue("dist") == "loadscope" else None


def pytest_configure(config: pytest.Config) -> None:
    """Make each process collect from a different start, so that each reads bytecode compiled by the others.

    With the same start, as in pytest-xdist, each process would compile a fresh clone completely.
    """
    process = getattr(config, "workerinput", None)
    if process and config.args_source is pytest.Config.ArgsSource.TESTPATHS:
        places = [str(path) for path in sorted(Path(config.rootpath, "tests").iterdir()) if _may_hold_tests(path)]
        first = len(places) * int(process["workerid"].removeprefix("gw")) // process["workercount"]
        config.args = places[first:] + places[:first]


def _may_hold_tests(path: Path) -> bool:
    return path.match("test_*.py") or (path.is_dir() and path.name != "__pycache__")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Let no garbage be looked for while all is collected, of which next to nothing is any: it took a sixth of that."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark slow tests, and start with long ones; the Makefile keeps that order with --no-loadscope-reorder."""
    items.sort(key=_place)
    names = {item.nodeid for item in items}
    for item in items:
        on_sqlite = item.nodeid.replace("postgresql", "sqlite")
        if item.nodeid.startswith(SLOW) or (on_sqlite != item.nodeid and on_sqlite in names):
            item.add_marker(pytest.mark.slow)


def _place(item: pytest.Item) -> tuple[int, str]:
    name = item.nodeid
    heaviest = next((place for place, folder in enumerate(HEAVY) if name.startswith(folder)), len(HEAVY))
    return heaviest, name.partition("::")[0]


def pytest_collection_finish() -> None:
    """Freeze collected objects: garbage collection of them took a second each time."""
    gc.freeze()
