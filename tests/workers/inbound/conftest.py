"""The inbound mail server of the app under test, on a port of its own."""

from __future__ import annotations

from collections.abc import Iterator
from smtplib import SMTP

import pytest
from flask import Flask

from service.embedded.ports import free_port
from workers.inbound.server import InboundServer, quiet


@pytest.fixture
def server(app: Flask) -> Iterator[InboundServer]:
    """Start an inbound mail server."""
    quiet()
    started = InboundServer(app, "127.0.0.1", free_port())
    started.start()
    yield started
    started.stop()


@pytest.fixture
def smtp(server: InboundServer) -> Iterator[SMTP]:
    """Return a client after its greeting."""
    with SMTP("127.0.0.1", server.port, "client.test", timeout=30) as client:
        client.ehlo()
        yield client
