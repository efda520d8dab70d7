"""The gunicorn app for tests of slow bodies: a Sundial with short timeouts."""

from __future__ import annotations

from service.core.patience import WEB_THREADS
from service.edge.app import create_app
from service.edge.asgi import Server

APP = "tests.service.edge.hasty:create_server()"
SECONDS = 0.5


def create_server() -> Server:
    """Create the server of the installation in the environment."""
    return Server(create_app(), WEB_THREADS, SECONDS)
