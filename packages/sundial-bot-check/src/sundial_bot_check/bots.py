"""The bot to check: a command to run, or an address to call."""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import socket
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol
from urllib.parse import urlsplit

STOP_SECONDS = 5.0
LAST_LINES = 5
CONNECT_SECONDS = 3.0
PORTS = {"http": 80, "https": 443}
UNBUFFERED = {"PYTHONUNBUFFERED": "1"}
"""Environment that unbuffers a Python bot's output; its last lines would be lost otherwise."""


class Bot(Protocol):
    """A bot that is available during a check."""

    def ended(self) -> str | None:
        """Return how the bot ended by itself; None while it is there."""


class NoBot(RuntimeError):
    """No bot to check; the text gives the reason."""


@dataclass(frozen=True)
class Command:
    """A child process; its output goes to a file."""

    process: subprocess.Popen[bytes]
    said: Path

    def ended(self) -> str | None:
        """Return the exit code and the last lines of output; None while it runs."""
        code = self.process.poll()
        if code is None:
            return None
        last = "\n".join(f"    {line}" for line in self.said.read_text(errors="replace").splitlines()[-LAST_LINES:])
        return f"it ended with exit code {code}" + (f", and said last:\n{last}" if last else " and said nothing")


def is_address(bot: str) -> bool:
    """Return whether `bot` is an address rather than a command."""
    return bot.startswith(("http://", "https://"))


def words_of(command: str) -> list[str]:
    """Split a command line; raise NoBot if its program does not exist."""
    try:
        words = shlex.split(command)
    except ValueError as wrong:
        raise NoBot(f"The command cannot be read: {wrong}.") from None
    if not words or shutil.which(words[0]) is None:
        raise NoBot(f"The bot cannot be started: there is no program {''.join(words[:1])!r}.")
    return words


@contextmanager
def running(command: str, env: Mapping[str, str], said: Path) -> Iterator[Command]:
    """Run a bot with these additional environment variables until the end; raise NoBot."""
    words = words_of(command)
    try:
        with said.open("wb") as output:
            process = subprocess.Popen(
                words,
                env={**os.environ, **UNBUFFERED, **env},
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                start_new_session=True,
            )
    except OSError as wrong:
        raise NoBot(f"The bot cannot be started: {wrong}.") from None
    try:
        yield Command(process, said)
    finally:
        _end(process)


def listens(url: str) -> bool:
    """Return whether the address accepts connections."""
    parts = urlsplit(url)
    try:
        with socket.create_connection((parts.hostname or "", parts.port or PORTS[parts.scheme]), CONNECT_SECONDS):
            return True
    except (OSError, ValueError):
        return False


def _end(process: subprocess.Popen[bytes]) -> None:
    """Terminate the process, then kill its process group."""
    with suppress(subprocess.TimeoutExpired):
        process.terminate()
        process.wait(STOP_SECONDS)
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
