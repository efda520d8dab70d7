"""A Sundial that a browser can reach: the app on a real port, with a clock that stands still."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from threading import Thread

import pytest
from flask import Flask
from werkzeug.serving import make_server

from service import config, create_app, db
from service.embedded.ports import free_port
from tests.service.conftest import FakeClock, clock, migrated_sqlite, settings_for, sqlite_settings

__all__ = ["clock", "migrated_sqlite", "sqlite_settings"]


@dataclass(frozen=True)
class Site:
    """An app that is being served."""

    app: Flask
    address: str


@pytest.fixture
def site(sqlite_settings: config.Config, clock: FakeClock) -> Iterator[Site]:
    """The app, served until the test is over; the test itself is in its context."""
    port = free_port()
    knobs = {"PORT": str(port), "PUBLIC_URL": f"http://127.0.0.1:{port}"}
    app = create_app(settings_for(sqlite_settings.home, **knobs), clock)
    server = make_server("127.0.0.1", port, app, threaded=True)
    thread = Thread(target=server.serve_forever)
    thread.start()
    with app.app_context():
        yield Site(app, f"http://127.0.0.1:{port}")
        db.db.session.remove()
        server.shutdown()
        thread.join()
        server.server_close()
        db.db.engine.dispose()
