"""Rate limits: against which limit a request counts, and for whom."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from flask import g, request

from service.api.begun import begun
from service.api.contract import contract
from service.core import rates, waiting
from service.core.limits import Limit
from service.core.rates import READS, WRITES, Use
from service.core.stamps import Stamp
from service.people.tokens import Caller

Bucket = Limit | Callable[..., Limit]
"""A limit, or what finds it out from the parameters of the path."""


def charge() -> None:
    """Count the request under way, or TooMany. Being asked again after a wait does not count.

    What `count` has counted already is not counted again, unless whoever asks has turned out to be somebody else.
    """
    uses = _uses()
    if g.pop("counted", None) != uses:
        _take(uses)
    rates.check()


def count(account_id: int) -> Stamp | None:
    """Count the request under way, whether or not that is granted, and come back with the stamp of the account."""
    g.counted = uses = _uses()
    return _take(uses, account_id)


def _take(uses: Sequence[Use], account_id: int | None = None) -> Stamp | None:
    before = begun()
    if before is not None and [before.counted] == uses:
        return rates.note(before.charge)
    return rates.note(rates.spent(*uses, counts=waiting.position() is None, account_id=account_id))


def _uses() -> list[Use]:
    """A token counts for its account, with all of its tokens; a request without one for its network."""
    found: Caller | None = g.get("caller")
    return [rates.of_account(_limit(), found.account_id)] if found else [*rates.of_stranger(_limit())]


def _limit() -> Limit:
    bucket: Bucket | None = contract().get("bucket")
    if callable(bucket):
        return bucket(**request.view_args or {})
    return bucket or (READS if request.method in ("GET", "HEAD") else WRITES)
