"""A version of Sundial that runs: its commands and its programs, from a directory that holds its packages."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from service.embedded.ports import free_port
from service.embedded.readiness import web_answers
from tests.playing import KNOBS, SUNDIAL
from tests.quick_drawing import python_path
from tests.waiting import eventually

PATIENCE = 300.0
TOKENS = """
import sys
from workers.cli import sundial
for email in sys.argv[1:]:
    sundial().main(["token", "create", email], standalone_mode=False)
"""
"""The command for one after the other, whose imports are dear."""


@dataclass(frozen=True)
class Version:
    """A version of Sundial on an installation, which other versions may share."""

    code: Path
    knobs: dict[str, str]

    def sundial(self, *arguments: str) -> str:
        """Run the command line with these arguments, and return its output."""
        return self._printed(str(SUNDIAL), *arguments)

    def tokens(self, emails: Iterable[str]) -> list[str]:
        """Create a token for each address."""
        return self._printed(sys.executable, "-c", TOKENS, *emails).split()

    def file_of(self, module: str) -> Path:
        """Where its programs find a module."""
        return Path(self._printed(sys.executable, "-c", f"import {module}; print({module}.__file__)"))

    @contextmanager
    def web(self) -> Iterator[str]:
        """Run the web server; yield its address."""
        port = str(free_port())
        with self.running("web", PORT=port):
            address = f"http://127.0.0.1:{port}"
            assert eventually(lambda: web_answers(f"{address}/readyz"), PATIENCE)
            yield address

    @contextmanager
    def running(self, program: str, **knobs: str) -> Iterator[None]:
        """Run a program of its Procfile."""
        process = subprocess.Popen([SUNDIAL, "run", program], cwd=self.code, env=self._env() | knobs)
        try:
            yield
        finally:
            process.terminate()
            process.wait(PATIENCE)

    def _printed(self, *command: str) -> str:
        done = subprocess.run(command, cwd=self.code, env=self._env(), check=True, stdout=subprocess.PIPE, text=True)
        return done.stdout.strip()

    def _env(self) -> dict[str, str]:
        """Return the environment, in which its own packages precede those of the checkout.

        Emails of moves have boards, which no test here reads.
        """
        inherited = {name: value for name, value in os.environ.items() if name not in KNOBS}
        one_each = {"WEB_CONCURRENCY": "1", "WORKER_CONCURRENCY": "1", "RATE_LIMITS": "off"}
        return inherited | one_each | self.knobs | {"PYTHONPATH": python_path(str(self.code))}
