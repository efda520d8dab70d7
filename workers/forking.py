"""One process imports what programs need, and each program is a fork of it: they share its memory, and start at once.

It has no thread, so that what it forks finds nothing half done. The supervisor says over a socket what to fork; the
answer goes into a pipe that comes with each wish: the id of the process, and once it has ended its exit code.
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
from service.core import config
from service.core.db import import_driver
from workers.jobs import jobs
from workers.leashes import LISTENER

SHARED = (
    "billiard.popen_fork",
    "celery.app.log",
    "celery.apps.worker",
    "celery.bin.celery",
    "celery.concurrency.prefork",
    "celery.worker.consumer",
    "celery.worker.strategy",
    "service.cli.configured",
    "service.core.telemetry.logs",
    "service.core.telemetry.processes",
    "workers.tasks",
)
"""What more than one program imports, with all that these import; all jobs and games."""
IN_A_FILE = "sqlite://"
"""The database of an installation without one of its own is SQLite's."""
LONGEST = 1 << 16
"""Bytes of a wish."""
SHELL = "/bin/sh"
WORDS = "printf '%s\\0' "
NAME = Path("/proc/self/comm")
"""Where a process of Linux says what `ps` and `top` are to call it."""


@dataclass(frozen=True)
class Wish:
    """A program to be forked, the pipe of its leash, and the one for answers."""

    name: str
    command: str
    heard: int
    answers: int


class Forks:
    """The programs that were forked, and who is to be told of their ends."""

    def __init__(self) -> None:
        self._pipes: dict[int, int] = {}

    def begin(self, wish: Wish) -> bool:
        """Fork; True in the process that is to be the program."""
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGCHLD])  # one that ends at once is known by then
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
        """Tell of those that have ended."""
        with suppress(ChildProcessError):
            while (ended := os.waitpid(-1, os.WNOHANG))[0]:
                process, status = ended
                pipe = self._pipes.pop(process)
                _answer(pipe, os.waitstatus_to_exitcode(status))
                os.close(pipe)


def main() -> None:
    """Fork what is wished for over the socket whose number is the argument, until the other side has gone."""
    line, forks = socket(fileno=int(sys.argv[1])), Forks()
    prepare()
    signal.signal(signal.SIGCHLD, forks.tell)
    for wish in wishes(line):
        if forks.begin(wish):
            line.close()
            become(wish)


def prepare() -> None:
    """Import what is to be shared."""
    for module in SHARED:
        import_module(module)
    import_driver(config.read_database_url(os.environ.get("DATABASE_URL", "")) or IN_A_FILE)
    for job in jobs():
        job.load()
    rules.games()
    scripts()
    gc.collect()
    gc.freeze()  # the collector writes to what it looks at, and memory that is written to is not shared any more


@cache
def scripts() -> EntryPoints:
    """All commands that are installed beside us."""
    return entry_points(group="console_scripts")


def wishes(line: socket) -> Iterator[Wish]:
    """What is wished for, one after the other."""
    while True:
        text, pipes, *_ = recv_fds(line, LONGEST, 2)
        if not text:
            return
        yield Wish(*json.loads(text), *pipes)


def become(wish: Wish) -> None:
    """Be a program that was installed with us, as a shell would start it; SystemExit."""
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
