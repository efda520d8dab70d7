"""The REST API below /api/v1, and the health checks at the root."""

from __future__ import annotations

import pkgutil
from functools import partial
from importlib import import_module

from flask import Flask

import rules
from service.api import discovery, exchange, hooks, oauth, resources, sandbox
from service.api.converters import AccountName, Day, GameId, RowNumber
from service.api.event_schemas import describe_events, describe_webhooks
from service.api.game_schemas import describe_games, describe_wishes
from service.api.spec import SundialApi, lasting
from service.api.views import as_listed
from service.presentation import exports

PREFIX = "/api/v1"
RESOURCES = [import_module(found.name) for found in pkgutil.iter_modules(resources.__path__, f"{resources.__name__}.")]
"""The modules in `resources`: each has a `blueprint`, and may set `AT_ROOT` or `IN_SANDBOX`."""


def init_app(app: Flask) -> None:
    """Register the API, its description, OAuth and inbound hooks."""
    app.config.update(
        API_TITLE="Sundial",
        API_VERSION="1",
        OPENAPI_VERSION="3.1.0",
    )
    app.json.sort_keys = False  # type: ignore[attr-defined]  # keep members in the order of the schema
    app.url_map.converters.update(account_name=AccountName, day=Day, game_id=GameId, row=RowNumber)
    exchange.init_app(app, PREFIX)
    exports.init_app(app, as_listed)
    api = SundialApi(app)
    in_sandbox = app.config["SANDBOX"] is not None
    if in_sandbox:
        sandbox.init_app(app)
    for module in RESOURCES:
        if in_sandbox or not getattr(module, "IN_SANDBOX", False):
            api.register_blueprint(module.blueprint, url_prefix="/" if getattr(module, "AT_ROOT", False) else PREFIX)
    app.register_blueprint(discovery.blueprint)
    app.register_blueprint(oauth.blueprint)
    app.register_blueprint(hooks.blueprint)
    for describe in (describe_games, describe_wishes):
        api.describe_later(partial(describe, api.spec, rules.games().values()))
    for add in (describe_events, describe_webhooks):
        api.describe_later(partial(add, api.spec))
    app.add_url_rule(f"{PREFIX}/openapi.json", "openapi", lambda: lasting(api.text, "application/json"))
