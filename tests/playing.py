"""`sundial play` as a person starts it: a process with an environment and an output."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import click
from click.testing import CliRunner

from service.embedded.ports import free_port
from tests.waiting import eventually

SUNDIAL = Path(sys.executable).with_name("sundial")
KEYS = ("SECRET_KEY", "SECRET_KEY_FALLBACKS")
KNOBS = ("DATABASE_URL", "REDIS_URL", "SMTP_URL", "PUBLIC_URL", *KEYS, "BIND", "SANDBOX")


def done_here(command: click.Command, *arguments: str, knobs: Mapping[str, str]) -> str:
    """Run a command of an installation in this process, where everything is imported; return its output."""
    done = CliRunner().invoke(command, arguments, env=dict.fromkeys(KNOBS) | dict(knobs))
    assert done.exit_code == 0, done.output
    return done.stdout.strip()


@dataclass(frozen=True)
class Playing:
    """A Sundial that was started in a home of its own."""

    process: subprocess.Popen[bytes]
    home: Path
    address: str
    transcript: Path

    def output(self) -> str:
        """All that it has printed."""
        return self.transcript.read_text()

    def wait_until_ready(self) -> None:
        """Return when it says where to go; an assertion fails if that takes a minute."""
        assert eventually(lambda: "Sundial is running" in self.output(), 60), self.output()

    def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        """Send a signal, unless it has ended already; the exit code of the command."""
        self.process.send_signal(number)  # Popen sends none to a process that it has seen end
        return self.process.wait(30)

    def processes(self) -> dict[int, str]:
        """Return the names and command lines of all processes that serve from this home, by process id."""
        found = {}
        for folder in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                if self._is_served_by(folder):
                    name, line = (folder / "comm").read_text().strip(), (folder / "cmdline").read_text()
                    found[int(folder.name)] = f"{name} {line.replace(chr(0), ' ')}"
        return found

    def _is_served_by(self, folder: Path) -> bool:
        """Check whether a process has this home in its environment or as its directory, as Redis does."""
        told = f"SUNDIAL_HOME={self.home}".encode() in (folder / "environ").read_bytes().split(b"\0")
        return told or (folder / "cwd").readlink() == self.home


@contextmanager
def started(home: Path, **knobs: str) -> Iterator[Playing]:
    """Start `sundial play` with these knobs and no others; it is stopped at the end, unless it has stopped by then."""
    port = knobs.setdefault("PORT", str(free_port()))
    knobs.setdefault("INBOUND_SMTP_PORT", str(free_port()))
    inherited = {name: value for name, value in os.environ.items() if name not in KNOBS}
    transcript = home.with_suffix(".txt")
    with transcript.open("wb") as output:
        env = inherited | {"SUNDIAL_HOME": str(home)} | knobs
        process = subprocess.Popen([SUNDIAL, "play"], env=env, stdout=output, stderr=subprocess.STDOUT)
    sundial = Playing(process, home, f"http://127.0.0.1:{port}", transcript)
    try:
        yield sundial
    finally:
        sundial.stop()
