"""The web server as the Procfile starts it, without other programs of Sundial."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path

from service.config.environment import Config
from service.embedded.ports import free_port
from service.embedded.readiness import web_answers
from tests.playing import KNOBS, SUNDIAL
from tests.waiting import eventually
from workers.procfile import PROCFILE, read_procfile

APP = "service.server.asgi:create_server()"
HOST = "127.0.0.1"
PATIENCE = 60.0


@dataclass(frozen=True)
class WebServer:
    """A server that runs."""

    port: int
    transcript: Path
    process: subprocess.Popen[bytes]

    @property
    def address(self) -> str:
        """The base of all addresses."""
        return f"http://{HOST}:{self.port}"

    def connect(self) -> HTTPConnection:
        """Connect to it."""
        return HTTPConnection(HOST, self.port, timeout=PATIENCE)

    def output(self) -> str:
        """All that it has printed."""
        return self.transcript.read_text()


@contextmanager
def web_server(
    settings: Config, app: str = APP, first: str = ":", within: Sequence[str] = (), **knobs: str
) -> Iterator[WebServer]:
    """Serve the installation, whose tables exist, from one process until the end.

    `app` creates the app, `first` runs in the shell before it, `within` runs that shell.
    """
    port = free_port()
    inherited = {name: value for name, value in os.environ.items() if name not in KNOBS}
    env = inherited | {"SUNDIAL_HOME": str(settings.home), "SECRET_KEY": settings.secret_key, "PORT": str(port)}
    env |= {"PATH": f"{SUNDIAL.parent}{os.pathsep}{os.environ['PATH']}", "WEB_CONCURRENCY": "1", "RATE_LIMITS": "off"}
    command = next(program.command for program in read_procfile(PROCFILE) if program.name == "web").replace(APP, app)
    transcript = settings.home / "web.txt"
    with transcript.open("wb") as output:
        arguments = [*within, "/bin/sh", "-c", f"{first} && exec {command}"]
        process = subprocess.Popen(
            arguments, cwd=PROCFILE.parent, env=env | knobs, stdout=output, stderr=subprocess.STDOUT
        )
    server = WebServer(port, transcript, process)
    try:
        assert eventually(lambda: web_answers(f"{server.address}/healthz"), PATIENCE), server.output()
        yield server
    finally:
        process.send_signal(signal.SIGINT)  # SIGTERM would wait for connections that clients keep
        process.wait(PATIENCE)
