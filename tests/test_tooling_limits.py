"""How long `python -m tests.mutants` lets a test compute."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.mutants.limits import Limit
from tests.waiting import eventually


@contextmanager
def program(code: str) -> Iterator[int]:
    """The number of a process of Python that runs this."""
    command = [sys.executable, "-c", f"import subprocess, sys\n{code}"]
    with subprocess.Popen(command, stdin=subprocess.PIPE) as process:
        try:
            yield process.pid
        finally:
            process.kill()


@pytest.mark.parametrize(
    "code",
    [
        "while True: pass",
        "subprocess.run([sys.executable, '-c', 'for _ in range(10**8): pass'])\nsys.stdin.read()",
    ],
)
def test_a_limit_is_over_when_a_program_and_what_it_has_started_have_computed_so_long(code: str) -> None:
    with program(code) as pid:
        limit = Limit(pid, 0.5, waiting=1000)
        assert eventually(limit.is_over)


def test_a_limit_is_not_over_because_others_compute() -> None:
    with program("sys.stdin.read()") as waiting, program("while True: pass") as computing:
        limit, neighbour = Limit(waiting, 0.5, waiting=1000), Limit(computing, 0.5, waiting=1000)
        assert eventually(neighbour.is_over)
        assert not limit.is_over()
