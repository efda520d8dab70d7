"""TCP lines that can be cut, held, slowed or made one-way, in a separate process.

`python -m tests.soak.lines` reads the lines from its first line of input, and then a command per line: `NAME MODE`. It
answers `ok`. A target is a loopback port or a socket path.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from enum import StrEnum
from threading import Lock

HOST = "127.0.0.1"
CHUNK = 1 << 16
PAUSE_WHEN_SLOW = 0.15


class Mode(StrEnum):
    """The treatment of bytes on a line."""

    OPEN = "open"
    CUT = "cut"
    """Every connection ends at once, as if the cable was."""
    HOLE = "hole"
    """Nothing arrives, and nobody is told so."""
    SLOW = "slow"
    MUTE = "mute"
    """What is asked arrives, what is answered does not."""


@dataclass
class Line:
    """A port that connects to the first target, in rotation, that answers."""

    name: str
    port: int
    targets: list[int | str]
    mode: Mode = Mode.OPEN
    tunnels: set[asyncio.Task[None]] = field(default_factory=set)
    opened: asyncio.Event = field(default_factory=asyncio.Event)

    async def serve(self) -> None:
        """Begin to listen."""
        self.opened.set()
        await asyncio.start_server(self._tunnel, HOST, self.port)

    def switch(self, mode: Mode) -> None:
        """Change the mode; connections with held or lost bytes are closed."""
        if mode == Mode.CUT or self.mode in (Mode.HOLE, Mode.MUTE):
            for tunnel in self.tunnels:
                tunnel.cancel()
        self.mode = mode
        if mode == Mode.HOLE:
            self.opened.clear()
        else:
            self.opened.set()

    async def _tunnel(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        tunnel = asyncio.ensure_future(self._carry(reader, writer))
        self.tunnels.add(tunnel)
        try:
            with suppress(OSError, asyncio.CancelledError):
                await tunnel
        finally:
            self.tunnels.discard(tunnel)
            writer.transport.abort()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.mode == Mode.CUT:
            return
        their_reader, their_writer = await self._reach()
        try:
            async with asyncio.TaskGroup() as both:
                both.create_task(self._pump(reader, their_writer, answers=False))
                both.create_task(self._pump(their_reader, writer, answers=True))
        except* OSError:
            pass
        finally:
            their_writer.transport.abort()

    async def _reach(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Connect to one of the targets, in rotation; raises OSError if none answers."""
        for _ in self.targets:
            target = self.targets.pop(0)
            self.targets.append(target)
            with suppress(OSError):
                if isinstance(target, str):
                    return await asyncio.open_unix_connection(target)
                return await asyncio.open_connection(HOST, target)
        raise ConnectionRefusedError

    async def _pump(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter, *, answers: bool) -> None:
        while chunk := await source.read(CHUNK):
            await self.opened.wait()
            if self.mode == Mode.SLOW:
                await asyncio.sleep(PAUSE_WHEN_SLOW)
            if not (answers and self.mode == Mode.MUTE):
                sink.write(chunk)
                await sink.drain()
        sink.write_eof()


class Lines:
    """Client of the process that runs an installation's lines."""

    def __init__(self, lines: Mapping[str, tuple[int, Iterable[int | str]]]) -> None:
        command = [sys.executable, "-m", __name__]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True
        )
        self._lock = Lock()
        self._ask(json.dumps({name: (port, list(targets)) for name, (port, targets) in lines.items()}))

    def switch(self, name: str, mode: Mode) -> None:
        """Change the mode of a line, and wait until it is done."""
        self._ask(f"{name} {mode}")

    def stop(self) -> None:
        """End them all."""
        self._process.kill()
        self._process.communicate()

    def _ask(self, text: str) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with self._lock:
            self._process.stdin.write(f"{text}\n")
            self._process.stdin.flush()
            assert self._process.stdout.readline() == "ok\n", "the lines have come to an end"


async def main() -> None:
    """Serve until there is no more input."""
    read = asyncio.get_running_loop().run_in_executor
    described = json.loads(await read(None, sys.stdin.readline))
    lines = {name: Line(name, port, targets) for name, (port, targets) in described.items()}
    for line in lines.values():
        await line.serve()
    _say_ok()
    while command := await read(None, sys.stdin.readline):
        name, mode = command.split()
        lines[name].switch(Mode(mode))
        _say_ok()


def _say_ok() -> None:
    sys.stdout.write("ok\n")
    sys.stdout.flush()


if __name__ == "__main__":
    asyncio.run(main())
