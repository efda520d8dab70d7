"""What ends a program whose supervisor is no more: somebody in its group listens to a pipe of the supervisor's.

The kernel closes the pipe however the supervisor ends. Whatever else tells of a parent's death is known to Linux alone,
and to children alone.
"""

import os
from collections.abc import Collection, Iterator
from contextlib import contextmanager

ORPHANED = 3
"""Seconds that programs without a supervisor have to end before they are killed."""

LISTENER = f"trap '' HUP INT TERM; read -r _; kill -TERM 0; sleep {ORPHANED}; kill -KILL 0"
"""What a shell does that has the pipe as its input."""

LEASHED = """\
exec {line}<&0
({listener}) <&{line} &
exec {line}<&- </dev/null {command}
"""
"""What a shell does that becomes the program, and leaves the listener behind."""


@contextmanager
def leash() -> Iterator[int]:
    """The end of a pipe for a program to listen to; it hears when the context ends, or this process does."""
    heard, line = os.pipe()
    try:
        yield heard
    finally:
        os.close(line)
        os.close(heard)


def leashed(command: str, held: Collection[int]) -> str:
    """The command for a shell that runs the program, and ends it with its whole group once the standard input ends."""
    line = next(number for number in range(9, 2, -1) if number not in held)  # a shell knows single digits only
    return LEASHED.format(line=line, listener=LISTENER, command=command)
