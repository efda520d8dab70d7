"""Invalid or smuggled HTTP: raw bytes on a connection, and connections that never end."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from random import Random
from time import monotonic

import httpx

from tests.gauntlet.referee import Referee
from tests.service.server.line import Line, line
from tests.web_server import HOST

DOOR = "bytes"
SECONDS = 2.0
"""How long an answer is waited for: some of these wait for more."""
SMUGGLED = "GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Smuggled: yes\r\n\r\n"
WEBSOCKET = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: eA==\r\n"
HEAD = "POST /api/v1/sign-in HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
LENGTH, CHUNKED = "Content-Length: 4\r\n", "Transfer-Encoding: chunked\r\n"
PIECES = {
    "length and chunks": f"{HEAD}{LENGTH}{CHUNKED}\r\n0\r\n\r\n{SMUGGLED}",
    "chunks and length": f"{HEAD}{CHUNKED}{LENGTH}\r\n0\r\n\r\n{SMUGGLED}",
    "two lengths": f"{HEAD}{LENGTH}Content-Length: 0\r\n\r\n{SMUGGLED}",
    "a list of lengths": f"{HEAD}Content-Length: 4, 5\r\n\r\n{SMUGGLED}",
    "a length with a sign": f"{HEAD}Content-Length: +4\r\n\r\n{SMUGGLED}",
    "a negative length": f"{HEAD}Content-Length: -1\r\n\r\n{SMUGGLED}",
    "a length in hexadecimal": f"{HEAD}Content-Length: 0x4\r\n\r\n{SMUGGLED}",
    "a huge length": f"{HEAD}Content-Length: {'9' * 40}\r\n\r\n",
    "a space before the colon": f"{HEAD}Transfer-Encoding : chunked\r\n{LENGTH}\r\n0\r\n\r\n{SMUGGLED}",
    "another encoding": f"{HEAD}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n{SMUGGLED}",
    "two encodings": f"{HEAD}Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n{SMUGGLED}",
    "chunked twice": f"{HEAD}Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n{SMUGGLED}",
    "a chunk that is no number": f"{HEAD}{CHUNKED}\r\nzz\r\n{{}}\r\n0\r\n\r\n",
    "a negative chunk": f"{HEAD}{CHUNKED}\r\n-1\r\n{{}}\r\n0\r\n\r\n",
    "a huge chunk": f"{HEAD}{CHUNKED}\r\n{'f' * 20}\r\n{{}}\r\n",
    "a chunk shorter than said": f"{HEAD}{CHUNKED}\r\n9\r\n{{}}\r\n0\r\n\r\n",
    "a long extension of a chunk": f"{HEAD}{CHUNKED}\r\n2;{'x' * 9000}\r\n{{}}\r\n0\r\n\r\n",
    "a folded header": f"{HEAD}X-A: a\r\n b\r\n{LENGTH}\r\nnull",
    "a bare CR": f"{HEAD}X-A: a\rTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n{SMUGGLED}",
    "bare LF": SMUGGLED.replace("\r\n", "\n"),
    "NUL in a header": f"{HEAD}X-A: \0\r\n\r\n",
    "no host": "GET /healthz HTTP/1.1\r\n\r\n",
    "two hosts": "GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
    "no version": "GET /healthz\r\n\r\n",
    "version 3": "GET /healthz HTTP/3.0\r\nHost: a\r\n\r\n",
    "the preface of HTTP/2": "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "an upgrade": f"GET / HTTP/1.1\r\nHost: a\r\n{WEBSOCKET}\r\n",
    "an absolute address": "GET http://evil.example/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    "a method in small letters": "get /healthz HTTP/1.1\r\nHost: a\r\n\r\n",
    "a connect": "CONNECT 127.0.0.1:22 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    "a star": "OPTIONS * HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    "a space in the path": "GET /a b c HTTP/1.1\r\nHost: a\r\n\r\n",
    "bytes in the path": "GET /\xff\xfe HTTP/1.1\r\nHost: a\r\n\r\n",
    "a long path": f"GET /{'a' * 100_000} HTTP/1.1\r\nHost: a\r\n\r\n",
    "a long header": f"GET / HTTP/1.1\r\nHost: a\r\nX: {'a' * 100_000}\r\n\r\n",
    "many headers": "GET / HTTP/1.1\r\nHost: a\r\n" + "".join(f"X-{n}: a\r\n" for n in range(2000)) + "\r\n",
    "a long method": f"{'A' * 5000} / HTTP/1.1\r\nHost: a\r\n\r\n",
    "no name of a header": "GET / HTTP/1.1\r\nHost: a\r\n: b\r\n\r\n",
    "a hello of TLS": "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + "\x00" * 100,
    "a mail server's greeting": "EHLO evil.example\r\nMAIL FROM:<>\r\n",
    "Redis": "*1\r\n$4\r\nPING\r\n",
    "empty lines": "\r\n" * 1000,
    "a body that is cut": f"{HEAD}Content-Length: 60\r\n\r\n{{",
}  # fmt: skip


UNKNOWN_CODING = {"another encoding": 501}
"""The status that a server owes to a transfer coding that it does not know (RFC 9112, 6.1)."""


def send_bytes(referee: Referee, rng: Random, share: float) -> None:
    """Send pieces, each on its own connection: no 5xx, no response to smuggled requests, nothing changed."""
    for what in rng.sample(sorted(PIECES), max(5, round(share * len(PIECES)))):
        said = _exchange(referee, PIECES[what].encode("latin-1"))
        statuses = [int(part[:3]) for part in said.split("HTTP/1.1 ")[1:] if part[:3].isdecimal()]
        referee.note(DOOR, "bytes", what, max(statuses, default=0))
        if any(status >= 500 and status != UNKNOWN_CODING.get(what) for status in statuses):
            referee.complain("5xx", f"{DOOR}, {what}", said[:200])
        if SMUGGLED in PIECES[what] and len(statuses) > 1:
            referee.complain("smuggled", f"{DOOR}, {what}", said[:400])
        if changed := referee.changed():
            referee.complain("changed", f"{DOOR}, {what}", str(changed)[:300])
            referee.restore()


def hold_connections(referee: Referee, number: int) -> float:
    """Open many clients that send byte by byte; return the seconds of another client's slowest request."""
    slowest = 0.0
    with ExitStack() as stack:
        slow = [stack.enter_context(line(referee.ground.web)) for _ in range(number)]
        for each, beginning in zip(slow, _beginnings(number), strict=True):
            each.send(body=beginning)
        for _ in range(10):
            with suppress(OSError):
                _drip(slow)
            begun = monotonic()
            answer = httpx.get(f"{referee.ground.web.address}/api/v1/rulesets", timeout=60)
            slowest = max(slowest, monotonic() - begun)
            referee.note("slow connections", "beside them", "a list", answer.status_code)
    return slowest


def _beginnings(number: int) -> Iterator[bytes]:
    """Heads that do not end, and whole ones before bodies that do not."""
    kinds = [f"{HEAD}X-Slow: ", f"{HEAD}Content-Length: 60000\r\n\r\n"]
    return (kinds[at % 2].encode() for at in range(number))


def _drip(slow: list[Line]) -> None:
    for each in slow:
        each.send(body=b"x")


def _exchange(referee: Referee, raw: bytes) -> str:
    said = b""
    with suppress(OSError), socket.create_connection((HOST, referee.ground.web.port), SECONDS) as connection:
        connection.sendall(raw)
        connection.settimeout(SECONDS)
        while piece := connection.recv(65536):
            said += piece
            if said.count(b"HTTP/1.1 ") > 1:
                break
            connection.settimeout(0.3)
    return said.decode("latin-1")
