"""Several workers at once, killed at random moments and started again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import ForkServerProcess
from random import Random
from signal import SIGKILL
from time import monotonic

from service.core.config import Config
from tests.workers.faults import worker

SIZE = 2
KILL_EVERY = 0.3
"""Seconds between two kills at random moments, on average."""
MAILS_FOR_A_KILL = 8
"""So many have to be tried for each process that is killed: on a slow machine, too, some of the work gets done."""

_context = get_context("forkserver")
_context.set_forkserver_preload([worker.__name__, "tests.workers.faults.warm"])


@dataclass
class Hand:
    """One worker process; `is_idle` once it has found nothing due at the time that it was told."""

    process: ForkServerProcess
    pipe: Connection
    is_idle: bool = True

    @classmethod
    def hired(cls, settings: Config) -> Hand:
        """A new process that waits for the time."""
        ours, its = _context.Pipe()
        process = _context.Process(target=worker.work, args=(settings, its), daemon=True)
        process.start()
        its.close()
        return cls(process, ours)

    def told(self, time: datetime) -> None:
        """Let it work at that time; one that has been killed meanwhile does not hear it."""
        self.is_idle = False
        with suppress(ConnectionError):
            self.pipe.send(time)

    def heard(self) -> bool:
        """Note that it is idle; False if it is dead instead."""
        try:
            self.is_idle = self.pipe.recv() == worker.IDLE
        except (EOFError, ConnectionError):
            return False
        return True

    def buried(self) -> int:
        """Forget it; the id that its process had. Nothing but a signal may have ended it."""
        self.process.kill()
        self.process.join()
        self.pipe.close()
        assert self.process.exitcode == -SIGKILL
        assert self.process.pid is not None
        return self.process.pid


@dataclass
class Crew:
    """Workers that drain the outbox together. Whoever is killed is replaced, by one who is told the same time."""

    settings: Config
    rng: Random
    tried: Callable[[], int]
    """How many mails the server has been offered."""
    killed: set[int] = field(default_factory=set)
    """The ids of the processes that ended in mid-work."""
    hands: list[Hand] = field(default_factory=list)

    def drain(self, time: datetime) -> None:
        """Return when nobody finds anything due any more; by then some have been killed."""
        for hand in self.hands:
            hand.told(time)
        next_kill = self._next_kill()
        while busy := [hand for hand in self.hands if not hand.is_idle]:
            for pipe in wait([hand.pipe for hand in busy], max(0, next_kill - monotonic())):
                self._see_to(next(hand for hand in busy if hand.pipe is pipe), time)
            if monotonic() >= next_kill:
                next_kill = self._next_kill()
                if len(self.killed) * MAILS_FOR_A_KILL <= self.tried():
                    self.rng.choice(busy).process.kill()

    def _see_to(self, hand: Hand, time: datetime) -> None:
        if hand.heard():
            return
        self.hands.remove(hand)
        self.killed.add(hand.buried())
        self.hands.append(Hand.hired(self.settings))
        self.hands[-1].told(time)

    def _next_kill(self) -> float:
        return monotonic() + self.rng.expovariate(1 / KILL_EVERY)


@contextmanager
def crew(settings: Config, rng: Random, tried: Callable[[], int]) -> Iterator[Crew]:
    """Workers for an installation; they end with the context."""
    hired = Crew(settings, rng, tried, hands=[Hand.hired(settings) for _ in range(SIZE)])
    try:
        yield hired
    finally:
        for hand in hired.hands:
            hand.buried()
