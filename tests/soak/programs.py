"""A program in a session of its own, which can be killed, frozen, asked to end, and is started again when it ends."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from threading import Event, RLock, Thread

from workers.procfile import PROCFILE

GRACE = 20.0
"""Seconds that a program has to end when it is asked to; then it is killed, as every init does."""
LOOK_AGAIN = 0.3


class Program:
    """One process and its children. Whoever runs it in production starts it again when it has ended."""

    def __init__(self, name: str, command: str, env: Mapping[str, str], folder: Path) -> None:
        self.name = name
        self.deaths = 0
        """How often it has ended without having been asked to."""
        self._command, self._env, self._transcript = command, dict(env), folder / f"{name}.txt"
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = RLock()

    @property
    def pid(self) -> int:
        """The process id of the one that was started last."""
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        """Start it, unless it runs."""
        with self._lock, self._transcript.open("ab") as output:
            if not self.runs():
                arguments = ["/bin/sh", "-c", f"exec {self._command}"]
                self._process = subprocess.Popen(
                    arguments,
                    cwd=PROCFILE.parent,
                    env=self._env,
                    stdin=subprocess.DEVNULL,
                    stdout=output,
                    stderr=subprocess.STDOUT,
                    start_new_session=True,
                )

    def runs(self) -> bool:
        """Whether it has been started and has not ended."""
        return self._process is not None and self._process.poll() is None

    def revive(self) -> None:
        """Restart it if it has ended, and end its remaining children."""
        with self._lock:
            if self._process is not None and not self.runs():
                self.deaths += 1
                self.send(signal.SIGKILL)
                self.start()

    def kill(self) -> None:
        """End it and its children as a power cut would."""
        self.send(signal.SIGKILL)
        if self._process is not None:
            self._process.wait()

    def end(self) -> None:
        """Ask it to end, and see that it and all of its children have."""
        with self._lock:
            if self._process is None:
                return
            self._process.terminate()
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(GRACE)
            self.kill()
            self._process = None

    def send(self, number: signal.Signals) -> None:
        """Send a signal to it and all of its children."""
        if self._process is not None:
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, number)

    def children(self) -> list[int]:
        """Return the process ids of its children."""
        return children_of(self.pid) if self.runs() else []

    def output(self) -> str:
        """All that it has printed."""
        return self._transcript.read_text(errors="replace")


class Keeper:
    """Starts programs again that have ended, as the init of a machine does."""

    def __init__(self, programs: Callable[[], list[Program]]) -> None:
        self._programs = programs
        self._over = Event()
        self._thread = Thread(target=self._keep, name="keeper", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self) -> None:
        """Stop restarting ended programs."""
        self._over.set()
        self._thread.join()

    def _keep(self) -> None:
        while not self._over.wait(LOOK_AGAIN):
            for program in self._programs():
                program.revive()


def children_of(parent: int) -> list[int]:
    """Return the process ids of a process's children."""
    return [pid for pid, its_parent in _parents() if its_parent == parent]


def _parents() -> Iterator[tuple[int, int]]:
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            yield int(folder.name), int((folder / "stat").read_text().rpartition(")")[2].split()[1])
