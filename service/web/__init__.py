"""Web pages: rendered on the server, and complete without JavaScript."""

from __future__ import annotations

import pkgutil
from importlib import import_module

from flask import Flask

from service.web import assets, cache, docs, errors, formats
from service.web.frame import identity
from service.web.frame.blueprints import capability_pages, pages

for found in pkgutil.iter_modules(__path__, f"{__name__}."):
    import_module(found.name)  # registers its pages on one of the two blueprints


def init_app(app: Flask) -> None:
    """Register the pages."""
    app.config["DOCUMENTATION"] = docs.SITE
    identity.init_app(app)
    formats.init_app(app)
    cache.init_app(app)
    app.add_template_global(assets.asset)
    errors.init_app(app)
    app.register_blueprint(pages)
    app.register_blueprint(capability_pages)
