"""Rate limits: in which bucket a request counts, and for whom."""

from __future__ import annotations

from collections.abc import Callable

from flask import g, request

from service.api.begun import begun
from service.api.contract import contract
from service.core import rates, waiting
from service.core.rates import READS, WRITES
from service.core.stamps import Stamp
from service.people.tokens import Caller

Bucket = str | Callable[..., str]
"""The name of a bucket, or what finds it out from the parameters of the path."""


def charge() -> None:
    """Count the request under way, or TooMany `rate-limited`. Being asked again after a wait does not count.

    What `count` has counted already is not counted again, unless whoever asks has turned out to be somebody else.
    """
    bucket, who = _bucket(), _who()
    if g.pop("counted", None) != (bucket, who):
        _take(bucket, who)
    rates.check()


def count(account_id: int) -> Stamp | None:
    """Count the request under way, whether or not that is granted, and come back with the stamp of the account."""
    g.counted = bucket, who = _bucket(), _who()
    return _take(bucket, who, account_id)


def of_token(token_id: int) -> str:
    """For whom requests with a token are counted."""
    return f"token {token_id}"


def _take(bucket: str, who: str, account_id: int | None = None) -> Stamp | None:
    before = begun()
    if before is not None and before.counted == (bucket, who):
        return rates.note(before.charge)
    return rates.take(bucket, who, counts=_counts(), account_id=account_id)


def _counts() -> bool:
    return waiting.position() is None


def _bucket() -> str:
    bucket: Bucket | None = contract().get("bucket")
    if callable(bucket):
        return bucket(**request.view_args or {})
    return bucket or (READS if request.method in ("GET", "HEAD") else WRITES)


def _who() -> str:
    found: Caller | None = g.get("caller")
    return of_token(found.token_id) if found else rates.client()
