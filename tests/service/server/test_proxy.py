"""The proxy of deploy/compose before two servers: no client takes one away, and the death of one costs little."""

from __future__ import annotations

import base64
import json
import os
import socket
import struct
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from http.client import HTTPConnection
from itertools import count
from pathlib import Path
from threading import Event
from types import MappingProxyType

import psutil
import pytest
from standardwebhooks import Webhook

from service.accounts.tokens import create_token
from service.app import serving
from service.config.environment import MAX_HOOK_BYTES, Config
from service.db import clock
from service.embedded.ports import free_port
from service.notifications.taking import MAX_MAIL_BYTES
from tests.service.tables import person
from tests.waiting import eventually
from tests.web_server import HOST, PATIENCE, WebServer, web_server

CADDY = Path(sys.executable).with_name("caddy")
CADDYFILE = Path(__file__).parents[3] / "deploy" / "compose" / "Caddyfile"
JSON = {"Content-Type": "application/json"}
SECRET = f"whsec_{base64.b64encode(bytes(32)).decode()}"
NAMED = "web-a:8000 web-b:8000"
VISITORS = 4
VISITS = 5
TOO_LONG = b"x" * (MAX_HOOK_BYTES + 1)
HEAD = b"POST /sign-in HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"


@dataclass(frozen=True)
class Site:
    """Two servers behind a proxy."""

    port: int
    servers: list[WebServer]

    def connect(self) -> HTTPConnection:
        """Connect to the proxy."""
        return HTTPConnection(HOST, self.port, timeout=PATIENCE)

    def asked(
        self, method: str, path: str, body: bytes | None = None, headers: Mapping[str, str] = MappingProxyType({})
    ) -> tuple[int, bytes]:
        """Send a request through the proxy over a new connection."""
        connection = self.connect()
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        told = answer.status, answer.read()
        connection.close()
        return told

    def visited(self) -> list[int]:
        """Return the statuses that many visitors get at once."""
        with ThreadPoolExecutor(VISITORS) as pool:
            return list(pool.map(lambda _: self.asked("GET", "/")[0], range(VISITORS * VISITS)))


@contextmanager
def proxied(home: Path, servers: list[WebServer]) -> Iterator[Site]:
    """Start Caddy with the file as it is, but for the addresses of the servers and its own."""
    port, text = free_port(), CADDYFILE.read_text()
    assert NAMED in text
    (home / "Caddyfile").write_text(text.replace(NAMED, " ".join(f"{HOST}:{each.port}" for each in servers)))
    env = os.environ | {"SITE": f"http://{HOST}:{port}", "HOME": str(home), "XDG_DATA_HOME": str(home)}
    command = [str(CADDY), "run", "--config", str(home / "Caddyfile"), "--adapter", "caddyfile"]
    with (home / "log").open("wb") as log, subprocess.Popen(command, env=env, stdout=log, stderr=log) as proxy:
        try:
            assert eventually(lambda: is_open(port)), (home / "log").read_text()
            yield Site(port, servers)
        finally:
            proxy.terminate()


