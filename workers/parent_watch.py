"""Leashes: end a program whose supervisor has died, by a process of its group that reads a pipe of the supervisor.

The kernel closes the pipe however the supervisor ends. Other signs of a parent's death exist on Linux only, and reach
only its children.
"""

import os
from collections.abc import Collection, Iterator
from contextlib import contextmanager

ORPHANED = 3
"""Seconds that programs without a supervisor have to end before they are killed."""

LISTENER = f"trap '' HUP INT TERM; read -r _; kill -TERM 0; sleep {ORPHANED}; kill -KILL 0"
"""Script of the shell that reads the pipe as its input."""

LEASHED = """\
exec {line}<&0
({listener}) <&{line} &
exec {line}<&- </dev/null {command}
"""
"""Script of the shell that becomes the program and leaves the listener behind."""


@contextmanager
def leash() -> Iterator[int]:
    """Open a pipe and yield the end for a program's listener; it is closed with the context, or with this process."""
    heard, line = os.pipe()
    try:
        yield heard
    finally:
        os.close(line)
        os.close(heard)


def leashed(command: str, held: Collection[int]) -> str:
    """Return a shell command that runs the program, and ends its whole group once the standard input ends."""
    line = next(number for number in range(9, 2, -1) if number not in held)  # shells support single digits only
    return LEASHED.format(line=line, listener=LISTENER, command=command)
