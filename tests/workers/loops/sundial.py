"""A whole Sundial but for its clock: it takes in mail over SMTP, reads it, and sends its answers over SMTP."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from flask import Flask

from service.core import db
from service.core.clock import Clock
from service.core.config import Config
from service.edge.app import create_app
from workers.inbound.child import Reader
from workers.inbound.server import InboundServer
from workers.jobs.inbound import process_due
from workers.jobs.notices import seal_due, send_due
from workers.transports import transport


@dataclass(frozen=True)
class Sundial:
    """One installation with its mail server and its jobs."""

    app: Flask
    settings: Config
    clock: Clock
    reader: Reader

    @property
    def domain(self) -> str:
        """What its addresses end in."""
        return self.settings.mail_domain

    @property
    def port(self) -> int:
        """Where its mail server listens."""
        return self.settings.inbound_smtp_port

    def work(self) -> int:
        """Take up, compose and send what is due; how many rows that were."""
        with self.app.app_context():
            by = transport(self.settings)
            return process_due(self.clock, self.reader) + seal_due(self.clock) + send_due(self.clock, by)


@contextmanager
def running(settings: Config, clock: Clock, reader: Reader) -> Iterator[Sundial]:
    """A Sundial whose mail server answers until the end of the context."""
    app = create_app(settings, clock)
    server = InboundServer(app, "127.0.0.1", settings.inbound_smtp_port)
    server.start()
    try:
        yield Sundial(app, settings, clock, reader)
    finally:
        server.stop()
        with app.app_context():
            db.db.session.remove()
            db.db.engine.dispose()
