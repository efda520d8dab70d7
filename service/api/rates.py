"""Rate limits: in which bucket a request counts, and for whom."""

from __future__ import annotations

from collections.abc import Callable

from flask import g, request

from service.api.contract import contract
from service.core import rates, waiting
from service.core.rates import READS, WRITES
from service.people.tokens import Caller

Bucket = str | Callable[..., str]
"""The name of a bucket, or what finds it out from the parameters of the path."""


def charge() -> None:
    """Count the request under way, or TooMany `rate-limited`. Being asked again after a wait does not count."""
    rates.charge(_bucket(), _who(), counts=waiting.position() is None)


def _bucket() -> str:
    bucket: Bucket | None = contract().get("bucket")
    if callable(bucket):
        return bucket(**request.view_args or {})
    return bucket or (READS if request.method in ("GET", "HEAD") else WRITES)


def _who() -> str:
    found: Caller | None = g.get("caller")
    return f"token {found.token.id}" if found else rates.client()
