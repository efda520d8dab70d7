"""IMAP pick-up from the mailbox that INBOUND_IMAP_URL names."""

from __future__ import annotations

from importlib import import_module

from flask import Flask

from service.config.environment import Config
from workers.inbound.ways import Way


def way(app: Flask, host: str) -> Way | None:  # it does not listen
    """Create the pick-up if a mailbox is set; only then is the IMAP library imported."""
    settings: Config = app.config["SETTINGS"]
    url = settings.mail_ways.imap_url
    opened: Way | None = import_module("workers.inbound.pickup").Pickup(app, url) if url else None
    return opened
