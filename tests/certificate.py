"""A certificate for `localhost` and 127.0.0.1, signed by itself, with its key."""

import ssl
from pathlib import Path

CERTIFICATE = Path(__file__).with_name("localhost.pem")


def tls() -> ssl.SSLContext:
    """Return the server's TLS context."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(CERTIFICATE)
    return context
