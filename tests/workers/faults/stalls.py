"""A Redis that stands still, refuses to write or is killed, before a whole Sundial; and for how long all waits then."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass, field
from itertools import count, cycle
from math import inf
from pathlib import Path
from random import Random
from threading import Event
from time import monotonic

import httpx
import redis
from aiosmtpd.smtp import SMTP, Envelope, Session

from tests.journeys.answering_player import AnsweringPlayer
from tests.journeys.installation import Installation, Player, installed
from tests.receiver import Receiver
from tests.servers import Postgres, Redis
from tests.sink import Sink
from tests.waiting import eventually

IN_TIME = 15.0
"""Seconds after the end of a fault by which everything has to go on."""
PATIENCE = 120.0
"""Seconds for which what is not in time is waited for."""
IN_HAND = 6
"""Mails that are asked for before a fault; the first of them is being sent when it begins."""
KILLED = ("mails", "worker", "thinkers", "webhooks", "beat", "inbound")
LENGTHS = (1, 3, 8, 12, 30, 45, 60)
"""Seconds."""
LAG = "sundial_clock_lag_seconds "


class SlowSink(Sink):
    """A mail server that can take its time, so that a mail is in hand while something else happens."""

    def __init__(self) -> None:
        super().__init__()
        self.begun = 0
        self.hurry = Event()
        self.hurry.set()

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802 -- aiosmtpd calls it
        """Answer once it is in a hurry again."""
        self.begun += 1
        await asyncio.to_thread(self.hurry.wait)
        return await super().handle_DATA(server, session, envelope)

    def has(self, address: str, *kinds: str) -> bool:
        """Whether somebody got a mail of one of these kinds."""
        mails = [mail for mail in list(self.mails) if address in mail.recipients]
        return any(mail.message["X-Sundial-Mail"] in kinds for mail in mails)


@dataclass(frozen=True)
class Trial:
    """One fault: what Redis does, for how long, with mails in hand or not, and which program is killed meanwhile."""

    fault: str
    seconds: float
    is_busy: bool = True
    killed: str = ""

    def __str__(self) -> str:
        told = f"{self.fault} {self.seconds:g} s, {'busy' if self.is_busy else 'idle'}"
        return f"{told}, {self.killed} killed" if self.killed else told


@dataclass(frozen=True)
class Outcome:
    """How many seconds after the end of the fault each was done; those that never were took PATIENCE."""

    trial: Trial
    seconds: Mapping[str, float]

    def later_than(self, limit: float) -> list[str]:
        """What was not done by then."""
        return [name for name, seconds in self.seconds.items() if seconds > limit]

    def __str__(self) -> str:
        return f"{self.trial!s:<44} " + ", ".join(f"{name} {seconds:.1f}" for name, seconds in self.seconds.items())


@dataclass
class Ground:
    """A whole Sundial, with all that it talks to."""

    installation: Installation
    redis: Redis
    sink: SlowSink
    receiver: Receiver
    bot: Player
    numbers: Iterator[int] = field(default_factory=count)

    def undergo(self, trial: Trial) -> Outcome:
        """Let it happen, and see when everything goes on."""
        asked: list[str] = []
        if trial.is_busy:
            begun = self.sink.begun
            self.sink.hurry.clear()
            asked = [self.ask_for_mail() for _ in range(IN_HAND)]
            assert eventually(lambda: self.sink.begun > begun), "no mail is in hand"
        with FAULTS[trial.fault](self.redis):
            self.sink.hurry.set()
            Event().wait(trial.seconds / 2)
            asked += [self.ask_for_mail()]
            if trial.killed:  # not before: a mail that was being sent would wait for the end of its lease
                self.kill(trial.killed)
            Event().wait(trial.seconds / 2)
        return Outcome(trial, self._measured(asked))

    def ask_for_mail(self) -> str:
        """Ask for a link to sign in by; the address that it is for."""
        address = f"ann{next(self.numbers)}@example.net"
        answer = httpx.post(f"{self.installation.address}/api/v1/sign-in", json={"email": address}, timeout=60)
        assert answer.status_code == 202, answer.text
        return address

    def kill(self, name: str) -> None:
        """Kill a program, which its supervisor starts again."""
        running = self.installation.playing.processes()
        os.kill(min(pid for pid, line in running.items() if line.startswith(f"{name} ")), signal.SIGKILL)

    def clock_lag(self) -> float:
        """How long ago the schedule was kept, in seconds."""
        metrics = httpx.get(f"{self.installation.address}/metrics", timeout=60).text
        return next((float(line.removeprefix(LAG)) for line in metrics.splitlines() if line.startswith(LAG)), inf)

    def _measured(self, asked: Sequence[str]) -> dict[str, float]:
        """Ask every program for something now, and see how long that takes, and what was asked for before."""
        began = monotonic()
        after, writer = self.ask_for_mail(), f"bob{next(self.numbers)}@example.net"
        self.installation.player(writer)
        inbound = int(self.installation.knobs["INBOUND_SMTP_PORT"])
        AnsweringPlayer(self.sink, inbound, writer, Random(0)).write_to_desk("help")
        game = self.bot.create(ruleset="seasons", seats=[{"ai": 1}, {"me": True}], shuffle_seats=False)
        waiting: dict[str, Callable[[], bool]] = {
            "mails": lambda: all(self.sink.has(each, "sign-in") for each in asked),
            "a mail": lambda: self.sink.has(after, "sign-in"),
            "inbound": lambda: self.sink.has(writer, "desk"),
            "thinkers": lambda: self.bot.game(game["id"])["version"] > game["version"],
            "webhooks": lambda: any(game["id"].encode() in each.body for each in list(self.receiver.requests)),
            "sweeps": lambda: self.clock_lag() < monotonic() - began,
        }
        done: dict[str, float] = {}
        while len(done) < len(waiting) and monotonic() - began < PATIENCE:
            done |= {name: monotonic() - began for name, is_done in waiting.items() if name not in done and is_done()}
            Event().wait(0.2)
        return {name: done.get(name, PATIENCE) for name in waiting}


@contextmanager
def _setting(server: Redis, name: str, value: str, usual: str) -> Iterator[None]:
    with redis.Redis.from_url(server.url) as client:
        client.config_set(name, value)
        try:
            yield
        finally:
            client.config_set(name, usual)


@contextmanager
def _gone(server: Redis) -> Iterator[None]:
    server.stop()
    yield
    server.start()


FAULTS: Mapping[str, Callable[[Redis], AbstractContextManager[None]]] = {
    "stalls": Redis.hanging,
    "refuses writes": lambda server: _setting(server, "min-replicas-to-write", "1", "0"),
    "is full": lambda server: _setting(server, "maxmemory", "1", "0"),
    "is gone": _gone,
}


@contextmanager
def ground(postgres: Postgres, home: Path) -> Iterator[Ground]:
    """A Sundial of its own, with a Redis of its own."""
    with ExitStack() as stack:
        server, sink = Redis(home), SlowSink()
        server.start()
        stack.callback(server.stop)
        sink.start()
        stack.callback(sink.stop)
        receiver = stack.enter_context(Receiver())
        knobs = {"REDIS_URL": server.url, "SMTP_URL": sink.url}
        installation = stack.enter_context(installed(postgres, home / "home", **knobs))
        bot = installation.player("owner@example.net", bot="rusty")
        url = f"http://127.0.0.1:{receiver.port}/taken"
        bot.expect(201, bot.http.post("webhooks", json={"url": url}))
        yield Ground(installation, server, sink, receiver, bot)


def whole_table(faults: Sequence[str], lengths: Sequence[float] = LENGTHS) -> Iterator[Trial]:
    """Each of these faults for so many seconds, busy and idle, with a program killed in its midst and without."""
    victims = cycle(KILLED)
    for fault in faults:
        for seconds in lengths:
            for is_busy in (True, False):
                yield Trial(fault, seconds, is_busy)
                yield Trial(fault, seconds, is_busy, next(victims))
