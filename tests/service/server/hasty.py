"""The gunicorn app for tests of slow bodies: a Sundial with short timeouts."""

from __future__ import annotations

from service.config.timeouts import WEB_THREADS
from service.server.app import create_app
from service.server.asgi import Server

APP = "tests.service.server.hasty:create_server()"
SECONDS = 0.5


def create_server() -> Server:
    """Create the server of the installation in the environment."""
    return Server(create_app(), WEB_THREADS, SECONDS)
