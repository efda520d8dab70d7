"""The bot that is checked: a command that we run, or an address that we call."""

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
"""A bot in Python keeps what it says to itself for long where nobody watches it; its last words would be lost."""


class Bot(Protocol):
    """A bot that is there for as long as a check takes."""

    def ended(self) -> str | None:
        """How it has come to its end by itself; None while it is there."""


class NoBot(RuntimeError):
    """There is no bot to check; the text says why."""


@dataclass(frozen=True)
class Command:
    """A process of ours. What it says goes into a file."""

    process: subprocess.Popen[bytes]
    said: Path

    def ended(self) -> str | None:
        """Its exit code and its last lines; None while it runs."""
        code = self.process.poll()
        if code is None:
            return None
        last = "\n".join(f"    {line}" for line in self.said.read_text(errors="replace").splitlines()[-LAST_LINES:])
        return f"it ended with exit code {code}" + (f", and said last:\n{last}" if last else " and said nothing")


def is_address(bot: str) -> bool:
    """Whether that is where a bot is, and not how to start one."""
    return bot.startswith(("http://", "https://"))


def words_of(command: str) -> list[str]:
    """The words of a command line, the first of which is a program that there is; or NoBot."""
    try:
        words = shlex.split(command)
    except ValueError as wrong:
        raise NoBot(f"The command cannot be read: {wrong}.") from None
    if not words or shutil.which(words[0]) is None:
        raise NoBot(f"The bot cannot be started: there is no program {''.join(words[:1])!r}.")
    return words


@contextmanager
def running(command: str, env: Mapping[str, str], said: Path) -> Iterator[Command]:
    """A bot that runs until the end with these variables beside ours; or NoBot."""
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
    """Whether somebody takes a connection at the address."""
    parts = urlsplit(url)
    try:
        with socket.create_connection((parts.hostname or "", parts.port or PORTS[parts.scheme]), CONNECT_SECONDS):
            return True
    except (OSError, ValueError):
        return False


def _end(process: subprocess.Popen[bytes]) -> None:
    """Ask it to end, and make it, with all that it has started."""
    with suppress(subprocess.TimeoutExpired):
        process.terminate()
        process.wait(STOP_SECONDS)
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
