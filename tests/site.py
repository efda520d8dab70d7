"""A Sundial that can be reached: the app on a real port, without workers, for browsers and clients."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Thread

from flask import Flask
from werkzeug.serving import make_server

from service.core import db
from service.edge.app import create_app
from service.embedded.ports import free_port
from tests.service.conftest import FakeClock, settings_for
from tests.templates import share_templates


@dataclass(frozen=True)
class Site:
    """An app that is being served."""

    app: Flask
    address: str


@contextmanager
def serving(home: Path, clock: FakeClock, **knobs: str) -> Iterator[Site]:
    """The app of that home, served until the end; the caller is in its context meanwhile."""
    port = free_port()
    knobs = {"PORT": str(port), "PUBLIC_URL": f"http://127.0.0.1:{port}"} | knobs
    app = create_app(settings_for(home, **knobs), clock)
    share_templates(app)
    server = make_server("127.0.0.1", port, app, threaded=True)
    thread = Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    with app.app_context():
        try:
            yield Site(app, f"http://127.0.0.1:{port}")
        finally:
            db.db.session.remove()
            server.shutdown()
            thread.join()
            server.server_close()
            db.db.engine.dispose()
