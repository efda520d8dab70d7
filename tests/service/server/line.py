"""A raw connection for arbitrary bytes at arbitrary times."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPResponse

from tests.service.server.ways import Answer
from tests.web_server import HOST, PATIENCE, WebServer


class Line:
    """A socket to the server, byte by byte."""

    def __init__(self, server: WebServer) -> None:
        self._socket = socket.create_connection((HOST, server.port), PATIENCE)

    def send(self, *lines: str, body: bytes = b"") -> None:
        """Send the head of a request and the start of its body; without lines, more of the body."""
        head = "".join(f"{line}\r\n" for line in [*lines, "Host: 127.0.0.1", ""]) if lines else ""
        self._socket.sendall(head.encode() + body)

    def interim(self) -> bytes:
        """Read an interim response: a status line and an empty one."""
        return self._socket.recv(len(b"HTTP/1.1 100 Continue\r\n\r\n"))

    def answer(self) -> Answer:
        """Read the next complete response."""
        found = HTTPResponse(self._socket)
        found.begin()
        headers = {name.lower(): value for name, value in found.getheaders()}
        return Answer(found.status, headers, found.read().decode())

    def is_closed(self) -> bool:
        """Whether the server ends the connection now, having nothing more to say."""
        return self._socket.recv(1) == b""

    def hang_up(self) -> None:
        """Go away."""
        self._socket.close()


@contextmanager
def line(server: WebServer) -> Iterator[Line]:
    """Open a connection, closed at the end."""
    opened = Line(server)
    try:
        yield opened
    finally:
        opened.hang_up()
