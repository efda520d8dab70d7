"""The app that is served: an installation with its pages and REST."""

from __future__ import annotations

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

import service
from service import api, web
from service.bare_app import install
from service.core import config, long_bodies
from service.core.clock import Clock
from service.core.patience import Role
from service.core.telemetry import requests
from service.edge import bodies, compression, glued, unchanged
from service.edge.hosts import HostChecking
from service.people import known_callers

MAX_REQUEST_BYTES = 64 * 1024


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
    _look_past_proxies(app, settings.trusted_proxies)
    api.init_app(app)
    web.init_app(app)
    glued.init_app(app)
    bodies.init_app(app)
    if app.config["SANDBOX"] is None:  # where faults are asked for, and what was asked is shown
        unchanged.init_app(app)
    return app


def _look_past_proxies(app: Flask, proxies: int) -> None:
    """Take the address of a client from the header that the operator's own proxies write."""
    if proxies:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=proxies, x_proto=0, x_host=0)  # type: ignore[method-assign]
