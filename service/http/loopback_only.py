"""Detect requests from this machine, for pages that only its user may see."""

from __future__ import annotations

from ipaddress import ip_address
from urllib.parse import urlsplit

from flask import request

LOOPBACK_NAMES = ("localhost", "127.0.0.1", "::1")


def is_from_here() -> bool:
    """Check whether the request came from this machine, directly and without a proxy."""
    host = urlsplit(request.host_url).hostname
    direct = not (request.headers.get("X-Forwarded-For") or request.headers.get("Forwarded"))
    return direct and host in LOOPBACK_NAMES and ip_address(request.remote_addr or "0.0.0.0").is_loopback  # noqa: S104
