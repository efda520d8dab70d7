"""The app that is served: an installation with its pages and REST, on a Flask that starts and answers faster."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, cached_property, lru_cache
from typing import ParamSpec, TypeVar

from flask import Flask, Request, has_request_context
from flask.globals import request_ctx
from flask.templating import Environment
from werkzeug.exceptions import HTTPException
from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.routing import MapAdapter, Rule

import service
from service import api, web
from service.bare_app import install
from service.core import config, long_bodies
from service.core.clock import Clock
from service.core.patience import Role
from service.core.quick_templates import QuickEnvironment
from service.core.telemetry import requests
from service.edge import bodies, compression, glued
from service.people import known_callers

MAX_REQUEST_BYTES = 64 * 1024
PLAIN = frozenset({"game_id", "name", "player", "bot", "version", "at", "tab"})
"""What stands in addresses that are remembered: nothing by which somebody who knows it may do something."""
REMEMBERED = 4096
"""Addresses; a page of a game has forty, most of them those of all its pages."""
P = ParamSpec("P")
R = TypeVar("R")


class LazyRule(Rule):
    """werkzeug compiles, for each rule, two functions that put its address together: most of the time a start takes."""

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:  # noqa: FBT001, FBT002
        """As werkzeug's, but compiled when an address of this rule is wanted for the first time."""
        compiled = cache(super()._compile_builder)

        def build(*rule: object, **values: object) -> tuple[str, str]:
            return compiled(append_unknown)(*rule, **values)

        return build


class FlatEnvironment(QuickEnvironment, Environment):
    """Flask's, with less between a template and what it calls (`service.core.quick_templates`)."""


class HostChecking(Flask):
    """Flask that still builds our addresses on the page that refuses a host which cannot be one; else that was 500."""

    url_rule_class = LazyRule
    jinja_environment = FlatEnvironment

    def ensure_sync(self, func: Callable[P, R]) -> Callable[P, R]:
        """The function: ours are none that Flask would have to wait for, and to look takes longer than most of them."""
        return func

    def url_for(
        self,
        /,
        endpoint: str,
        *,
        _anchor: str | None = None,
        _method: str | None = None,
        _scheme: str | None = None,
        _external: bool | None = None,
        **values: object,
    ) -> str:
        """As Flask's; an address that gives nothing away is put together once."""
        here = request_ctx.url_adapter if has_request_context() else None
        if not PLAIN.issuperset(values):
            values = {name: value for name, value in values.items() if value is not None}
        if here is None or _anchor or _method or _scheme or _external or not PLAIN.issuperset(values):
            wanted = {"_anchor": _anchor, "_method": _method, "_scheme": _scheme, "_external": _external}
            return super().url_for(endpoint, **wanted, **values)  # type: ignore[arg-type]  # each is what it was
        return self._plain(here.script_name, here.default_method, endpoint, **values)

    @cached_property
    def _plain(self) -> Callable[..., str]:
        def built(_script_name: str, _method: str, endpoint: str, /, **values: object) -> str:
            return super(HostChecking, self).url_for(endpoint, **values)  # type: ignore[arg-type]  # none of its own

        return lru_cache(REMEMBERED, typed=True)(built)

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
