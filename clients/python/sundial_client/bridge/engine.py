"""Engine process: reads a position as lines and answers with a move on a line.

Threads write to it and read from it, because it may stop reading, or write without end, at any moment.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from queue import Empty, Queue, SimpleQueue
from threading import Thread
from time import monotonic
from typing import IO, Self

PROTOCOL = "sundial 1"
START_SECONDS = 30.0
"""Time limit for an engine to load."""
END_SECONDS = 2.0
LONGEST_LINE = 10_000
MOST_LINES = 100
"""Lines of output to buffer."""


class EngineFailed(Exception):
    """The engine has ended, or did not answer in time."""


class Engine:
    """A running engine that has answered the handshake; raises EngineFailed."""

    def __init__(self, command: Sequence[str]) -> None:
        self.name = command[0]
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
            errors="replace",
            start_new_session=True,  # on Windows, it does nothing
        )
        self._to_say: SimpleQueue[str | None] = SimpleQueue()
        self._heard: Queue[str | None] = Queue(MOST_LINES)
        self._killed = False
        Thread(target=self._speak, args=(self._process.stdin,), daemon=True).start()
        Thread(target=self._listen, args=(self._process.stdout,), daemon=True).start()
        self._shake_hands()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def say(self, *lines: str) -> None:
        """Send lines, without waiting until the engine reads them."""
        self._to_say.put("".join(f"{line}\n" for line in lines))

    def hear(self, until: float) -> tuple[str, str]:
        """Read the next line before a time of the monotonic clock; return its first word and the rest.

        Raises EngineFailed.
        """
        left = until - monotonic()
        if left <= 0:
            raise EngineFailed("it did not answer in time")
        try:
            line = self._heard.get(timeout=left)
        except Empty:
            raise EngineFailed("it did not answer in time") from None
        if line is None:
            raise EngineFailed("it has ended")
        word, _, rest = line.strip().partition(" ")
        return word, rest.strip()

    def close(self) -> None:
        """Ask the engine to quit, then kill it."""
        self.say("quit")
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(END_SECONDS)
        self.kill()

    def kill(self) -> None:
        """Kill the process group; otherwise child processes would survive if a shell starts the engine."""
        self._killed = True
        if sys.platform == "win32":
            self._process.kill()
        else:
            with suppress(ProcessLookupError, PermissionError):  # the error of macOS for a group that has ended
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._to_say.put(None)
        with suppress(Empty):
            while True:
                self._heard.get_nowait()

    def _shake_hands(self) -> None:
        until = monotonic() + START_SECONDS
        self.say(PROTOCOL)
        try:
            while (said := self.hear(until))[0] != "ready":
                if said[0] == "name":
                    self.name = said[1]
        except EngineFailed:
            self.kill()
            raise

    def _speak(self, stdin: IO[str]) -> None:
        with suppress(OSError), stdin:  # the end of its output shows that it has ended
            while (text := self._to_say.get()) is not None:
                stdin.write(text)
                stdin.flush()

    def _listen(self, stdout: IO[str]) -> None:
        with stdout:
            while not self._killed and (line := stdout.readline(LONGEST_LINE)):
                self._heard.put(line)
        self._heard.put(None)
