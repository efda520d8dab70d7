"""Authentication: check the token of a request and its scope, and count the request against a rate limit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias, TypeVar

from flask import current_app, g, request

from service.accounts.known_callers import known_callers
from service.accounts.sign_in_askers import Asker
from service.accounts.tokens import Caller, is_sighting_due, note_sighting
from service.config.limits import Limit
from service.db.clock import now
from service.db.engines import session
from service.http import long_polling
from service.language.errors import Forbidden, NotFound, Unauthenticated
from service.models import Account
from service.security import rates
from service.security.auth_epoch import Stamp
from service.security.rates import READS, WRITES, Use, area_here, network_here
from service.telemetry.requests import seen

CONTRACT = "contract"
"""The attribute of a view that has its contract."""
Notes: TypeAlias = dict[str, Any]
"""The contract of a view, as its decorators have noted it."""
R = TypeVar("R")
Bucket = Limit | Callable[..., Limit]
"""A limit, or a function that returns one for the parameters of the path."""


def admit(scope: str | None, *, anonymous: bool) -> None:
    """Authenticate the request and check its scope, if it needs one; count it at once if the token is known.

    Raise Unauthenticated or Forbidden `missing-scope`.
    """
    g.pop("caller", None)
    g.pop("viewer", None)
    authorization = request.headers.get("Authorization")
    if authorization is None:
        if not anonymous:
            raise Unauthenticated
        return
    scheme, _, secret = authorization.partition(" ")
    if scheme.lower() != "bearer":
        raise Unauthenticated
    found = _caller(secret.strip())
    g.caller = found
    seen().account = found.account_id
    if is_sighting_due(found, now()):
        note_sighting(found.account_id, now())
    if scope is not None and scope not in found.scopes:
        raise Forbidden("missing-scope", scope=scope)


def as_stranger(read: Callable[[], R], missing: Forbidden) -> R:
    """Answer a request whose token lacks a scope as one without a token; raise `missing` if a stranger is refused."""
    del g.caller
    try:
        return read()
    except (NotFound, Unauthenticated):
        raise missing from None


def charge() -> None:
    """Count the current request, or raise TooMany. Retries after a long poll do not count.

    A request that `admit` has counted already is counted again only if its caller has changed.
    """
    uses = _uses()
    if g.pop("counted", None) != uses:
        _take(uses)
    rates.check()


def asker() -> Asker:
    """Return the program that asks for a sign-in, identified by its network."""
    return Asker(network_here(), area=area_here())


def viewer() -> Account | None:
    """Return the account of the request's token, if there is one."""
    return account() if g.get("caller") else None


def viewer_id() -> int | None:
    """Return the account id of the request's token, without loading the account."""
    found: Caller | None = g.get("caller")
    return found.account_id if found else None


def account() -> Account:
    """Return the account of the request's token, for views that require one."""
    if "viewer" not in g:
        g.viewer = session().known(Account, caller().account_id)
    found: Account = g.viewer
    return found


def plays_there() -> bool:
    """Return whether the caller has a seat in the game of the path, and has not left it."""
    found: Caller | None = g.get("caller")
    return found is not None and found.has_seat


def caller() -> Caller:
    """Return the caller, or Unauthenticated, for views that require a token."""
    found: Caller | None = g.get("caller")
    if found is None:
        raise Unauthenticated
    return found


def contract() -> Notes:
    """Return the contract of the current view; empty if there is none."""
    return contract_of(current_app.view_functions.get(request.endpoint or ""))


def contract_of(view: object) -> Notes:
    """Return the contract of a view; empty if it has none."""
    notes: Notes = getattr(view, CONTRACT, {})
    return notes


def _caller(secret: str) -> Caller:
    def counted(known: Caller) -> Stamp | None:
        g.caller = known  # the caller to count, unless access is refused
        g.counted = uses = _uses()
        return _take(uses, known.account_id)

    try:
        return known_callers().find(secret, now(), (request.view_args or {}).get("game_id"), counted)
    finally:
        g.pop("caller", None)


def _take(uses: Sequence[Use], account_id: int | None = None) -> Stamp | None:
    return rates.note(rates.spent(*uses, counts=long_polling.position() is None, account_id=account_id))


def _uses() -> list[Use]:
    """Return the rate limits of a request: by account for all of its tokens, or by network without a token."""
    bucket: Bucket | None = contract().get("bucket")
    found = bucket(**request.view_args or {}) if callable(bucket) else bucket
    limit = found or (READS if request.method in ("GET", "HEAD") else WRITES)
    asking: Caller | None = g.get("caller")
    return [rates.of_account(limit, asking.account_id)] if asking else [*rates.of_stranger(limit)]
