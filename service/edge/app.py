"""The app that is served: an installation with its pages and REST, on Flask."""

from __future__ import annotations

from flask import Flask, Request
from flask.templating import Environment
from werkzeug.exceptions import HTTPException
from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.routing import MapAdapter

import service
from service import api, web
from service.bare_app import install
from service.core import config, long_bodies
from service.core.clock import Clock
from service.core.patience import Role
from service.core.telemetry import requests
from service.core.templates import FlatEnvironment
from service.edge import bodies, compression, glued
from service.people import known_callers

MAX_REQUEST_BYTES = 64 * 1024


class PageEnvironment(FlatEnvironment, Environment):
    """Flask's."""


class HostChecking(Flask):
    """Flask that still builds our addresses on the page that refuses a host which cannot be one; else that was 500."""

    jinja_environment = PageEnvironment

    def create_url_adapter(self, request: Request | None) -> MapAdapter | None:
        """As Flask's; what no name of a host can be (a label of 64 letters) is 400, raised once we can answer."""
        try:
            return super().create_url_adapter(request)
        except HTTPException as refused:
            if request is None:
                raise
            request.routing_exception = refused
            return self.url_map.bind_to_environ(request.environ | {"HTTP_HOST": "localhost"})


def create_app(settings: config.Config | None = None, clock: Clock | None = None, role: Role = Role.COMMAND) -> Flask:
    """The WSGI application, or BadConfiguration. `settings` come from the environment unless they are given.

    How long it waits for the database is a matter of its process's `role`.
    """
    settings = settings or config.from_environment()
    app = HostChecking(service.__name__, static_folder=None)
    app.url_map.merge_slashes = False  # it would redirect to whatever host the request names
    app.config["MAX_CONTENT_LENGTH"] = MAX_REQUEST_BYTES
    compression.init_app(app)
    requests.init_app(app)
    long_bodies.init_app(app)
    install(app, settings, clock, role)
    known_callers.init_app(app)
    if proxies := settings.trusted_proxies:  # the address of a client is in the header that the operator's own write
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=proxies, x_proto=0, x_host=0)  # type: ignore[method-assign]
    api.init_app(app)
    web.init_app(app)
    glued.init_app(app)
    bodies.init_app(app)
    return app
