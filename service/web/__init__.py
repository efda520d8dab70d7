"""Pages: server-rendered, complete without JavaScript."""

from __future__ import annotations

from flask import Flask

from service.web import (
    assets,
    errors,
    formats,
    games,
    guides,
    home,
    identity,
    invitations,
    mailbox,
    me,
    new_game,
    seats,
    sign_in,
    turns,
    unsubscribe,
)
from service.web.blueprints import capability_pages, pages

__all__ = [
    "games",
    "guides",
    "home",
    "init_app",
    "invitations",
    "mailbox",
    "me",
    "new_game",
    "seats",
    "sign_in",
    "turns",
    "unsubscribe",
]


def init_app(app: Flask) -> None:
    """Serve the pages; importing their modules has put them on the two blueprints."""
    identity.init_app(app)
    formats.init_app(app)
    app.add_template_global(assets.asset)
    errors.init_app(app)
    app.register_blueprint(pages)
    app.register_blueprint(capability_pages)
