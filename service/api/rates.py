"""Rate limits: whom a request counts for, in which bucket, and the headers that tell what is left.

The headers are those of draft-ietf-httpapi-ratelimit-headers-10.
"""

from __future__ import annotations

from collections.abc import Callable
from ipaddress import IPv6Address, IPv6Network, ip_address

from flask import Response, g, request

from service import waiting
from service.api.contract import contract
from service.errors import TooMany
from service.rates import WINDOW_SECONDS, Charge, rates

READS, WRITES, MOVES, SIGN_IN = "reads", "writes", "moves", "sign-in"
PREFIX_OF_A_SUBSCRIBER = 64
"""Bits of an IPv6 address that its owner cannot choose (RFC 6177): addresses that share them share a bucket."""

Bucket = str | Callable[..., str]
"""The name of a bucket, or what finds it out from the parameters of the path."""


def charge() -> None:
    """Count the request under way, or TooMany `rate-limited`. Being asked again after a wait does not count."""
    first = waiting.position() is None
    g.charge = charged = rates().charge(_bucket(), _who(), counts=first)
    if charged is not None and not charged.granted:
        raise TooMany("rate-limited", bucket=charged.bucket, retry_after=charged.seconds)


def add_headers(answer: Response) -> None:
    """Tell what is left in the bucket that the request was counted in."""
    charged: Charge | None = g.pop("charge", None)
    if charged is not None:
        answer.headers["RateLimit-Policy"] = f'"{charged.bucket}";q={charged.quota};w={WINDOW_SECONDS}'
        answer.headers["RateLimit"] = f'"{charged.bucket}";r={charged.remaining};t={charged.seconds}'


def _bucket() -> str:
    bucket: Bucket | None = contract().get("bucket")
    if callable(bucket):
        return bucket(**request.view_args or {})
    return bucket or (READS if request.method in ("GET", "HEAD") else WRITES)


def _who() -> str:
    token = g.get("token")
    return f"token {token.id}" if token else f"address {subscriber(request.remote_addr or '')}"


def subscriber(address: str) -> str:
    """What stands for whoever has that IP address: the address itself, or the network of an IPv6 address."""
    try:
        ip = ip_address(address)
    except ValueError:
        return address
    if not isinstance(ip, IPv6Address):
        return str(ip)
    return str(ip.ipv4_mapped or IPv6Network((int(ip), PREFIX_OF_A_SUBSCRIBER), strict=False))