@pytest.fixture(scope="module")
def site(empty: Config, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Start two servers behind a proxy."""
    with ExitStack() as stack:
        servers = [
            stack.enter_context(web_server(empty, TRUSTED_PROXIES="1", INBOUND_HTTP_SECRET=SECRET)) for _ in range(2)
        ]
        yield stack.enter_context(proxied(tmp_path_factory.mktemp("caddy"), servers))


def is_open(port: int) -> bool:
    """Check whether a port is open."""
    with socket.socket() as door:
        return door.connect_ex((HOST, port)) == 0


def uploading(line: socket.socket, framing: bytes) -> None:
    """Begin to upload, so that a server waits for more."""
    line.sendall(HEAD + b"Expect: 100-continue\r\n" + framing + b"\r\n\r\n")
    assert line.recv(1000).startswith(b"HTTP/1.1 100 ")


def broken_off(line: socket.socket) -> None:
    """Break the network after 10 of 100 bytes."""
    uploading(line, b"Content-Length: 100")
    line.sendall(b"0123456789")


def reset(line: socket.socket) -> None:
    """So is it, with a reset."""
    broken_off(line)
    line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


def half_closed(line: socket.socket) -> None:
    """Nothing comes any more, though an answer is waited for."""
    broken_off(line)
    line.shutdown(socket.SHUT_WR)
    line.recv(1000)


def bad_chunk(line: socket.socket) -> None:
    """Send a chunk with an invalid length."""
    uploading(line, b"Transfer-Encoding: chunked")
    line.sendall(b"zz\r\n0123456789\r\n")
    line.recv(1000)


def too_long(line: socket.socket) -> None:
    """More than anything may have."""
    uploading(line, f"Content-Length: {len(TOO_LONG)}".encode())
    with suppress(ConnectionError):  # it may be refused before its end
        line.sendall(TOO_LONG)
        line.recv(1000)


@pytest.mark.parametrize("fault", [broken_off, reset, half_closed, bad_chunk, too_long])
def test_broken_uploads_take_no_server_away(site: Site, fault: Callable[[socket.socket], None]) -> None:
    has_seen_all = Event()

    def upload() -> int:
        for number in count(1):
            with socket.create_connection((HOST, site.port), timeout=PATIENCE) as line:
                fault(line)
            if has_seen_all.is_set() and number > len(site.servers):
                return number
        raise AssertionError

    with ThreadPoolExecutor() as pool:
        uploads = [pool.submit(upload) for _ in site.servers]
        try:
            seen = site.visited()
        finally:
            has_seen_all.set()
        assert sum(each.result() for each in uploads) > len(site.servers) ** 2
    assert seen == [200] * len(seen), [each.output()[-4000:] for each in site.servers]


def test_the_longest_mail_that_may_come_over_http_comes_through(site: Site) -> None:
    mail = b"From: ada@example.net\r\nMessage-ID: <1@example.net>\r\n\r\n"
    mail += b"x\r\n" * ((MAX_MAIL_BYTES - len(mail)) // 3)
    raw = base64.b64encode(mail).decode()
    told = json.dumps({"sender": "ada@example.net", "recipients": ["play@sundial.localhost"], "raw": raw})
    now, body = datetime.now(UTC), told.ljust(MAX_HOOK_BYTES)
    signed = {"webhook-id": "1", "webhook-timestamp": str(int(now.timestamp()))}
    signed["webhook-signature"] = Webhook(SECRET).sign("1", now, body)
    status, said = site.asked("POST", "/hooks/mail", body.encode(), signed | JSON)
    assert status == 200, said


def test_a_stream_of_events_comes_through_as_it_is_told(site: Site, empty: Config) -> None:
    with serving(empty):
        token = create_token(person("ada"), "a program", ["games:read", "games:play"], clock.now()).secret
    by_ada = {"Authorization": f"Bearer {token}"}
    stream = site.connect()
    stream.request("GET", "/api/v1/events/stream", headers=by_ada)
    answer = stream.getresponse()
    assert answer.status == 200
    game = json.dumps({"ruleset": "seasons", "seats": [{"me": True}, {"ai": 1}]}).encode()
    status, said = site.asked("POST", "/api/v1/games", game, by_ada | JSON)
    assert status == 201, said
    told = iter(answer.readline, b"")
    assert next(line for line in told if line.startswith(b"event:"))
    stream.close()


def test_a_server_that_is_killed_costs_one_request_at_most(site: Site) -> None:
    first = psutil.Process(site.servers[0].process.pid)
    with ThreadPoolExecutor(1) as pool:
        visits = pool.submit(lambda: [status for _ in range(VISITORS) for status in site.visited()])
        for process in (first, *first.children(recursive=True)):
            process.kill()
    seen = visits.result()
    assert sum(status != 200 for status in seen) <= 1
