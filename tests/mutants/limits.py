"""Time limits of a change in CPU time, because wall time depends on the machine's load."""

from __future__ import annotations

from contextlib import suppress
from time import monotonic

from psutil import NoSuchProcess, Process

WAITING = 5
"""How many times as long as it may compute a process may take by the clock; what takes longer waits for nothing."""


class Limit:
    """Lets a process, and all that it has started, compute for so many seconds from now on."""

    def __init__(self, pid: int, seconds: float, waiting: float = WAITING) -> None:
        self._process = Process(pid)
        self._computed = computed(self._process) + seconds
        self._until = monotonic() + waiting * seconds

    def is_over(self) -> bool:
        """Whether it has computed for longer, or has been waiting for something that does not come."""
        return monotonic() > self._until or computed(self._process) > self._computed


def computed(process: Process) -> float:
    """Return the CPU seconds of a process and all its children, including ended ones."""
    seconds = 0.0
    with suppress(NoSuchProcess):
        for each in (process, *process.children(recursive=True)):
            with suppress(NoSuchProcess):
                seconds += sum(each.cpu_times()[:4])
    return seconds
