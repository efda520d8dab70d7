"""Keeps programs running: starts them anew when they die, ends them all when it is cancelled.

A Procfile runner such as honcho stops everything when one process dies; here a worker that was killed comes back.
"""

import asyncio
import os
import signal
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

TOO_SOON = 10.0
"""Seconds: a program that ends earlier has hardly begun."""

PAUSES = (1.0, 2.0)
"""Seconds to wait after the first and the second end that came too soon; after the third we give up."""

GRACE = 8.0
"""Seconds a program has to finish what it is at once it was asked to end."""


@dataclass(frozen=True)
class Program:
    """A line of a Procfile: a name, and a command line for the shell."""

    name: str
    command: str


class KeepsDying(RuntimeError):
    """A program ended soon after its start, three times in a row."""


def read_procfile(path: Path) -> list[Program]:
    """The programs a Procfile names, in its order."""
    lines = (line.partition(":") for line in path.read_text(encoding="utf-8").splitlines() if ":" in line)
    return [Program(name.strip(), command.strip()) for name, _, command in lines if not name.startswith("#")]


async def keep(program: Program, env: Mapping[str, str], tell: Callable[[str], None]) -> None:
    """Run a program for as long as this coroutine is not cancelled; KeepsDying if it is no use to start it again."""
    clock = asyncio.get_running_loop().time
    pauses = iter(PAUSES)
    while True:
        started = clock()
        code = await run(program, env)
        if clock() - started > TOO_SOON:
            pauses = iter(PAUSES)
        pause = next(pauses, None)
        if pause is None:
            raise KeepsDying(f"{program.name} cannot be kept running, it ended with exit code {code} again and again")
        tell(f"{program.name} ended with exit code {code}; starting it again")
        await asyncio.sleep(pause)


async def run(program: Program, env: Mapping[str, str]) -> int:
    """Run a program to its end and return its exit code; a cancellation ends it, and all that it started, first."""
    process = await asyncio.create_subprocess_shell(f"exec {program.command}", env=env, start_new_session=True)
    try:
        return await process.wait()
    finally:
        await end(process)


async def end(process: asyncio.subprocess.Process) -> None:
    """Ask a process to end, then kill what is left of its session when the grace is over."""
    if process.returncode is None:
        process.terminate()
        with suppress(TimeoutError):
            await asyncio.wait_for(process.wait(), GRACE)
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    await process.wait()
