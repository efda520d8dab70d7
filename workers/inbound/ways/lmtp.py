"""LMTP (RFC 2033) on INBOUND_LMTP_PORT, for a mail server of the operator."""

from __future__ import annotations

from flask import Flask

from service.config.environment import Config
from workers.inbound.server import LmtpServer


def way(app: Flask, host: str) -> LmtpServer | None:
    """Create the server, not listening yet, if its port is set."""
    settings: Config = app.config["SETTINGS"]
    port = settings.mail_ways.lmtp_port
    return LmtpServer(app, host, port) if port else None
