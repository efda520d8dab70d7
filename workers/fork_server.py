"""Client of the fork server, a process that has imported what programs need (see `workers.forking`)."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from socket import send_fds, socket, socketpair
from types import TracebackType
from typing import Self

from workers.procfile import Program

COMMAND = (sys.executable, "-P", "-m", "workers.forking")
LOST = 255
"""The exit code of a program if the fork server has gone."""

TRIES = 2
"""Attempts at a fork, as the fork server may have died since the last one."""


class CannotFork(RuntimeError):
    """The fork server does not start."""


class Forked:
    """A forked program: the part of asyncio's `Process` that a supervisor needs."""

    def __init__(self, pid: int, answers: asyncio.StreamReader) -> None:
        self.pid = pid
        self.returncode: int | None = None
        self._answers = answers

    def terminate(self) -> None:
        """Send SIGTERM."""
        with suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGTERM)

    async def wait(self) -> int:
        """Wait for the program to end, and return its exit code."""
        if self.returncode is None:
            self.returncode = int(await self._answers.readline() or LOST)
        return self.returncode


class ForkServer:
    """A context in which the fork server runs; if it dies, the next fork starts another.

    All programs inherit its environment, and the files whose descriptors are `held`.
    """

    def __init__(self, env: Mapping[str, str], held: Collection[int] = (), command: Sequence[str] = COMMAND) -> None:
        self._env, self._held, self._command = env, held, command
        self._one_at_a_time = asyncio.Lock()
        self._process: asyncio.subprocess.Process | None = None
        self._line: socket | None = None

    async def __aenter__(self) -> Self:
        await self._running()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self._end()

    async def fork(self, program: Program, heard: int) -> Forked:
        """Fork a program into a session of its own, with its end of the leash as `heard`; CannotFork."""
        async with self._one_at_a_time:
            for _ in range(TRIES):
                forked = await _asked(await self._running(), program, heard)
                if forked:
                    return forked
                await self._end()
        raise CannotFork(CannotFork.__doc__)

    async def _running(self) -> socket:
        if self._line is None:
            self._line, its = socketpair()
            with its:
                self._process = await asyncio.create_subprocess_exec(
                    *self._command,
                    str(its.fileno()),
                    env=self._env,
                    pass_fds=[its.fileno(), *self._held],
                    stdin=asyncio.subprocess.DEVNULL,
                    start_new_session=True,
                )
        return self._line

    async def _end(self) -> None:
        if self._line and self._process:
            self._line.close()
            with suppress(ProcessLookupError):
                self._process.terminate()  # it may still be importing
            await self._process.wait()
        self._line = self._process = None


async def _asked(line: socket, program: Program, heard: int) -> Forked | None:
    """Ask for a fork and return the program, or None without an answer."""
    answers, its = os.pipe()
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(reader), os.fdopen(answers, "rb", buffering=0)
    )
    try:
        send_fds(line, [json.dumps([program.name, program.command]).encode()], [heard, its])
    except OSError:
        return None
    finally:
        os.close(its)
    pid = await reader.readline()
    return Forked(int(pid), reader) if pid else None
