"""The web app: an installation with its pages and REST API, on Flask."""

from __future__ import annotations

from flask import Flask, Request
from flask.templating import Environment
from werkzeug.exceptions import HTTPException
from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.routing import MapAdapter

import service
from service import api, web
from service.accounts import known_callers
from service.app import install
from service.config import environment
from service.config.timeouts import Role
from service.db.clock import Clock
from service.http import long_bodies
from service.language.templates import FlatEnvironment
from service.server import bodies, compression, glued
from service.telemetry import requests

MAX_REQUEST_BYTES = 64 * 1024


class PageEnvironment(FlatEnvironment, Environment):
    """Flask's Jinja environment with shared globals."""


class HostChecking(Flask):
    """A Flask app that can build its own addresses on the error page for an invalid Host; it failed with 500."""

    jinja_environment = PageEnvironment

    def create_url_adapter(self, request: Request | None) -> MapAdapter | None:
        """Bind the URL map as Flask does. An invalid Host (a label of 64 letters) becomes a 400, raised later."""
        try:
            return super().create_url_adapter(request)
        except HTTPException as refused:
            if request is None:
                raise
            request.routing_exception = refused
            return self.url_map.bind_to_environ(request.environ | {"HTTP_HOST": "localhost"})


def create_app(
    settings: environment.Config | None = None, clock: Clock | None = None, role: Role = Role.COMMAND
) -> Flask:
    """Create the WSGI app, or raise BadConfiguration. `settings` default to the environment.

    The `role` of its process determines the database timeouts.
    """
    settings = settings or environment.from_environment()
    app = HostChecking(service.__name__, static_folder=None)
    app.url_map.merge_slashes = False  # a redirect would lead to any host that the request names
    app.config["MAX_CONTENT_LENGTH"] = MAX_REQUEST_BYTES
    compression.init_app(app)
    requests.init_app(app)
    long_bodies.init_app(app)
    install(app, settings, clock, role)
    known_callers.init_app(app)
    if proxies := settings.trusted_proxies:  # the operator's proxies put the client's address into a header
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=proxies, x_proto=0, x_host=0)  # type: ignore[method-assign]
    api.init_app(app)
    web.init_app(app)
    glued.init_app(app)
    bodies.init_app(app)
    return app
