"""A line between a browser and a server on which connections die without a word, as of a laptop that was closed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from socket import SHUT_RDWR, create_connection, create_server, socket
from threading import Event, Thread
from urllib.parse import urlsplit

STREAM = b"GET /live"
LAST_CHUNK = b"0\r\n\r\n"
MOST = 1 << 16
"""Bytes handed on at once."""


@dataclass
class Wire:
    """TCP proxy that can silence streams: `streams_die` drops their bytes from then on; new connections work."""

    address: str
    _streams: set[Event] = field(default_factory=set)

    def streams_die(self) -> None:
        """Let nothing more come over the streams that are open, nor their ends be seen."""
        for is_dead in list(self._streams):
            is_dead.set()

    def serve(self, client: socket, server: socket) -> None:
        """Forward the bytes of a connection until one end closes it."""
        is_dead = Event()
        Thread(target=self._answer, args=(server, client, is_dead), daemon=True).start()
        with suppress(OSError):
            while sent := client.recv(MOST):
                self._streams.discard(is_dead)  # a browser uses the connection of an ended stream again
                if STREAM in sent:
                    self._streams.add(is_dead)
                server.sendall(sent)
        _end(server)

    def _answer(self, server: socket, client: socket, is_dead: Event) -> None:
        with suppress(OSError):
            while told := server.recv(MOST):
                if not is_dead.is_set():
                    client.sendall(told)
                if told.endswith(LAST_CHUNK):  # a browser uses the connection of an ended stream again
                    self._streams.discard(is_dead)
        if not is_dead.is_set():
            _end(client)


@contextmanager
def wire(address: str) -> Iterator[Wire]:
    """Start a proxy to the server at that address."""
    target = urlsplit(address)
    ends: list[socket] = []
    with create_server(("127.0.0.1", 0)) as door:
        made = Wire(f"http://127.0.0.1:{door.getsockname()[1]}")

        def listen() -> None:
            with suppress(OSError):
                while True:
                    client, server = door.accept()[0], create_connection((target.hostname or "", target.port or 0))
                    ends.extend((client, server))
                    Thread(target=made.serve, args=(client, server), daemon=True).start()

        Thread(target=listen, daemon=True).start()
        try:
            yield made
        finally:
            _end(door)
            for each in ends:
                _end(each)
                each.close()


def _end(each: socket) -> None:
    with suppress(OSError):
        each.shutdown(SHUT_RDWR)
