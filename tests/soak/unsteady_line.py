"""Requests whose connections are cut: before all is sent, before anything is read, or in the middle of the answer."""

from __future__ import annotations

import json
import socket
import struct
from collections.abc import Mapping
from contextlib import suppress
from random import Random
from typing import Any
from urllib.parse import urlsplit

AT_ONCE = struct.pack("ii", 1, 0)
"""SO_LINGER: the other side hears of the end as if the line had been cut, whatever was on its way."""
TIMEOUT = 8.0
LONGEST = 400
"""Bytes of an answer that are read at most."""


def send_and_be_cut(address: str, path: str, headers: Mapping[str, str], body: Any, rng: Random) -> str:
    """POST JSON over a connection cut at a random point; return where. Raises OSError if nobody answers in time."""
    raw = _raw(address, path, headers, json.dumps(body).encode())
    where = rng.choice(("in the request", "after it", "in the answer"))
    parts = urlsplit(address)
    with socket.create_connection((parts.hostname or "", parts.port or 80), TIMEOUT) as line, suppress(ConnectionError):
        line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
        line.sendall(raw[: rng.randrange(len(raw))] if where == "in the request" else raw)
        if where == "in the answer":
            line.recv(rng.randrange(1, LONGEST))
    return where


def _raw(address: str, path: str, headers: Mapping[str, str], body: bytes) -> bytes:
    lines = [f"POST {path} HTTP/1.1", f"Host: {urlsplit(address).netloc}", "Connection: close"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    lines += ["Content-Type: application/json", f"Content-Length: {len(body)}", "", ""]
    return "\r\n".join(lines).encode() + body
