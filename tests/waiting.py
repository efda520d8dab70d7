"""Waiting for other processes. Nothing here makes time pass: as soon as the answer is there, it returns."""

from collections.abc import Callable
from threading import Event
from time import monotonic
from typing import TypeVar

Answer = TypeVar("Answer")

PAUSE = 0.05


PAUSE_OF_A_SERVER = 0.25
"""Seconds between two questions that a server has to answer, which else has no time for what is waited for."""


def eventually(ask: Callable[[], Answer], timeout: float = 20.0, pause: float = PAUSE) -> Answer:
    """Poll until the answer is true; return it, or the last answer at the timeout."""
    last = monotonic() + timeout
    while not (answer := ask()) and monotonic() < last:
        Event().wait(pause)
    return answer
