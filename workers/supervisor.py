"""Keeps programs running: starts them anew when they die, ends them all when it is cancelled.

A Procfile runner such as honcho stops everything when one process dies; here a worker that was killed comes back. And
where the supervisor itself is killed, nothing it started outlives it.
"""

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from workers.leashes import leash, leashed
from workers.procfile import Program


@dataclass(frozen=True)
class Pace:
    """Seconds that programs are given."""

    too_soon: float = 10.0
    """A program that ends earlier has hardly begun."""
    pauses: tuple[float, ...] = (0.0, 1.0, 2.0, 5.0, 10.0)
    """Seconds to wait before a restart, by the number of early ends in a row; the last value repeats.

    What had been running is started again at once: somebody waits for it. The longest pause is short, because mail
    waits for it once a fault is over.
    """
    starts: int = 3
    """How often to start a program that has never been running."""
    grace: float = 15.0
    """To finish what a program is at once it was asked to end; a worker needs less (see `stopping`)."""


USUAL = Pace()


class Process(Protocol):
    """A program that was started, in a session of its own."""

    @property
    def pid(self) -> int:
        """The id of its process, and of its group."""

    @property
    def returncode(self) -> int | None:
        """Its exit code, None if it has none so far."""

    def terminate(self) -> None:
        """Ask it to end."""

    async def wait(self) -> int:
        """Its exit code, once it has ended."""


Start: TypeAlias = Callable[[Program, int], Awaitable[Process]]
"""Starts a program on the leash that it hears."""


class KeepsDying(RuntimeError):
    """A program has never been running: it ended soon after each of its first starts."""


async def keep(program: Program, start: Start, tell: Callable[[str], None], pace: Pace = USUAL) -> None:
    """Run a program for as long as this coroutine is not cancelled; KeepsDying if it never runs properly.

    A program that has been running is never given up: the cause may pass, and the others go on meanwhile.
    """
    clock = asyncio.get_running_loop().time
    has_run, too_soon = False, 0
    while True:
        started = clock()
        code = await run(program, start, pace)
        if clock() - started > pace.too_soon:
            has_run, too_soon = True, 0
        else:
            too_soon += 1
        if not has_run and too_soon == pace.starts:
            raise KeepsDying(f"{program.name} cannot be kept running, it ended with exit code {code} again and again")
        pause = pace.pauses[min(too_soon, len(pace.pauses) - 1)]
        tell(f"{program.name} ended with exit code {code}; starting it again" + (f" in {pause:g} s" if pause else ""))
        await asyncio.sleep(pause)


async def run(program: Program, start: Start, pace: Pace = USUAL) -> int:
    """Run a program to its end and return its exit code; a cancellation ends it, and all that it started, first."""
    with leash() as heard:
        process = await start(program, heard)
        try:
            return await process.wait()
        finally:
            await end(process, pace.grace)


def by_shell(env: Mapping[str, str], held: Collection[int] = ()) -> Start:
    """How a shell starts programs in that environment; they and all that they start hold the files that are `held`."""

    async def start(program: Program, heard: int) -> asyncio.subprocess.Process:
        return await asyncio.create_subprocess_shell(
            leashed(program.command, held), env=env, start_new_session=True, stdin=heard, pass_fds=held
        )

    return start


async def end(process: Process, grace: float) -> None:
    """Ask a process to end, then kill what is left of its session when its seconds of grace are over."""
    if process.returncode is None:
        process.terminate()
        with suppress(TimeoutError):
            await asyncio.wait_for(process.wait(), grace)
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    await process.wait()
