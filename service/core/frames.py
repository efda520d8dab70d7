"""Messages through a socket, each with its length before it; none is longer, and none takes longer, than is allowed."""

from __future__ import annotations

from socket import MSG_PEEK, socket
from time import monotonic

_LENGTH = 4
"""Bytes that tell the length of a message."""


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


def is_heard(line: socket) -> bool:
    """Whether something waits to be received, or the other side has gone."""
    line.settimeout(0)
    try:
        line.recv(1, MSG_PEEK)
    except BlockingIOError:
        return False
    except OSError:
        return True
    return True


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
