"""What gunicorn serves in tests of bodies that come too slowly: a Sundial whose patience ends sooner."""

from __future__ import annotations

from service.core.patience import WEB_THREADS
from service.edge.app import create_app
from service.edge.asgi import Server

APP = "tests.service.edge.hasty:create_server()"
SECONDS = 0.5


def create_server() -> Server:
    """The server of the installation that the environment describes."""
    return Server(create_app(), WEB_THREADS, SECONDS)
