"""Who asks: the token of a request, and what it may do."""

from __future__ import annotations

from collections.abc import Callable

from flask import g, request

from service.api.begun import begun
from service.core.clock import now
from service.core.db import session
from service.core.errors import Forbidden, Unauthenticated
from service.core.rates import area_here, network_here
from service.core.stamps import Stamp
from service.core.telemetry.requests import seen
from service.models import Account
from service.people.known_callers import known_callers
from service.people.last_seen import note_sighting
from service.people.sign_in_askers import Asker
from service.people.tokens import Caller, is_sighting_due

Count = Callable[[int], Stamp | None]
"""What counts the request for the caller at hand, and says the stamp of the account of that number."""


def admit(scope: str, *, anonymous: bool, count: Count) -> None:
    """Find out who asks, and count the request of whom we know already.

    Unauthenticated or Forbidden `missing-scope` if that is not enough for what they want.
    """
    g.pop("caller", None)
    g.pop("viewer", None)
    before = begun()
    if before is not None and before.failure is not None:
        raise before.failure
    authorization = request.headers.get("Authorization")
    if authorization is None:
        if not anonymous:
            raise Unauthenticated
        return
    scheme, _, secret = authorization.partition(" ")
    if scheme.lower() != "bearer":
        raise Unauthenticated
    found = _caller(secret.strip(), count)
    g.caller = found
    seen().account = found.account_id
    if is_sighting_due(found, now()):
        note_sighting(found.account_id, now())
    if scope not in found.scopes:
        raise Forbidden("missing-scope", scope=scope)


def _caller(secret: str, count: Count) -> Caller:
    def look(known: Caller) -> Stamp | None:
        g.caller = known  # for whom it is counted, if it is they
        return count(known.account_id)

    try:
        return known_callers().find(secret, now(), (request.view_args or {}).get("game_id"), look)
    finally:
        g.pop("caller", None)


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
