"""Slow clients that send or read a byte a second, in a process of their own.

Prints `open` when all are connected, and the statuses of their answers on SIGTERM; a disconnected client reconnects.
"""

from __future__ import annotations

import argparse
import asyncio
import signal
import socket
from collections import Counter
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any

HOST = "127.0.0.1"
PAUSE = 1.0
"""Seconds from byte to byte."""
LENGTH = 60_000
FORM = "Content-Type: application/x-www-form-urlencoded"
LARGE = "/static/0/swagger-ui-bundle.js"
"""Path of the largest answer: more than a megabyte."""
FEW = 4096
"""Receive buffer of a slow reader in bytes."""
AT_ONCE = 50
"""Number of clients that connect at the same time."""


class Crowd:
    """Clients of one kind."""

    def __init__(self, port: int, number: int) -> None:
        self.port = port
        self.number = number
        self.answers: Counter[str] = Counter()
        self._doors = asyncio.Semaphore(AT_ONCE)
        self._open = 0
        self.all_open = asyncio.Event()

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Open a connection with a small receive buffer."""
        line = socket.socket()
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, FEW)
        line.setblocking(False)  # noqa: FBT003  # its only parameter
        async with self._doors:
            await asyncio.get_running_loop().sock_connect(line, (HOST, self.port))
        return await asyncio.open_connection(sock=line, limit=FEW)

    async def come_again(self, behave: Behaviour) -> None:
        """Repeat a behaviour on one connection after the other."""
        first = True
        while True:
            with suppress(OSError):
                reader, writer = await self.connect()
                if first:
                    self._count()
                    first = False
                await behave(reader, writer)
                self.answers[await answer(reader)] += 1
                writer.close()

    def _count(self) -> None:
        self._open += 1
        if self._open == self.number:
            self.all_open.set()


Behaviour = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Coroutine[Any, Any, None]]


async def send_a_body(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Send a form, byte by byte."""
    writer.write(f"POST /sign-in HTTP/1.1\r\nHost: {HOST}\r\n{FORM}\r\nContent-Length: {LENGTH}\r\n\r\n".encode())
    await drip(reader, writer)


async def send_a_head(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Send a header without end, byte by byte."""
    writer.write(b"GET / HTTP/1.1\r\nX-Long: ")
    await drip(reader, writer)


async def read_an_answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Request a large file, and read it byte by byte."""
    writer.write(f"GET {LARGE} HTTP/1.1\r\nHost: {HOST}\r\n\r\n".encode())
    while await reader.read(1):  # noqa: ASYNC110  # to be slow is the point
        await asyncio.sleep(PAUSE)


async def drip(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Send a byte a second until there is an answer."""
    answered = asyncio.ensure_future(reader.readuntil(b" "))
    while not answered.done():
        writer.write(b"x")
        await asyncio.wait((answered,), timeout=PAUSE)
    with suppress(asyncio.IncompleteReadError):
        answered.result()


async def answer(reader: asyncio.StreamReader) -> str:
    """Return the status of an answer whose first word was read, and drain the rest."""
    status = (await reader.read(3)).decode()
    while await reader.read(FEW):
        pass
    return status or "none"


KINDS: dict[str, Behaviour] = {"bodies": send_a_body, "headers": send_a_head, "readers": read_an_answer}


async def be_slow(kind: str, number: int, port: int) -> None:
    """Run this many clients until SIGTERM."""
    crowd = Crowd(port, number)
    clients = [asyncio.ensure_future(crowd.come_again(KINDS[kind])) for _ in range(number)]
    await crowd.all_open.wait()
    print("open", flush=True)
    over = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, over.set)
    await over.wait()
    print(" ".join(f"{status}:{times}" for status, times in sorted(crowd.answers.items())), flush=True)
    for client in clients:
        client.cancel()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m benchmarks.slow_clients")
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("number", type=int)
    parser.add_argument("port", type=int)
    chosen = parser.parse_args()
    asyncio.run(be_slow(chosen.kind, chosen.number, chosen.port))
