"""Pytest plugin that records the lines that each test runs, its duration and its result.

Lines of a shared fixture count for all tests that use it with the same parameters. Caches are cleared between tests:
otherwise only the first one would run the cached code.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest
from coverage import Coverage

from tests.mutants.changes import CODE
from tests.mutants.functions import memories

LINES = "lines"
"""The file of coverage.py; each process of a run puts something after its name."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--measured", type=Path, required=True, help="a directory for what is measured")


def pytest_configure(config: pytest.Config) -> None:
    """Measure in the processes that run tests, from before anything of ours is imported."""
    if hasattr(config, "workerinput"):
        config.pluginmanager.register(Measuring(config.getoption("--measured")))


class Measuring:
    """Writes its files when the run is over."""

    def __init__(self, place: Path) -> None:
        self._place = place
        self._coverage = Coverage(
            data_file=place / LINES, data_suffix=True, config_file=False, include=list(CODE), messages=False
        )
        self._coverage.set_option("run:relative_files", value=True)
        self._coverage.start()
        self._seconds: dict[str, float] = {}
        self._shared: dict[str, Sequence[str]] = {}
        self._failed: set[str] = set()
        self._now = ""
        self._modules, self._memories = 0, list[Callable[[], None]]()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        began = time.monotonic()
        self._now = item.nodeid
        self._forget()
        with self._counted_for(item.nodeid):
            result = yield
        self._seconds[item.nodeid] = time.monotonic() - began
        self._shared[item.nodeid] = [shared(name, item.nodeid) for name in getattr(item, "fixturenames", ())]
        return result

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: pytest.FixtureDef[Any]) -> Iterator[None]:
        if fixturedef.scope == "function":
            return (yield)
        with self._counted_for(shared(fixturedef.argname, self._now)):
            return (yield)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if not report.passed:
            self._failed.add(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        self._coverage.stop()
        self._coverage.save()
        told = {"seconds": self._seconds, "shared": self._shared, "failed": sorted(self._failed)}
        (self._place / f"tests-{os.getpid()}.json").write_text(json.dumps(told))

    def _forget(self) -> None:
        """Clear all caches; they are searched for again when modules were added."""
        if self._modules != len(sys.modules):
            self._modules, self._memories = len(sys.modules), memories(_is_changed)
        for forget in self._memories:
            forget()

    @contextmanager
    def _counted_for(self, name: str) -> Iterator[None]:
        before = self._coverage.switch_context(name)
        try:
            yield
        finally:
            self._coverage.switch_context(before or "")


def _is_changed(function: FunctionType) -> bool:
    """Check whether it is defined in code that is changed."""
    path = Path(function.__code__.co_filename)
    return path.is_relative_to(Path.cwd()) and any(path.relative_to(Path.cwd()).match(pattern) for pattern in CODE)


def shared(fixture: str, test: str) -> str:
    """Return the name under which a fixture's lines are counted for tests with the same parameters."""
    return f"{fixture} [{test.partition('[')[2]}"
