"""Run one task in a subprocess, so that its crash does not affect the caller.

Workers are daemons to `multiprocessing`, which lets daemons have no children, so a child is a plain subprocess. It
answers with bytes, each message prefixed by its length. We never unpickle an answer: a compromised child could take
over the worker.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from socket import MSG_PEEK, socket, socketpair
from time import monotonic

_LENGTH = 4
"""Bytes of the length prefix."""
READY = b"ready"
"""The first message from a child."""
START_PATIENCE = 60.0
"""Seconds for a new child to start on a busy machine."""
MOST = 500
"""Messages after which a child is replaced, to bound its memory."""
ENVIRONMENT = ("PATH", "LANG", "LC_ALL", "TZ", "LD_LIBRARY_PATH", "PYTHONHOME", "PYTHONPATH", "VIRTUAL_ENV")
"""Environment variables passed to a child so that Python starts. It gets no keys and no database."""


class Lost(Exception):
    """The child timed out, died, or sent too much."""


def send(line: socket, message: bytes, patience: float | None = None) -> None:
    """Send a message; OSError if the other side has gone or does not take it within `patience` seconds."""
    line.settimeout(patience)
    line.sendall(len(message).to_bytes(_LENGTH) + message)


def receive(line: socket, longest: int, patience: float | None = None) -> bytes:
    """Receive the next message of at most `longest` bytes; OSError after `patience` seconds, EOFError at the end."""
    until = None if patience is None else monotonic() + patience
    length = int.from_bytes(_exactly(line, _LENGTH, until))
    if length > longest:
        raise OSError("a message is too long")
    return _exactly(line, length, until)


def _exactly(line: socket, size: int, until: float | None) -> bytes:
    received = bytearray()
    while len(received) < size:
        left = None if until is None else until - monotonic()
        if left is not None and left <= 0:
            raise TimeoutError
        line.settimeout(left)
        piece = line.recv(size - len(received))
        if not piece:
            raise EOFError
        received += piece
    return bytes(received)


class Child:
    """A child process that answers one message at a time; started on demand and restarted after a loss.

    `program` is run with the file descriptor of a socket as its last argument. `patience` is in seconds for each
    message, `longest` in bytes for an answer.
    """

    def __init__(self, program: Sequence[str], patience: float, longest: int) -> None:
        self._program, self._patience, self._longest = program, patience, longest
        self._process: subprocess.Popen[bytes] | None = None
        self._line: socket | None = None
        self._messages = 0

    def ask(self, message: bytes) -> bytes:
        """Send a message and return the answer; Lost, or ChildProcessError if the child does not start."""
        if not self._is_ready() or self._messages >= MOST:
            self.stop()
        line = self._line or self._start()
        self._messages += 1
        try:
            send(line, message, self._patience)
            return receive(line, self._longest, self._patience)
        except (EOFError, OSError):
            self.stop()
            raise Lost from None
        except BaseException:  # after an interrupt, the answer would be read as the next one
            self.stop()
            raise

    def stop(self) -> None:
        """Kill the child if it runs."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
        if self._line is not None:
            self._line.close()
        self._process, self._line, self._messages = None, None, 0

    def _is_ready(self) -> bool:
        """Check that the child lives and has sent nothing unasked, which would be read as the next answer."""
        if self._line is None:
            return False
        self._line.settimeout(0)
        try:
            self._line.recv(1, MSG_PEEK)
        except OSError as nothing:
            return isinstance(nothing, BlockingIOError)
        return False

    def _start(self) -> socket:
        """Start a child and return its socket once it is ready; ChildProcessError otherwise."""
        self._line, its = socketpair()
        known = {name: os.environ[name] for name in ENVIRONMENT if name in os.environ}
        with its:
            self._process = subprocess.Popen(
                [*self._program, str(its.fileno())], pass_fds=[its.fileno()], stdin=subprocess.DEVNULL, env=known
            )
        try:
            is_ready = receive(self._line, len(READY), START_PATIENCE) == READY
        except (EOFError, OSError):
            is_ready = False
        if not is_ready:
            self.stop()
            raise ChildProcessError(f"{' '.join(self._program[1:])} does not start")
        return self._line
