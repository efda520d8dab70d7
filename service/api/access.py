"""Who asks: the token of a request, what it may do, and against which limit the request counts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from flask import current_app, g, request

from service.core import rates, waiting
from service.core.clock import now
from service.core.db import session
from service.core.errors import Forbidden, Unauthenticated
from service.core.limits import Limit
from service.core.rates import READS, WRITES, Use, area_here, network_here
from service.core.stamps import Stamp
from service.core.telemetry.requests import seen
from service.models import Account
from service.people.known_callers import known_callers
from service.people.sign_in_askers import Asker
from service.people.tokens import Caller, is_sighting_due, note_sighting

CONTRACT = "contract"
"""The attribute of a view that has its notes."""
Notes: TypeAlias = dict[str, Any]
"""What decorators have noted of a view."""
Bucket = Limit | Callable[..., Limit]
"""A limit, or what finds it out from the parameters of the path."""


def admit(scope: str, *, anonymous: bool) -> None:
    """Find out who asks, and count the request of whom we know already.

    Unauthenticated or Forbidden `missing-scope` if that is not enough for what they want.
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
    if scope not in found.scopes:
        raise Forbidden("missing-scope", scope=scope)


def charge() -> None:
    """Count the request under way, or TooMany. Being asked again after a wait does not count.

    What `admit` has counted already is not counted again, unless whoever asks has turned out to be somebody else.
    """
    uses = _uses()
    if g.pop("counted", None) != uses:
        _take(uses)
    rates.check()


def asker() -> Asker:
    """Who asks to be signed in: a program, known by its address."""
    return Asker(network_here(), area=area_here())


def viewer() -> Account | None:
    """Whose token came with the request, if one did."""
    return account() if g.get("caller") else None


def viewer_id() -> int | None:
    """The number of their account: for what needs no more."""
    found: Caller | None = g.get("caller")
    return found.account_id if found else None


def account() -> Account:
    """Whose token came with the request; for views that need one."""
    if "viewer" not in g:
        g.viewer = session().known(Account, caller().account_id)
    found: Account = g.viewer
    return found


def plays_there() -> bool:
    """Whether who asks has a seat in the game that the address names, and has not given it up."""
    found: Caller | None = g.get("caller")
    return found is not None and found.has_seat


def caller() -> Caller:
    """Who asks; for views that need a token."""
    found: Caller | None = g.get("caller")
    if found is None:
        raise Unauthenticated
    return found


def contract() -> Notes:
    """The notes on the view that the request under way is for; empty where there are none."""
    return contract_of(current_app.view_functions.get(request.endpoint or ""))


def contract_of(view: object) -> Notes:
    """What decorators have noted of a view; empty of one that has none of them."""
    notes: Notes = getattr(view, CONTRACT, {})
    return notes


def _caller(secret: str) -> Caller:
    def counted(known: Caller) -> Stamp | None:
        g.caller = known  # for whom it is counted, granted or not, if it is they
        g.counted = uses = _uses()
        return _take(uses, known.account_id)

    try:
        return known_callers().find(secret, now(), (request.view_args or {}).get("game_id"), counted)
    finally:
        g.pop("caller", None)


def _take(uses: Sequence[Use], account_id: int | None = None) -> Stamp | None:
    return rates.note(rates.spent(*uses, counts=waiting.position() is None, account_id=account_id))


def _uses() -> list[Use]:
    """A token counts for its account, with all of its tokens; a request without one for its network."""
    bucket: Bucket | None = contract().get("bucket")
    found = bucket(**request.view_args or {}) if callable(bucket) else bucket
    limit = found or (READS if request.method in ("GET", "HEAD") else WRITES)
    asking: Caller | None = g.get("caller")
    return [rates.of_account(limit, asking.account_id)] if asking else [*rates.of_stranger(limit)]
