"""A server that webhooks are sent to: it notes every request, and answers as the path says."""

from __future__ import annotations

import json
import ssl
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socket import socket
from threading import Event, Thread
from typing import Any, Self

from service.embedded.ports import free_port

ANSWERS = {
    "/taken": 200,
    "/taken-as-text": 200,
    "/deaf": 200,
    "/echo": 200,
    "/fault": 500,
    "/elsewhere": 301,
    "/gone": 410,
    "/busy": 429,
    "/huge": 200,
    "/slow-body": 200,
    "/v1/traces": 200,
    "/other-key": 403,
    **{f"/{status}": status for status in (201, 400, 401, 403, 404, 413, 500)},
}


@dataclass(frozen=True)
class Request:
    """A received request."""

    path: str
    headers: dict[str, str]
    body: bytes


class Receiver(ThreadingHTTPServer):
    """Listens on a loopback address, with or without TLS. Paths outside of `ANSWERS` get no response.

    A challenge is returned at `/taken`, and as plain text at `/taken-as-text`; `/echo` returns the body unchanged.
    """

    daemon_threads = True

    def __init__(self, host: str = "127.0.0.1", port: int | None = None, tls: ssl.SSLContext | None = None) -> None:
        super().__init__((host, port or free_port()), _Handler)
        self.requests: list[Request] = []
        self.location = "http://127.0.0.1/"
        """Where it redirects to."""
        self.faults = 0
        """How many requests are still answered with 500, whatever their path."""
        self.over = Event()
        self._tls = tls
        self._thread = Thread(target=self.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)

    @property
    def port(self) -> int:
        """Where it listens."""
        return int(self.server_address[1])

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.over.set()
        self.shutdown()
        self._thread.join()
        self.server_close()

    def get_request(self) -> tuple[socket, Any]:
        taken, address = super().get_request()
        if self._tls is None:
            return taken, address
        return self._tls.wrap_socket(taken, server_side=True, do_handshake_on_connect=False), address

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore clients that hang up."""


class _Handler(BaseHTTPRequestHandler):
    server: Receiver

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.requests.append(Request(self.path, dict(self.headers.items()), body))
        if self.path not in ANSWERS:
            self.server.over.wait()
            return
        self.send_response(self._status())
        self._tell_more()
        self.end_headers()
        self._write_body(body)

    def _status(self) -> int:
        if self.server.faults == 0:
            return ANSWERS[self.path]
        self.server.faults -= 1
        return 500

    def _tell_more(self) -> None:
        if self.path == "/elsewhere":
            self.send_header("Location", self.server.location)
        if self.path == "/busy":
            self.send_header("Retry-After", "600")

    def _write_body(self, sent: bytes) -> None:
        if self.path == "/echo":
            self.wfile.write(sent)
        if self.path in ("/taken", "/taken-as-text"):
            self.wfile.write(answer_to(sent, as_text=self.path != "/taken"))
        if self.path == "/other-key":
            self.wfile.write(b'{"reason": "VapidPkHashMismatch"}')
        if self.path == "/slow-body":
            self.server.over.wait()
        while self.path == "/huge":
            self.wfile.write(bytes(64 * 1024))

    def log_message(self, *_: object) -> None:
        """Keep quiet."""


def answer_to(sent: bytes, *, as_text: bool = False) -> bytes:
    """Respond to a challenge as a receiver that wants events; empty for anything else."""
    data = json.loads(sent).get("data", {})
    if "challenge" not in data:
        return b""
    return data["challenge"].encode() if as_text else json.dumps(data).encode()
