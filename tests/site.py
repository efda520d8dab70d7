"""A Sundial that can be reached: the app on a real port, without workers, for browsers and clients."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from socket import create_server, socket
from threading import Thread
from wsgiref.types import StartResponse, WSGIEnvironment

from flask import Flask
from werkzeug.exceptions import ServiceUnavailable
from werkzeug.serving import make_server
from werkzeug.wsgi import ClosingIterator

from service.embedded.ports import free_port
from tests.kept_apps import borrowed
from tests.service.conftest import FakeClock, settings_for
from tests.waiting import eventually

PATIENCE = 5.0


@dataclass(frozen=True)
class Site:
    """An app that is being served."""

    app: Flask
    address: str


class Requests:
    """Middleware that tracks the requests in progress.

    Without it, a request sent as a test ends could reach the next test's database, or keep the old one open.
    """

    def __init__(self, app: Flask) -> None:
        self._app = app
        self._under_way: list[object] = []
        self._ended = False

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if self._ended:
            return ServiceUnavailable()(environ, start_response)
        self._under_way.append(environ)
        try:
            return ClosingIterator(self._app(environ, start_response), [lambda: self._under_way.remove(environ)])
        except BaseException:
            self._under_way.remove(environ)
            raise

    def end(self) -> None:
        """Wait some seconds for requests in progress, and refuse new ones."""
        self._ended = True
        eventually(lambda: not self._under_way, timeout=PATIENCE)


_ports: dict[tuple[Path, tuple[tuple[str, str], ...]], int] = {}
"""Where each home was served last with its knobs: an app that is kept knows its address."""


@contextmanager
def serving(home: Path, clock: FakeClock, **knobs: str) -> Iterator[Site]:
    """Serve the app of that home until the end; the caller is in its context meanwhile."""
    with _listening((home, tuple(sorted(knobs.items())))) as door:
        port = door.getsockname()[1]
        settings = settings_for(home, **{"PORT": str(port), "PUBLIC_URL": f"http://127.0.0.1:{port}"} | knobs)
        with borrowed(settings, clock) as app:
            requests = Requests(app)
            server = make_server("127.0.0.1", port, requests, threaded=True, fd=door.fileno())
            thread = Thread(target=server.serve_forever, args=(0.02,))
            thread.start()
            try:
                yield Site(app, f"http://127.0.0.1:{port}")
            finally:
                server.shutdown()
                thread.join()
                requests.end()
                server.server_close()


def _listening(served: tuple[Path, tuple[tuple[str, str], ...]]) -> socket:
    """Return a socket at the port where it was served last, or at another one if that is taken."""
    with suppress(KeyError, OSError):
        return create_server(("127.0.0.1", _ports[served]))
    _ports[served] = free_port()
    return create_server(("127.0.0.1", _ports[served]))
