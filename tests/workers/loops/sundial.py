"""A Sundial without a clock: it receives email over SMTP, processes it, and replies over SMTP."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from flask import Flask

from service.config.environment import Config
from service.db import engines
from service.db.clock import Clock
from service.server.app import create_app
from workers.inbound.child import Reader
from workers.inbound.server import InboundServer
from workers.jobs.inbound import process_due
from workers.jobs.notices import seal_due, send_due
from workers.transports import transport


@dataclass(frozen=True)
class Sundial:
    """An installation with its mail server and its jobs."""

    app: Flask
    settings: Config
    clock: Clock
    reader: Reader

    @property
    def domain(self) -> str:
        """Return the domain of its addresses."""
        return self.settings.mail_domain

    @property
    def port(self) -> int:
        """Return the port of its mail server."""
        return self.settings.inbound_smtp_port

    def work(self) -> int:
        """Process, compose and send what is due; return the number of rows."""
        with self.app.app_context():
            by = transport(self.settings)
            return process_due(self.clock, self.reader) + seal_due(self.clock) + send_due(self.clock, by)


@contextmanager
def running(settings: Config, clock: Clock, reader: Reader) -> Iterator[Sundial]:
    """Run a Sundial whose mail server answers until the end of the context."""
    app = create_app(settings, clock)
    server = InboundServer(app, "127.0.0.1", settings.inbound_smtp_port)
    server.start()
    try:
        yield Sundial(app, settings, clock, reader)
    finally:
        server.stop()
        with app.app_context():
            engines.db.session.remove()
            engines.db.engine.dispose()
