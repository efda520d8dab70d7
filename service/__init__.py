"""The service: three faces (REST, pages, mail) over one set of actions."""

from __future__ import annotations

from datetime import timedelta

from flask import Flask
from flask_babel import Babel
from werkzeug.middleware.proxy_fix import ProxyFix

from service.core import config, db, rates
from service.core.clock import Clock
from service.core.database_clock import clock_of
from service.core.destinations import system_resolve
from service.core.language import readers_locale
from service.core.patience import Role
from service.core.telemetry import requests
from service.edge import bodies, compression
from service.edge.hosts import HostChecking
from service.embedded.home import keep_private
from service.play import positions
from service.sandbox import sandbox_of

MAX_REQUEST_BYTES = 64 * 1024


def create_app(settings: config.Config | None = None, clock: Clock | None = None, role: Role = Role.COMMAND) -> Flask:
    """The WSGI application, or BadConfiguration. `settings` come from the environment unless they are given.

    How long it waits for the database is a matter of its process's `role`.
    """
    settings = settings or config.from_environment()
    keep_private(settings.home)
    box = sandbox_of(settings)
    app = HostChecking(__name__, static_folder=None)
    app.url_map.merge_slashes = False  # it would redirect to whatever host the request names
    app.config.from_mapping(
        SECRET_KEY=settings.secret_key,
        SECRET_KEY_FALLBACKS=list(settings.secret_key_fallbacks),
        KEY_RING=settings.key_ring,
        SQLALCHEMY_DATABASE_URI=settings.database_url,
        MAX_CONTENT_LENGTH=MAX_REQUEST_BYTES,
        BABEL_TRANSLATION_DIRECTORIES="translations",
        SETTINGS=settings,
        SANDBOX=box,
        AHEAD=box.clock.ahead if box else timedelta,
        RESOLVE=system_resolve,
    )
    compression.init_app(app)
    requests.init_app(app)
    Babel(app, locale_selector=readers_locale)
    db.init_app(app, role, settings.patience[role])
    app.config["CLOCK"] = clock or (box.clock if box else clock_of(app))
    positions.init_app(app)
    rates.init_app(app, settings.rate_limits, settings.redis_url)
    _look_past_proxies(app, settings.trusted_proxies)
    _register_faces(app)
    return app


def _look_past_proxies(app: Flask, proxies: int) -> None:
    """Take the address of a client from the header that the operator's own proxies write."""
    if proxies:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=proxies, x_proto=0, x_host=0)  # type: ignore[method-assign]


def _register_faces(app: Flask) -> None:
    from service import api, web  # noqa: PLC0415  # the faces know the app's actions, the actions no face

    api.init_app(app)
    web.init_app(app)
    bodies.init_app(app)
