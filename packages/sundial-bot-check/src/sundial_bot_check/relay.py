"""Relay in front of a Sundial without a list of requests: forwards a bot's requests and records the results."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import httpcore

from .evidence import Request

OF_ONE_CONNECTION = {"connection", "host", "keep-alive", "trailer", "transfer-encoding", "upgrade"}
"""Hop-by-hop headers, not forwarded (RFC 9110, 7.6.1)."""
NOT_PACKED = "accept-encoding"
"""Header not forwarded, so that refusals stay readable."""
TIMEOUTS = {"connect": 10.0, "read": 120.0, "write": 30.0, "pool": 30.0}
"""Timeouts in seconds; an event stream is silent for at most fifteen, and a long poll for a minute."""
BROKEN = (httpcore.NetworkError, httpcore.TimeoutException, httpcore.ProtocolError, ConnectionError)
"""Errors if the Sundial does not answer, or the bot disconnects early."""
WITHOUT_BODY = (HTTPStatus.NO_CONTENT, HTTPStatus.NOT_MODIFIED)


class Relay(ThreadingHTTPServer):
    """Loopback server for one Sundial. `noted`: all requests, in the order of the answers."""

    daemon_threads = True

    def __init__(self, address: str) -> None:
        super().__init__(("127.0.0.1", 0), _Passing)
        self.address = address
        self.pool = httpcore.ConnectionPool(max_connections=None)
        self.noted: list[Request] = []

    @property
    def url(self) -> str:
        """Return the address of the relay."""
        return f"http://127.0.0.1:{self.server_port}"


@contextmanager
def relay_to(address: str) -> Iterator[Relay]:
    """Run a relay to the Sundial at an address until the end."""
    with Relay(address) as relay, relay.pool:
        Thread(target=relay.serve_forever, name="relay", daemon=True).start()
        try:
            yield relay
        finally:
            relay.shutdown()


class _Passing(BaseHTTPRequestHandler):
    """One connection of the bot's."""

    protocol_version = "HTTP/1.1"
    server: Relay

    def do_GET(self) -> None:  # the name is that of the method
        """Forward a request, and return its answer."""
        length = self.headers.get("Content-Length", "0")
        if "Transfer-Encoding" in self.headers or not length.isdecimal():
            self.send_error(HTTPStatus.LENGTH_REQUIRED)
            return
        headers = [(name, value) for name, value in self.headers.items() if is_passed_on(name)]
        url, timeouts = self.server.address + self.path, {"timeout": TIMEOUTS}
        try:
            body = self.rfile.read(int(length))
            with self.server.pool.stream(
                self.command, url, headers=headers, content=body, extensions=timeouts
            ) as answer:
                self._pass_back(answer)
        except BROKEN:
            self.close_connection = True  # to the bot it looks as if there were no relay

    do_DELETE = do_HEAD = do_PATCH = do_POST = do_PUT = do_GET  # noqa: N815

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Log nothing: requests are in `noted`."""

    def _pass_back(self, answer: httpcore.Response) -> None:
        self.send_response_only(answer.status)
        names = set()
        for raw_name, value in answer.headers:
            name = raw_name.decode("latin-1").lower()
            if is_passed_on(name):
                names.add(name)
                self.send_header(name, value.decode("latin-1"))
        has_body = self.command != "HEAD" and answer.status not in WITHOUT_BODY
        in_chunks = has_body and "content-length" not in names
        if in_chunks:
            self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        refusal = b""
        for part in answer.iter_stream() if has_body else ():
            refusal += part if answer.status >= HTTPStatus.BAD_REQUEST else b""
            self.wfile.writelines(_chunk(part) if in_chunks else [part])
        if in_chunks:
            self.wfile.write(b"0\r\n\r\n")
        noted: Request = {
            "method": self.command, "target": self.path, "status": answer.status, "code": code_of(refusal),
        }  # fmt: skip
        self.server.noted.append(noted)


def is_passed_on(header: str) -> bool:
    """Return whether a header is end-to-end, not hop-by-hop."""
    return header.lower() not in OF_ONE_CONNECTION | {NOT_PACKED}


def code_of(body: bytes) -> str | None:
    """Return the code of a problem; None of any other body."""
    try:
        problem: Any = json.loads(body)
    except ValueError:
        return None
    return problem.get("code") if isinstance(problem, dict) else None


def _chunk(part: bytes) -> Iterable[bytes]:
    return (b"%x\r\n" % len(part), part, b"\r\n") if part else ()
