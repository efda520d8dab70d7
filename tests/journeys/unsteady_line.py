"""A client whose connections are cut: before all is sent, before anything is read, or in the middle of the answer."""

from __future__ import annotations

import json
import socket
import struct
from contextlib import suppress
from dataclasses import dataclass
from http.client import HTTPResponse
from random import Random
from typing import Any
from urllib.parse import urlsplit

AT_ONCE = struct.pack("ii", 1, 0)
"""SO_LINGER: the other side hears of the end as if the line had been cut, whatever was on its way."""
TIMEOUT = 60


@dataclass(frozen=True)
class Recorded:
    """A request as it goes over the wire, again and again."""

    address: str
    path: str
    headers: tuple[tuple[str, str], ...]
    body: bytes

    def raw(self) -> bytes:
        """Its bytes."""
        host = urlsplit(self.address).netloc
        lines = [f"POST {self.path} HTTP/1.1", f"Host: {host}", "Connection: close"]
        lines += [f"{name}: {value}" for name, value in self.headers]
        lines += ["Content-Type: application/json", f"Content-Length: {len(self.body)}", "", ""]
        return "\r\n".join(lines).encode() + self.body


@dataclass(frozen=True)
class Answer:
    """What came back."""

    status: int
    body: Any


def send(request: Recorded) -> Answer:
    """Send it over a line that holds."""
    with _connected(request.address) as line:
        line.sendall(request.raw())
        response = HTTPResponse(line)
        response.begin()
        return Answer(response.status, json.loads(response.read()))


def send_and_be_cut(request: Recorded, rng: Random) -> str:
    """Send it over a line that is cut at a random point; says where."""
    raw = request.raw()
    where = rng.choice(("in the request", "after it", "in the answer"))
    with _connected(request.address) as line, suppress(ConnectionError):
        line.sendall(raw[: rng.randrange(len(raw))] if where == "in the request" else raw)
        if where == "in the answer":
            line.recv(rng.randrange(1, 400))
        line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
    return where


def _connected(address: str) -> socket.socket:
    parts = urlsplit(address)
    return socket.create_connection((parts.hostname or "", parts.port or 80), TIMEOUT)
