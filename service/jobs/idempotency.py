"""Idempotency keys: store the first response for a week, and repeat it for a repeated request."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select

from rules.json_types import Json
from service.db.engines import place_to_wait, session
from service.jobs.units import whole
from service.language.errors import Conflict, Refused
from service.models import Account, Answer
from service.security.encryption import Undecryptable, decrypt, encrypt


def fingerprint(*parts: str) -> str:
    """Hash the parts that identify a request."""
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


@dataclass(frozen=True)
class Keyed:
    """A request with an idempotency key of its sender, unique for each operation, a method and an address."""

    operation: str
    key: str
    fingerprint: str

    @property
    def own_key(self) -> str:
        """The key of the stored response. No sender can use it, because sent keys are visible ASCII."""
        return f" {fingerprint(self.operation, self.key)}"


def once(account_id: int, request: Keyed, act: Callable[[], Json | Refused], now: datetime) -> Json | Refused:
    """Run `act` once for an account's request, in one transaction; repeat the first response for a repeated request.

    A refusal that is returned, not raised, is passed on and not stored, and its changes are kept. Requests of one
    account wait for each other, so that two at once act once. Errors as in `recall`.
    """
    scope = f"account {account_id}"

    def answer() -> Json | Refused:
        # The lock allows others to refer to the row: a move in another game may write a notice to the account.
        with place_to_wait(scope):
            session().execute(select(Account.id).where(Account.id == account_id).with_for_update(key_share=True))
        first = recall(scope, request.own_key, request.fingerprint)
        if first is not None:
            return first
        answered = act()
        if not isinstance(answered, Refused):
            remember(scope, request.own_key, request.fingerprint, answered, now)
        return answered

    return whole(answer)


def recall(scope: str, key: str, request: str) -> Json:
    """Return the first response to the request, or None.

    Conflict `idempotency-key-reused` if the key was another request's, `answer-lost` if the secret key has changed.
    """
    answer = session().get(Answer, (scope, key), populate_existing=True)
    if answer is None:
        return None
    if answer.fingerprint != request:
        raise Conflict("idempotency-key-reused")
    try:
        first: Json = json.loads(decrypt(answer.encrypted))
    except Undecryptable:
        raise Conflict("answer-lost") from None
    return first


def remember(scope: str, key: str, request: str, body: Json, now: datetime) -> None:
    """Store a response in the current transaction."""
    encrypted = encrypt(json.dumps(body).encode())
    session().write([Answer(scope=scope, key=key, fingerprint=request, encrypted=encrypted, created_at=now)])
