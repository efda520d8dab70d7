"""What the app at hand was made with, typed."""

from __future__ import annotations

from flask import current_app

from service.core.config import Config


def settings() -> Config:
    """Everything that the operator has set, as the app under way was given it."""
    found: Config = current_app.config["SETTINGS"]
    return found
