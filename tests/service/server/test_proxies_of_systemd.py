"""The proxies of deploy/systemd before one server: nginx and Caddy with the files as they are, but for addresses."""

from __future__ import annotations

import json
import os
import socket
import ssl
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPSConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from types import MappingProxyType

import pytest

from service.accounts.tokens import create_token
from service.app import serving
from service.config.environment import MAX_HOOK_BYTES, Config
from service.db import clock
from service.embedded.ports import free_port
from tests import debian
from tests.certificate import CERTIFICATE
from tests.deployments import DEPLOY
from tests.service.tables import person
from tests.waiting import eventually
from tests.web_server import HOST, PATIENCE, web_server

SITE = "sundial.example.org"
JSON = {"Content-Type": "application/json"}
KEY = "k7Qv2mZp9XcT"
FORGED = {"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "gopher", "X-Forwarded-Host": "evil.example"}
MAIN = """
daemon off; user root; pid {folder}/pid; error_log {folder}/main.log;
events {{}}
http {{
    {temporary}
    include {folder}/sundial.conf;
}}
"""
TEMPORARY = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")


@dataclass(frozen=True)
class Proxy:
    """A running proxy, and the folder of its logs."""

    port: int
    folder: Path
    is_tls: bool

    def connect(self) -> HTTPConnection:
        """Connect to it."""
        if not self.is_tls:
            return HTTPConnection(HOST, self.port, timeout=PATIENCE)
        context = ssl.create_default_context(cafile=CERTIFICATE)
        context.check_hostname = False
        return HTTPSConnection(HOST, self.port, timeout=PATIENCE, context=context)

    def asked(
        self, method: str, path: str, body: bytes | None = None, headers: Mapping[str, str] = MappingProxyType({})
    ) -> tuple[int, bytes]:
        """Send a request over a new connection, as a browser that has looked up the site does."""
        connection = self.connect()
        connection.request(method, path, body, {"Host": SITE, **headers})
        answer = connection.getresponse()
        told = answer.status, answer.read()
        connection.close()
        return told


def nginx_command(folder: Path, port: int, before: str) -> list[str]:
    """Write the settings of nginx; return what starts it."""
    text = (DEPLOY / "systemd" / "nginx.conf").read_text()
    certificates = f"/etc/letsencrypt/live/{SITE}"
    for there, here in {
        "127.0.0.1:8000;\n\tkeepalive": f"{before};\n\tkeepalive",
        "listen 80;": f"listen {HOST}:{free_port()};",
        "\tlisten [::]:80;\n": "",
        "listen 443 ": f"listen {HOST}:{port} ",
        "\tlisten [::]:443 ssl http2;\n": "",
        f"{certificates}/fullchain.pem": str(CERTIFICATE),
        f"{certificates}/privkey.pem": str(CERTIFICATE),
        "/var/log/nginx/": f"{folder}/",
    }.items():
        assert there in text
        text = text.replace(there, here)
    (folder / "sundial.conf").write_text(text)
    temporary = " ".join(f"{name}_temp_path {folder}/{name};" for name in TEMPORARY)
    (folder / "nginx.conf").write_text(MAIN.format(folder=folder, temporary=temporary))
    return [debian.program("nginx"), "-c", str(folder / "nginx.conf"), "-e", str(folder / "main.log")]


def caddy_command(folder: Path, port: int, before: str) -> list[str]:
    """Write the settings of Caddy, which gets no certificate here; return what starts it."""
    text = (DEPLOY / "systemd" / "Caddyfile").read_text()
    for there, here in {f"\n{SITE} {{": f"\nhttp://:{port} {{", "y 127.0.0.1:8000 ": f"y {before} "}.items():
        assert there in text
        text = text.replace(there, here)
    (folder / "Caddyfile").write_text(text)
    caddy = Path(sys.executable).with_name("caddy")
    return [str(caddy), "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]


COMMANDS = {"nginx": nginx_command, "caddy": caddy_command}


@contextmanager
def proxying(kind: str, folder: Path, before: int) -> Iterator[Proxy]:
    """Run a proxy before that port."""
    port = free_port()
    command = COMMANDS[kind](folder, port, f"{HOST}:{before}")
    env = os.environ | {"HOME": str(folder), "XDG_DATA_HOME": str(folder)}
    with (folder / "output.log").open("wb") as log, subprocess.Popen(command, env=env, stdout=log, stderr=log) as run:
        assert eventually(lambda: is_open(port)), (folder / "output.log").read_text()
        yield Proxy(port, folder, is_tls=kind == "nginx")
        run.terminate()


def is_open(port: int) -> bool:
    """Check whether a port is open."""
    with socket.socket() as door:
        return door.connect_ex((HOST, port)) == 0


@pytest.fixture(scope="module", params=sorted(COMMANDS))
def kind(request: pytest.FixtureRequest) -> str:
    """Return which proxy it is."""
    return str(request.param)


@pytest.fixture(scope="module")
def site(kind: str, empty: Config, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxy]:
    """Start the proxy before Sundial."""
    with ExitStack() as stack:
        web = stack.enter_context(web_server(empty, TRUSTED_PROXIES="1", METRICS_TOKEN=KEY))
        yield stack.enter_context(proxying(kind, tmp_path_factory.mktemp(kind), web.port))


def by(name: str, empty: Config) -> dict[str, str]:
    """Return the headers of a program of a new player."""
    with serving(empty):
        token = create_token(person(name), "a program", ["games:read", "games:play"], clock.now()).secret
    return {"Authorization": f"Bearer {token}"}


def test_pages_come_and_moves_go_through(site: Proxy, kind: str, empty: Config) -> None:
    assert site.asked("GET", "/")[0] == 200
    headers = by(f"ada-{kind}", empty)
    wish = {"ruleset": "dawn", "seats": [{"me": True}, {"beside": "Bob"}]}
    status, told = site.asked("POST", "/api/v1/games", json.dumps(wish).encode(), headers | JSON)
    assert status == 201, told
    here = f"/api/v1/games/{json.loads(told)['id']}"
    legal = json.loads(site.asked("GET", f"{here}/legal-actions", headers=headers)[1])
    move = json.dumps({"version": legal["version"], "move": legal["actions"][0]}).encode()
    status, told = site.asked("POST", f"{here}/moves", move, headers | JSON)
    assert status == 201, told


def test_an_event_comes_as_soon_as_it_happens(site: Proxy, kind: str, empty: Config) -> None:
    headers = by(f"eve-{kind}", empty)
    stream = site.connect()
    stream.request("GET", "/api/v1/events/stream", headers={"Host": SITE, **headers})
    answer = stream.getresponse()
    assert answer.status == 200
    game = json.dumps({"ruleset": "seasons", "seats": [{"me": True}, {"ai": 1}]}).encode()
    assert site.asked("POST", "/api/v1/games", game, headers | JSON)[0] == 201
    assert next(line for line in iter(answer.readline, b"") if line.startswith(b"event:"))
    stream.close()


def test_a_body_that_nothing_takes_is_refused(site: Proxy) -> None:
    connection = site.connect()
    connection.putrequest("POST", "/hooks/mail", skip_host=True)
    connection.putheader("Host", SITE)
    connection.putheader("Content-Length", str(MAX_HOOK_BYTES + 1))
    connection.endheaders()
    connection.send(b"x" * (MAX_HOOK_BYTES + 1))
    assert connection.getresponse().status == 413
    connection.close()


def test_nobody_outside_sees_the_metrics(site: Proxy) -> None:
    assert site.asked("GET", "/metrics", headers={"Authorization": f"Bearer {KEY}"})[0] == 404
    assert site.asked("GET", "/healthz")[0] == 200


class Echo(BaseHTTPRequestHandler):
    """Answers each request with its headers."""

    def do_GET(self) -> None:
        told = json.dumps(dict(self.headers)).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(told)))
        self.end_headers()
        self.wfile.write(told)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        pass


def test_what_a_client_says_of_its_address_is_replaced(kind: str, tmp_path: Path) -> None:
    with ThreadingHTTPServer((HOST, 0), Echo) as echo:
        Thread(target=echo.serve_forever, daemon=True).start()
        with proxying(kind, tmp_path, echo.server_port) as site:
            assert eventually(lambda: site.asked("GET", "/")[0] == 200)
            told = json.loads(site.asked("GET", "/", headers=FORGED)[1])
        echo.shutdown()
    assert told["X-Forwarded-For"] == HOST
    assert told["X-Forwarded-Proto"] == ("https" if kind == "nginx" else "http")
    assert told["Host"] == SITE


def test_no_log_has_the_key_of_a_path(kind: str, tmp_path: Path) -> None:
    with proxying(kind, tmp_path, free_port()) as site:
        assert site.asked("GET", f"/t/{KEY}?{KEY}")[0] in {502, 503}
    logs = {path: path.read_text() for path in tmp_path.glob("*.log")}
    assert logs
    assert [path.name for path, text in logs.items() if KEY in text] == []
