"""Ways to send a body: with a content length, and chunked."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from tests.web_server import WebServer

CHUNK = 7
"""Bytes: small enough that every body comes in several."""
BOUNDARY = "between-two-fields"


@dataclass(frozen=True)
class Answer:
    """A response."""

    status: int
    headers: Mapping[str, str]
    text: str

    @property
    def kind(self) -> str:
        """The media type of its body."""
        return self.headers.get("content-type", "").partition(";")[0]

    @property
    def json(self) -> Any:
        """Its body, read as JSON."""
        return json.loads(self.text)


@dataclass(frozen=True)
class Body:
    """A request body with its content type."""

    raw: bytes
    content_type: str


def json_body(value: object) -> Body:
    """Return a JSON body."""
    return Body(json.dumps(value).encode(), "application/json")


def form(fields: Mapping[str, str]) -> Body:
    """Return a form as a browser sends it."""
    return Body(urlencode(fields).encode(), "application/x-www-form-urlencoded")


def multipart(fields: Mapping[str, str]) -> Body:
    """Return a form as some mail programs send it."""
    head = 'Content-Disposition: form-data; name="{}"\r\n\r\n'
    parts = [f"--{BOUNDARY}\r\n{head.format(name)}{value}\r\n" for name, value in fields.items()]
    return Body(f"{''.join(parts)}--{BOUNDARY}--\r\n".encode(), f"multipart/form-data; boundary={BOUNDARY}")


def chunks(raw: bytes) -> Iterator[bytes]:
    """Yield the bytes in pieces."""
    return (raw[at : at + CHUNK] for at in range(0, len(raw), CHUNK))


@dataclass(frozen=True)
class Client:
    """A client with these headers that sends bodies one of the two ways."""

    server: WebServer
    headers: Mapping[str, str]
    chunked: bool = False

    def send(self, method: str, path: str, body: Body) -> Answer:
        """Send a request over a new connection."""
        connection = self.server.connect()
        try:
            sent = chunks(body.raw) if self.chunked else body.raw
            headers = {**self.headers, "Content-Type": body.content_type}
            connection.request(method, path, sent, headers, encode_chunked=self.chunked)
            answer = connection.getresponse()
            named = {name.lower(): value for name, value in answer.getheaders()}
            return Answer(answer.status, named, answer.read().decode())
        finally:
            connection.close()
