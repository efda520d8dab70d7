"""Who asks: the token of a request, and what it may do."""

from __future__ import annotations

from flask import g, request

from service.core.clock import now
from service.core.errors import Forbidden, Unauthenticated
from service.core.rates import subscriber
from service.core.telemetry.requests import seen
from service.models import Account, ApiToken
from service.people.last_seen import note_bot
from service.people.sign_in_askers import Asker
from service.people.tokens import Caller, caller_of


def admit(scope: str, *, anonymous: bool) -> None:
    """Find out who asks: Unauthenticated or Forbidden `missing-scope` if that is not enough for what they want."""
    g.pop("caller", None)
    authorization = request.headers.get("Authorization")
    if authorization is None:
        if not anonymous:
            raise Unauthenticated
        return
    scheme, _, secret = authorization.partition(" ")
    if scheme.lower() != "bearer":
        raise Unauthenticated
    found = caller_of(secret.strip(), now(), (request.view_args or {}).get("game_id"))
    g.caller = found
    seen().account = found.account_id
    note_bot(found, now())
    if scope not in found.token.scopes:
        raise Forbidden("missing-scope", scope=scope)


def asker() -> Asker:
    """Who asks to be signed in: a program, known by its address."""
    return Asker(subscriber(request.remote_addr or ""))


def viewer() -> Account | None:
    """Whose token came with the request, if one did."""
    found: Caller | None = g.get("caller")
    return found.token.account if found else None


def account() -> Account:
    """Whose token came with the request; for views that need one."""
    return caller().token.account


def token() -> ApiToken:
    """The token that came with the request; for views that need one."""
    return caller().token


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
