"""Whether a request was made on this machine, for pages that nobody else may see."""

from __future__ import annotations

from ipaddress import ip_address
from urllib.parse import urlsplit

from flask import request

LOOPBACK_NAMES = ("localhost", "127.0.0.1", "::1")


def is_from_here() -> bool:
    """Whether the request was made on this machine, to it, by nobody in between."""
    host = urlsplit(request.host_url).hostname
    direct = not (request.headers.get("X-Forwarded-For") or request.headers.get("Forwarded"))
    return direct and host in LOOPBACK_NAMES and ip_address(request.remote_addr or "0.0.0.0").is_loopback  # noqa: S104
