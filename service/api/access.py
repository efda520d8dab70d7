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
from service.people.tokens import token_of


def admit(scope: str, *, anonymous: bool) -> None:
    """Find out who asks: Unauthenticated or Forbidden `missing-scope` if that is not enough for what they want."""
    g.pop("token", None)
    authorization = request.headers.get("Authorization")
    if authorization is None:
        if not anonymous:
            raise Unauthenticated
        return
    scheme, _, secret = authorization.partition(" ")
    if scheme.lower() != "bearer":
        raise Unauthenticated
    found = token_of(secret.strip(), now())
    g.token = found
    seen().account = found.account_id
    note_bot(found.account, now())
    if scope not in found.scopes:
        raise Forbidden("missing-scope", scope=scope)


def asker() -> Asker:
    """Who asks to be signed in: a program, known by its address."""
    return Asker(subscriber(request.remote_addr or ""))


def viewer() -> Account | None:
    """Whose token came with the request, if one did."""
    found: ApiToken | None = g.get("token")
    return found.account if found else None


def account() -> Account:
    """Whose token came with the request; for views that need one."""
    found = viewer()
    if found is None:
        raise Unauthenticated
    return found


def token() -> ApiToken:
    """The token that came with the request; for views that need one."""
    account()
    found: ApiToken = g.token
    return found
