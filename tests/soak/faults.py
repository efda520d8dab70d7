"""The faults, each with its repair."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from random import Random
from threading import Event

import redis

from tests.sink import ACCEPT, HANG, TRY_AGAIN
from tests.soak import errands, faked_time
from tests.soak.installation import PATIENCE, SITES
from tests.soak.lines import Mode
from tests.soak.nemesis import Strike, World
from tests.soak.post_office import KILLING, LOSE, REFUSING, Fate
from tests.soak.programs import Program
from tests.waiting import eventually

KINDS = ("web", "worker", "thinkers", "mails", "webhooks", "beat", "inbound")
OF_EACH_SITE = ("database", "redis")
"""Lines that each site has one of."""
JUMP = 90
"""Seconds that a clock is off; leases are longer, and shorter, than that."""
STALL = 12.0
"""Seconds for which Redis stands still: longer than anybody waits for its answer."""
ONE_MAIL = 60.0
"""Seconds for which a mail is waited for."""
KILLING_TOO = 0.5
"""How often a program is killed while Redis is away."""
KILLED = ("worker", "mails", "beat", "inbound")
"""Of these; what the others held when they were killed would be waited for until their leases end."""
LEASE_IS_OVER = "UPDATE envelope SET leased_until = now() WHERE recipient = %s AND state = 'queued' RETURNING id"
"""The minutes pass for which who was killed had kept a mail: all others would take it for theirs to send."""
HOOK_FAULTS = 6
"""Requests in a row that the receiver of webhooks answers with 500."""


FAULTS: dict[str, Strike] = {}
"""By name."""


def fault(name: str) -> Callable[[Callable[[World, Random], Iterator[None]]], Strike]:
    """Register a fault: its code before the `yield` causes it, the rest repairs it."""

    def put(strike: Callable[[World, Random], Iterator[None]]) -> Strike:
        FAULTS[name] = contextmanager(strike)
        return FAULTS[name]

    return put


def _register_kills(kind: str) -> None:
    @fault(f"kill -9 {kind}")
    def kill(world: World, rng: Random) -> Iterator[None]:
        rng.choice(world.installation.named(kind)).kill()
        yield


def _register_freezes(kind: str) -> None:
    @fault(f"SIGSTOP {kind}")
    def freeze(world: World, rng: Random) -> Iterator[None]:
        program = rng.choice(world.installation.named(kind))
        program.send(signal.SIGSTOP)
        try:
            yield
        finally:
            program.send(signal.SIGCONT)


def _register_children(kind: str) -> None:
    @fault(f"kill -9 a process of {kind}")
    def kill_child(world: World, rng: Random) -> Iterator[None]:
        for pid in rng.choice(world.installation.named(kind)).children()[:1]:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        yield


def _register_lines(name: str, *modes: Mode) -> None:
    for mode in modes:

        @fault(f"{name} {mode}")
        def break_line(world: World, rng: Random, mode: Mode = mode) -> Iterator[None]:
            line = f"{name}-{rng.choice(SITES)}" if name in OF_EACH_SITE else name
            world.installation.lines.switch(line, mode)
            try:
                yield
            finally:
                world.installation.lines.switch(line, Mode.OPEN)


def _register_mail(name: str, answer: str) -> None:
    @fault(f"mail server {name}")
    def misbehave(world: World, rng: Random) -> Iterator[None]:
        world.installation.post_office.answer = answer
        try:
            yield
        finally:
            world.installation.post_office.answer = ACCEPT


def _register_fate(fate: Fate) -> None:
    @fault(fate)
    def meet(world: World, rng: Random) -> Iterator[None]:
        """Request an email with that fate, and wait until it has arrived."""
        office, address = world.installation.post_office, world.stranger()
        office.doom(address, fate)
        world.ask_for_mail(address, is_refused=fate in REFUSING)
        eventually(lambda: address in office.met, ONE_MAIL)
        if fate in KILLING:
            for program in world.installation.named("mails"):
                program.kill()
            world.installation.database.rows(LEASE_IS_OVER, address)
        yield
        if fate not in REFUSING:
            eventually(lambda: office.has_said_so(address), ONE_MAIL)


def _and_then_all_goes_on(name: str, strike: Strike) -> Strike:
    """Extend a fault by an email, sometimes a killed program, and requests to everybody at its end."""

    @contextmanager
    def struck(world: World, rng: Random) -> Iterator[None]:
        with strike(world, rng):
            if rng.random() < KILLING_TOO:
                rng.choice(world.installation.named(rng.choice(KILLED))).kill()
            asked = world.stranger()
            world.ask_for_mail(asked)
            yield
        world.history.note("gone on", fault=name, seconds=errands.run(world, asked))

    return struck


def _register_redis(
    name: str, break_it: Callable[[redis.Redis], object], mend: Callable[[redis.Redis], object]
) -> None:
    @fault(f"redis {name}")
    def change(world: World, rng: Random) -> Iterator[None]:
        with redis.Redis.from_url(world.installation.redis_url) as client:
            break_it(client)
            try:
                yield
            finally:
                mend(client)


for kind in KINDS:
    _register_kills(kind)
    _register_freezes(kind)
for kind in ("web", "worker"):
    _register_children(kind)
_register_lines("database", Mode.CUT, Mode.HOLE, Mode.SLOW, Mode.MUTE)
_register_lines("redis", Mode.CUT, Mode.HOLE)
_register_lines("front", Mode.CUT, Mode.MUTE)
_register_lines("hooks", Mode.CUT, Mode.MUTE)
_register_lines("smtp", Mode.CUT, Mode.HOLE)
_register_mail("says 451", TRY_AGAIN)
_register_mail("hangs", HANG)
_register_mail("loses its 250", LOSE)
for each in Fate:
    _register_fate(each)
_register_redis("flushed", lambda client: client.flushall(), lambda client: None)
_register_redis(
    "full", lambda client: client.config_set("maxmemory", "1"), lambda client: client.config_set("maxmemory", "0")
)
_register_redis(
    "refuses writes",
    lambda client: client.config_set("min-replicas-to-write", "1"),
    lambda client: client.config_set("min-replicas-to-write", "0"),
)


@fault("redis kill -9")
def kill_redis(world: World, rng: Random) -> Iterator[None]:
    world.installation.redis.kill()
    yield


def _register_pause(name: str, send: Callable[[World, signal.Signals], object], seconds: float = 0) -> None:
    @fault(f"{name} SIGSTOP for {seconds:g} s" if seconds else f"{name} SIGSTOP")
    def freeze(world: World, rng: Random) -> Iterator[None]:
        send(world, signal.SIGSTOP)
        try:
            yield
            Event().wait(seconds)
        finally:
            send(world, signal.SIGCONT)


for seconds in (0, STALL):
    _register_pause("redis", lambda world, number: world.installation.redis.send(number), seconds)


def _register_crashes(name: str, strike: Callable[[World], None]) -> None:
    @fault(f"postgresql {name}")
    def crash(world: World, rng: Random) -> Iterator[None]:
        strike(world)
        try:
            yield
        finally:
            world.installation.database.revive()


_register_crashes("SIGQUIT", lambda world: world.installation.database.crash(signal.SIGQUIT))
_register_crashes("kill -9", lambda world: world.installation.database.crash(signal.SIGKILL))
_register_crashes("kill -9 a backend", lambda world: world.installation.database.crash_one())
_register_crashes("terminate all backends", lambda world: world.installation.database.terminate_all())
_register_pause("postgresql", lambda world, number: world.installation.database.signal_all(number))


@fault("disk full")
def fill_disk(world: World, rng: Random) -> Iterator[None]:
    world.installation.database.fill_disk()
    try:
        yield
    finally:
        world.installation.database.free_disk()


@fault("webhook receiver says 500")
def refuse_webhooks(world: World, rng: Random) -> Iterator[None]:
    world.installation.hooks.faults = HOOK_FAULTS
    try:
        yield
    finally:
        world.installation.hooks.faults = 0


@fault("reader killed")
def kill_reader(world: World, rng: Random) -> Iterator[None]:
    rng.choice(world.listeners).program.kill()
    yield


@fault("deploy")
def deploy(world: World, rng: Random) -> Iterator[None]:
    """Deploy like an operator: tables first, then one machine after the other, each with `web` first."""
    yield
    world.installation.sundial("upgrade")
    for site in rng.sample(SITES, len(SITES)):
        programs = world.installation.of_site(site)
        with ThreadPoolExecutor(len(programs)) as pool:
            list(pool.map(Program.end, programs))
        for program in sorted(programs, key=lambda program: not program.name.startswith("web-")):
            program.start()
            assert eventually(world.installation.is_ready, PATIENCE), "nobody serves after a deploy"


@fault("deadline passes")
def pass_deadline(world: World, rng: Random) -> Iterator[None]:
    """Let days pass in a game of two sleeping players, without changing anything else."""
    host, guest = world.sleepers
    world.wake_sleepers()
    wish = {
        "ruleset": "seasons",
        "seats": [{"me": True}, {"account": guest.name}],
        "days_per_move": 1,
        "visibility": "public",
    }
    game = host.host(wish)
    assert eventually(lambda: host.get(f"games/{game}")["status"] == "active", PATIENCE)
    yield
    world.installation.database.rows(
        "UPDATE game SET deadline = now() - interval '1 minute' WHERE id = %s RETURNING id", game
    )
    world.history.note("passed", game=game)


if faked_time.library() is not None:

    @fault("clock jumps")
    def jump(world: World, rng: Random) -> Iterator[None]:
        name = rng.choice(sorted(world.installation.programs))
        offset = world.installation.home / f"time-{name}"
        faked_time.jump(offset, rng.choice((-JUMP, JUMP)))
        try:
            yield
        finally:
            faked_time.jump(offset, 0)


for name in [name for name in FAULTS if name.startswith("redis ")]:
    FAULTS[name] = _and_then_all_goes_on(name, FAULTS[name])
