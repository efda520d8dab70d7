"""Typed access to the app's settings."""

from __future__ import annotations

from flask import current_app

from service.config.environment import Config


def settings() -> Config:
    """Return the current app's settings."""
    found: Config = current_app.config["SETTINGS"]
    return found
