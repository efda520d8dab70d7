"""A server on a real socket that gives scripted responses and records requests."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any
from urllib.parse import parse_qsl

from service.embedded.ports import free_port


@dataclass(frozen=True)
class Answer:
    """An answer; `lost` bytes of it never come, and with status 0 the connection breaks before any."""

    status: int = 200
    body: object = None
    headers: dict[str, str] = field(default_factory=dict)
    lost: int = 0

    @property
    def content(self) -> bytes:
        """The body as it is sent."""
        return self.body if isinstance(self.body, bytes) else json.dumps(self.body).encode()


HANG_UP = Answer(0)


@dataclass(frozen=True)
class Asked:
    """A request that has come."""

    line: str
    headers: dict[str, str]
    body: Any


class Script(ThreadingHTTPServer):
    """Gives the answers in their order, the last one again and again."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", free_port()), Handler)
        self.answers: list[Answer] = []
        self.asked: list[Asked] = []

    @property
    def url(self) -> str:
        """Its address."""
        return f"http://127.0.0.1:{self.server_port}"

    def next_answer(self) -> Answer:
        """Return the next scripted response."""
        return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]


class Handler(BaseHTTPRequestHandler):
    """One request and its answer."""

    server: Script

    def do_GET(self) -> None:
        content = self.rfile.read(int(self.headers.get("Content-Length", "0")))
        is_form = self.headers.get_content_type() == "application/x-www-form-urlencoded"
        body = dict(parse_qsl(content.decode())) if is_form else json.loads(content) if content else None
        self.server.asked.append(Asked(f"{self.command} {self.path}", dict(self.headers.items()), body))
        answer = self.server.next_answer()
        if answer.status:
            self.send_response(answer.status)
            for name, value in answer.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(answer.content) + answer.lost))
            self.end_headers()
            self.wfile.write(answer.content)

    do_POST = do_PUT = do_PATCH = do_DELETE = do_GET  # noqa: N815  # http.server looks for these names

    def log_message(self, *_: object) -> None:
        """Keep quiet."""


@contextmanager
def listening() -> Iterator[Script]:
    """Start a server that listens until the end of the test."""
    with Script() as script:
        thread = Thread(target=script.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield script
        finally:
            script.shutdown()
            thread.join()
