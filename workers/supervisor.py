"""Keeps programs running: starts them anew when they die, ends them all when it is cancelled.

A Procfile runner such as honcho stops everything when one process dies; here a worker that was killed comes back. And
where the supervisor itself is killed, nothing it started outlives it.
"""

import asyncio
import os
import signal
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager, suppress

from workers.procfile import Program

TOO_SOON = 10.0
"""Seconds: a program that ends earlier has hardly begun."""

PAUSES = (1.0, 2.0)
"""Seconds to wait after the first and the second end that came too soon; after the third we give up.

What had been running is started again at once: somebody waits for it.
"""

GRACE = 15.0
"""Seconds a program has to finish what it is at once it was asked to end; a worker needs less (see `stopping`)."""

ORPHANED = 3
"""Seconds that programs without a supervisor have to end before they are killed."""

LEASHED = """\
exec {line}<&0
(trap '' HUP INT TERM; read -r _ <&{line}; kill -TERM 0; sleep {seconds}; kill -KILL 0) &
exec {line}<&- </dev/null {command}
"""
"""What the shell does: it becomes the program, and leaves somebody in its group who listens to the supervisor's pipe.

The kernel closes the pipe however the supervisor ends. Whatever else tells of a parent's death is known to Linux alone,
and to children alone.
"""


class KeepsDying(RuntimeError):
    """A program ended soon after its start, three times in a row."""


async def keep(
    program: Program, env: Mapping[str, str], tell: Callable[[str], None], held: Collection[int] = ()
) -> None:
    """Run a program for as long as this coroutine is not cancelled; KeepsDying if it is no use to start it again.

    It and all that it starts hold the files whose descriptors are `held`.
    """
    clock = asyncio.get_running_loop().time
    pauses = iter(PAUSES)
    while True:
        started = clock()
        code = await run(program, env, held)
        if clock() - started > TOO_SOON:
            pauses = iter((0.0, *PAUSES))
        pause = next(pauses, None)
        if pause is None:
            raise KeepsDying(f"{program.name} cannot be kept running, it ended with exit code {code} again and again")
        tell(f"{program.name} ended with exit code {code}; starting it again")
        await asyncio.sleep(pause)


async def run(program: Program, env: Mapping[str, str], held: Collection[int] = ()) -> int:
    """Run a program to its end and return its exit code; a cancellation ends it, and all that it started, first."""
    with leash() as heard:
        process = await asyncio.create_subprocess_shell(
            leashed(program.command, held), env=env, start_new_session=True, stdin=heard, pass_fds=held
        )
        try:
            return await process.wait()
        finally:
            await end(process)


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
    return LEASHED.format(line=line, seconds=ORPHANED, command=command)


async def end(process: asyncio.subprocess.Process) -> None:
    """Ask a process to end, then kill what is left of its session when the grace is over."""
    if process.returncode is None:
        process.terminate()
        with suppress(TimeoutError):
            await asyncio.wait_for(process.wait(), GRACE)
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    await process.wait()
