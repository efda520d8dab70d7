"""SMTP on INBOUND_SMTP_PORT, in every installation; with STARTTLS if INBOUND_TLS_CERTIFICATE is set."""

from __future__ import annotations

import ssl

from flask import Flask

from service.config.environment import BadConfiguration, Config
from workers.inbound.server import Certificate, InboundServer


def way(app: Flask, host: str) -> InboundServer:
    """Create the server, not listening yet; BadConfiguration if the certificate is unusable."""
    settings: Config = app.config["SETTINGS"]
    return InboundServer(app, host, settings.inbound_smtp_port, certificate=certificate_of(settings))


def certificate_of(settings: Config) -> Certificate | None:
    """Load the configured certificate; BadConfiguration if it is invalid, or the key does not match."""
    ways = settings.mail_ways
    if ways.certificate is None:
        return None
    try:
        return Certificate(ways.certificate, ways.certificate_key)
    except (OSError, ssl.SSLError):
        message = "INBOUND_TLS_CERTIFICATE must name a file with a certificate and its key (or set INBOUND_TLS_KEY)."
        raise BadConfiguration(message) from None
