"""A plugin of pytest that runs no test itself: it tries changes of the code, each in a child process of its own.

Everything is imported once. A change within functions is made in the child, to the functions that are there; any other
needs everything imported anew, from a copy of the checkout.
"""

from __future__ import annotations

import gc
import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from itertools import islice
from multiprocessing import Pipe
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import cast

import pytest
from _pytest.runner import runtestprotocol

from tests.mutants.functions import change, forget_results
from tests.mutants.limits import Limit
from tests.waiting import eventually

AT_ONCE = 2
SLACK, MARGIN = 10, 60
"""How many times the seconds without a change a test may compute, and more; then the change counts as noticed."""
IMPORTING = 300
"""Seconds of computing within which everything has been imported anew."""
LOOK = 1.0
"""Seconds from one look at how much has been computed to the next."""
SOON = 0.1
"""Seconds after which verdicts are shown at the latest."""
ENDING = 20
"""Seconds in which a test that is told to end stops its servers."""
MEMORY = 8 * 1024**3
"""Bytes that a change may fill."""

WITH_TABLES = ("tests/service/", "tests/workers/")
"""Folders of tests that lay tables, each for itself."""


@dataclass(frozen=True)
class Trial:
    """A file with its code changed, or None where it lies there changed, and the tests to run, in this order."""

    number: int
    path: str
    code: str | None
    anew: bool
    tests: Sequence[str]
    seconds: Mapping[str, float]
    margin: float = MARGIN

    def longest(self, test: str) -> float:
        """Seconds that a test may compute."""
        return self.margin + SLACK * self.seconds[test]


@dataclass(frozen=True)
class Verdict:
    """The result of a trial: `killed` by a test, and why, `timeout` in one, or `survived` all of them."""

    number: int
    outcome: str
    test: str = ""
    why: str = ""


@dataclass(frozen=True)
class Begun:
    """A test has begun, and may compute for so many seconds."""

    test: str
    longest: float


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--trials", type=Path, required=True, help="a file of what to try; what came of it goes beside it")


def pytest_configure(config: pytest.Config) -> None:
    """Take the place of pytest's own loop."""
    config.pluginmanager.register(Trials(config.getoption("--trials")))


def try_all(trials: Sequence[Trial], paths: Sequence[str], place: Path, checkout: Path) -> Iterator[Verdict]:
    """Run pytest on the tests at these paths of a checkout; the verdicts come as they are found."""
    plan = place / "trials.json"
    plan.write_text(json.dumps([asdict(trial) for trial in trials]))
    quiet = ["-q", "-p", "no:cacheprovider", "--basetemp", str(place / "tests"), "-o", "tmp_path_retention_policy=none"]
    command = [sys.executable, "-m", "pytest", *quiet, "-p", "tests.mutants.trials", "--trials", str(plan), *paths]
    environment = os.environ | {"PYTHONPATH": str(checkout)}
    done = verdicts(plan)
    done.write_text("")
    with (
        done.open() as lines,
        plan.with_suffix(".log").open("w") as log,
        subprocess.Popen(command, cwd=checkout, env=environment, stdout=log, stderr=log) as process,
    ):
        try:
            has_ended = False
            while not has_ended:
                has_ended = eventually(lambda: process.poll() is not None, SOON)
                yield from (Verdict(**json.loads(line)) for line in lines)
        finally:
            process.terminate()


def verdicts(plan: Path) -> Path:
    """Return the file of verdicts beside a plan."""
    return plan.with_suffix(".done")


class Trials:
    """Tries two changes at once."""

    def __init__(self, plan: Path) -> None:
        self._trials = [Trial(**each) for each in json.loads(plan.read_text())]
        self._done = verdicts(plan)
        self._child: Child | None = None

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run the trials; called by pytest when all tests are imported."""
        if session.testsfailed:
            return True  # what is changed cannot be imported
        items = {item.nodeid: item for item in session.items}
        self._warm_up(list(items.values()))
        gc.unfreeze()  # functions are looked for among what the collector knows
        gc.collect()  # else a child comes across what is left, and warns of it in the middle of a test
        running: dict[Connection, Running] = {}
        waiting = list(reversed(self._trials))
        try:
            while waiting or running:
                while waiting and len(running) < AT_ONCE:
                    started = self._start(waiting.pop(), items)
                    running[started.tells] = started
                for each in self._heard(list(running.values())):
                    del running[each.tells]
        finally:
            for each in running.values():
                os.kill(each.pid, signal.SIGTERM)
                each.end()
        return True

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Report a result to the parent; called by pytest in the child."""
        if self._child is not None and report.failed:
            self._child.failed = True
            crash = getattr(report.longrepr, "reprcrash", None)
            self._child.why = crash.message.partition("\n")[0] if crash else report.when

    def _warm_up(self, items: Sequence[pytest.Item]) -> None:
        """Lay the tables once, for all children."""
        for folder in WITH_TABLES:
            laying = (item for item in items if item.nodeid.startswith(folder) and "[sqlite]" in item.nodeid)
            for item in islice(laying, 1):
                _run(item)

    def _start(self, trial: Trial, items: Mapping[str, pytest.Item]) -> Running:
        hears, tells = Pipe(duplex=False)
        pid = os.fork()
        if pid:
            tells.close()
            return Running(trial, pid, hears, Limit(pid, IMPORTING))
        try:
            os.setsid()
            hears.close()
            self._child = Child(trial, tells)
            if not trial.tests:
                tells.send(Verdict(trial.number, "survived", why="no test runs it"))
            elif trial.anew:
                self._child.run_anew()
            else:
                self._child.run([items[test] for test in trial.tests if test in items])
        finally:
            os._exit(0)

    def _heard(self, running: Sequence[Running]) -> Iterator[Running]:
        """Yield the trials that have ended."""
        ready = wait([each.tells for each in running], LOOK)
        for each in running:
            verdict = each.hear() if each.tells in ready else each.late()
            if verdict is not None:
                each.end()
                with self._done.open("a") as done:
                    done.write(json.dumps(asdict(verdict)) + "\n")
                yield each


