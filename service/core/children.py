"""Processes of our own that do one thing: whatever it does to them, whoever asks goes on.

Workers are daemons to `multiprocessing`, which lets daemons have no children; so a child is a plain subprocess. What it
hands back are bytes, each message with its length before it: to unpickle what it says would let whoever has taken it
over into the worker.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from socket import MSG_PEEK, socket, socketpair
from time import monotonic

_LENGTH = 4
"""Bytes that tell the length of a message."""
READY = b"ready"
"""What a child says first."""
START_PATIENCE = 60.0
"""Seconds that a new child may take to come up on a busy machine."""
MOST = 500
"""Messages after which a child is replaced, so that nothing can pile up in it."""
ENVIRONMENT = ("PATH", "LANG", "LC_ALL", "TZ", "LD_LIBRARY_PATH", "PYTHONHOME", "PYTHONPATH", "VIRTUAL_ENV")
"""What a child gets to know of ours, so that Python starts; keys and the database are none of its business."""


class Lost(Exception):
    """The child took too long over a message, or died of it, or said too much."""


def send(line: socket, message: bytes, patience: float | None = None) -> None:
    """Send a message; OSError if the other side has gone, or has not taken it within so many seconds."""
    line.settimeout(patience)
    line.sendall(len(message).to_bytes(_LENGTH) + message)


def receive(line: socket, longest: int, patience: float | None = None) -> bytes:
    """The next message; OSError if none of at most `longest` bytes comes in so many seconds, EOFError at the end."""
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
    """A child that answers one message after the other; started when it is needed, and again when it was lost.

    `program` is run with the file descriptor of a socket as its last argument; `patience` are the seconds for one
    message, `longest` the bytes of an answer.
    """

    def __init__(self, program: Sequence[str], patience: float, longest: int) -> None:
        self._program, self._patience, self._longest = program, patience, longest
        self._process: subprocess.Popen[bytes] | None = None
        self._line: socket | None = None
        self._messages = 0

    def ask(self, message: bytes) -> bytes:
        """What it answers; Lost, or ChildProcessError if none comes up."""
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
        except BaseException:  # whoever is interrupted here does not hear the answer
            self.stop()
            raise

    def stop(self) -> None:
        """Kill the child, if there is one."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
        if self._line is not None:
            self._line.close()
        self._process, self._line, self._messages = None, None, 0

    def _is_ready(self) -> bool:
        """Whether the child lives, and does not say unasked what would be taken for the answer to the next message."""
        if self._line is None:
            return False
        self._line.settimeout(0)
        try:
            self._line.recv(1, MSG_PEEK)
        except OSError as nothing:
            return isinstance(nothing, BlockingIOError)
        return False

    def _start(self) -> socket:
        """The line to a child that has said it is ready; ChildProcessError if none comes up."""
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
