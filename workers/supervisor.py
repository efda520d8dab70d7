"""Supervisor: restart programs when they die, and end them all when it is cancelled.

A Procfile runner such as honcho stops everything when one process dies; this one restarts a worker that was killed. If
the supervisor itself is killed, no program survives it.
"""

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from workers.parent_watch import leash, leashed
from workers.procfile import Program


@dataclass(frozen=True)
class Pace:
    """Time limits of programs, in seconds."""

    too_soon: float = 10.0
    """A program that ends earlier counts as not started."""
    pauses: tuple[float, ...] = (0.0, 1.0, 2.0, 5.0, 10.0)
    """Seconds to wait before a restart, by the number of early ends in a row; the last value repeats.

    A program that had been running is restarted at once. The longest pause is short, because emails wait for it once a
    fault is over.
    """
    starts: int = 3
    """Starts of a program that has never been running."""
    grace: float = 15.0
    """Time to finish after a request to end; a worker needs less (see `stopping`)."""


USUAL = Pace()


class Process(Protocol):
    """A started program, in a session of its own."""

    @property
    def pid(self) -> int:
        """The id of its process and process group."""

    @property
    def returncode(self) -> int | None:
        """Its exit code; None while it runs."""

    def terminate(self) -> None:
        """Ask the program to end."""

    async def wait(self) -> int:
        """Wait for the program to end, and return its exit code."""


Start: TypeAlias = Callable[[Program, int], Awaitable[Process]]
"""Starts a program on a leash, with its end of the pipe."""


class KeepsDying(RuntimeError):
    """A program has never been running: it ended soon after each of its first starts."""


async def keep(program: Program, start: Start, tell: Callable[[str], None], pace: Pace = USUAL) -> None:
    """Run a program, and restart it, until cancelled; KeepsDying if it never runs properly.

    A program that has been running is restarted without limit: the cause may pass, and the others continue meanwhile.
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
    """Run a program to its end and return its exit code; on cancellation, end it and its child processes first."""
    with leash() as heard:
        process = await start(program, heard)
        try:
            return await process.wait()
        finally:
            await end(process, pace.grace)


def by_shell(env: Mapping[str, str], held: Collection[int] = ()) -> Start:
    """Return a function that starts programs by a shell in that environment; they inherit the `held` files."""

    async def start(program: Program, heard: int) -> asyncio.subprocess.Process:
        return await asyncio.create_subprocess_shell(
            leashed(program.command, held), env=env, start_new_session=True, stdin=heard, pass_fds=held
        )

    return start


async def end(process: Process, grace: float) -> None:
    """Ask a process to end, and kill the rest of its session after a grace period in seconds."""
    if process.returncode is None:
        process.terminate()
        with suppress(TimeoutError):
            await asyncio.wait_for(process.wait(), grace)
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    await process.wait()
