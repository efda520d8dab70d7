"""Real servers on the loopback for the doctor to check."""

from __future__ import annotations

import ssl
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from threading import Thread
from typing import Any

import pytest
from aiosmtpd.smtp import AuthResult, LoginPassword
from werkzeug.serving import make_server

from service.config.environment import Config
from service.embedded.ports import free_port
from tests.service.conftest import migrated_sqlite, settings_for, sqlite_settings
from tests.sink import Sink

__all__ = ["migrated_sqlite", "sqlite_settings"]

Serve = Callable[..., str]
"""Serve a WSGI app until the test is over, and say where."""


def only_ada(_server: object, _session: object, _envelope: object, _how: str, credentials: object) -> AuthResult:
    """Accept only Ada's password."""
    return AuthResult(success=credentials == LoginPassword(b"ada", b"pass word"), handled=False)


@contextmanager
def mail_server(sink: Sink) -> Iterator[Sink]:
    """Start the server."""
    sink.start()
    try:
        yield sink
    finally:
        sink.stop()


@contextmanager
def _served(app: Any, port: int, encryption: ssl.SSLContext | None) -> Iterator[None]:
    server = make_server("127.0.0.1", port, app, threaded=True, ssl_context=encryption)
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.fixture
def serve() -> Iterator[Serve]:
    with ExitStack() as stack:

        def serve(app: Any, encryption: ssl.SSLContext | None = None) -> str:
            port = free_port()
            stack.enter_context(_served(app, port, encryption))
            return f"http{'s' if encryption else ''}://127.0.0.1:{port}"

        yield serve


@pytest.fixture
def knobs(sqlite_settings: Config) -> Callable[..., Config]:
    """Return a factory of configurations with empty tables and these settings."""
    return lambda **knobs: settings_for(sqlite_settings.home, **{"MAIL_DOMAIN": "example.net", **knobs})