@dataclass
class Running:
    """A child process, as its parent sees it."""

    trial: Trial
    pid: int
    tells: Connection
    limit: Limit
    test: str = ""

    def hear(self) -> Verdict | None:
        """Read a message of the child: the test that it starts, or the end."""
        try:
            said: Begun | Verdict = self.tells.recv()
        except EOFError:
            outcome = "killed" if self.test else "survived"
            return Verdict(self.trial.number, outcome, self.test, "the process has died")
        if isinstance(said, Verdict):
            return said
        self.test, self.limit = said.test, Limit(self.pid, said.longest)
        return None

    def late(self) -> Verdict | None:
        """Return a timeout verdict if the trial takes too long."""
        if not self.limit.is_over() or self.tells.poll():
            return None
        os.kill(self.pid, signal.SIGTERM)
        return Verdict(self.trial.number, "timeout", self.test)

    def end(self) -> None:
        """Wait for its servers to stop, then kill the rest."""
        self.tells.close()
        eventually(lambda: os.waitpid(self.pid, os.WNOHANG) != (0, 0), ENDING)
        with suppress(ProcessLookupError):
            os.killpg(self.pid, signal.SIGKILL)
        with suppress(ChildProcessError):
            os.waitpid(self.pid, 0)


class Child:
    """The process that tries one change."""

    def __init__(self, trial: Trial, tells: Connection) -> None:
        self.failed = False
        self.why = ""
        self._trial = trial
        self._tells = tells
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))

    def run(self, items: Sequence[pytest.Item]) -> None:
        """Change the functions that are there, and run tests until one fails twice."""
        _capture_anew(items[0].config)
        forget_results()
        if self._trial.code is not None:
            change(Path(self._trial.path), self._trial.code)
        verdict = Verdict(self._trial.number, "survived")
        try:
            for item in items:
                if self._fails(item) and self._fails(item):
                    verdict = Verdict(self._trial.number, "killed", item.nodeid, self.why)
                    break
        except KeyboardInterrupt:
            return
        finally:
            items[0].session._setupstate.teardown_exact(None)
        self._tells.send(verdict)

    def _fails(self, item: pytest.Item) -> bool:
        self.failed = False
        self._tells.send(Begun(item.nodeid, self._trial.longest(item.nodeid)))
        _run(item)
        return self.failed

    def run_anew(self) -> None:
        """Run the tests in another pytest, on a copy of the checkout in which the file is changed."""
        self._tells.send(Begun("", IMPORTING + sum(map(self._trial.longest, self._trial.tests))))
        with tempfile.TemporaryDirectory(prefix="sundial-mutant-") as place:
            copy = Path(place) / "checkout"
            shutil.copytree(Path.cwd(), copy)
            (copy / self._trial.path).write_text(self._trial.code or "")
            paths = sorted({test.partition("::")[0] for test in self._trial.tests})
            found = list(try_all([replace(self._trial, code=None, anew=False)], paths, Path(place), copy))
        verdict = Verdict(self._trial.number, "killed", why="it cannot be imported")
        self._tells.send(found[0] if found else verdict)


def _run(item: pytest.Item) -> None:
    """Run a test, keeping only session fixtures."""
    runtestprotocol(item, nextitem=cast("pytest.Item", item.session))


def _capture_anew(config: pytest.Config) -> None:
    """Give the child capture files of its own."""
    capturing = config.pluginmanager.getplugin("capturemanager")
    capturing.stop_global_capturing()
    with Path(os.devnull).open("w") as nowhere:
        os.dup2(nowhere.fileno(), 1)
        os.dup2(nowhere.fileno(), 2)
    capturing.start_global_capturing()
