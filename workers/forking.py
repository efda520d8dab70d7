"""The fork server: import what programs need once, and fork each program from it, to share memory and start at once.

It has no threads, so that forks find no lock held. The supervisor sends each request over a socket, with a pipe for the
answers: the process id, and after its end the exit code.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoints, entry_points
from pathlib import Path
from socket import recv_fds, socket

import rules
from service.config import environment
from service.db.engines import import_driver
from workers.jobs import jobs
from workers.parent_watch import LISTENER

SHARED = (
    "billiard.popen_fork",
    "celery.app.log",
    "celery.apps.worker",
    "celery.bin.celery",
    "celery.concurrency.prefork",
    "celery.worker.consumer",
    "celery.worker.strategy",
    "service.cli.configured",
    "service.telemetry.logs",
    "service.telemetry.processes",
    "workers.tasks",
)
"""Modules that more than one program imports, apart from jobs and games."""
IN_A_FILE = "sqlite://"
"""An installation without DATABASE_URL uses SQLite."""
LONGEST = 1 << 16
"""Maximum length of a request in bytes."""
SHELL = "/bin/sh"
WORDS = "printf '%s\\0' "
NAME = Path("/proc/self/comm")
"""The file of Linux with the process name that `ps` and `top` show."""


@dataclass(frozen=True)
class Wish:
    """A request to fork a program, with the pipe of its leash and the pipe for answers."""

    name: str
    command: str
    heard: int
    answers: int


class Forks:
    """The forked programs, and the pipes for their exit codes."""

    def __init__(self) -> None:
        self._pipes: dict[int, int] = {}

    def begin(self, wish: Wish) -> bool:
        """Fork a program; return True in the child process."""
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGCHLD])  # handle a child's end after it is registered
        process = os.fork()
        if process:
            self._pipes[process] = wish.answers
            _answer(wish.answers, process)
            os.close(wish.heard)
        else:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            for pipe in (wish.answers, *self._pipes.values()):
                os.close(pipe)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGCHLD])
        return not process

    def tell(self, _number: int, _frame: object) -> None:
        """Report the exit codes of ended programs, as a handler of SIGCHLD."""
        with suppress(ChildProcessError):
            while (ended := os.waitpid(-1, os.WNOHANG))[0]:
                process, status = ended
                pipe = self._pipes.pop(process)
                _answer(pipe, os.waitstatus_to_exitcode(status))
                os.close(pipe)


def main() -> None:
    """Fork programs as requested over the socket whose descriptor is the argument, until the other side closes it."""
    line, forks = socket(fileno=int(sys.argv[1])), Forks()
    prepare()
    signal.signal(signal.SIGCHLD, forks.tell)
    for wish in wishes(line):
        if forks.begin(wish):
            line.close()
            become(wish)


def prepare() -> None:
    """Import the modules that the programs share."""
    for module in SHARED:
        import_module(module)
    import_driver(environment.read_database_url(os.environ.get("DATABASE_URL", "")) or IN_A_FILE)
    for job in jobs():
        job.load()
    rules.games()
    scripts()
    gc.collect()
    gc.freeze()  # the collector writes to the objects that it visits, which would unshare their memory


@cache
def scripts() -> EntryPoints:
    """Return all console scripts of the environment."""
    return entry_points(group="console_scripts")


def wishes(line: socket) -> Iterator[Wish]:
    """Yield the requests."""
    while True:
        text, pipes, *_ = recv_fds(line, LONGEST, 2)
        if not text:
            return
        yield Wish(*json.loads(text), *pipes)


def become(wish: Wish) -> None:
    """Turn this process into an installed program, as a shell would start it; ends in SystemExit."""
    os.setsid()
    os.posix_spawn(
        SHELL, [SHELL, "-c", LISTENER], os.environ, file_actions=[(os.POSIX_SPAWN_DUP2, wish.heard, sys.stdin.fileno())]
    )
    os.close(wish.heard)
    with suppress(OSError):
        NAME.write_text(wish.name)
    sys.argv = subprocess.check_output([SHELL, "-c", WORDS + wish.command], text=True).split("\0")[:-1]
    sys.exit(scripts()[sys.argv[0]].load()())


def _answer(pipe: int, number: int) -> None:
    with suppress(BrokenPipeError):
        os.write(pipe, f"{number}\n".encode())


if __name__ == "__main__":
    main()
