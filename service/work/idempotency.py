"""First answers, kept for a week: the same request sent again gets the same answer and does nothing again."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select

from rules.json_types import Json
from service.core.db import session
from service.core.encryption import Undecryptable, decrypt, encrypt
from service.core.errors import Conflict, Refused
from service.models import Account, Answer
from service.work.units import whole


def fingerprint(*parts: str) -> str:
    """What makes two requests the same."""
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


@dataclass(frozen=True)
class Keyed:
    """A request with a key of its sender's: the key is one for each operation, a method and an address."""

    operation: str
    key: str
    fingerprint: str

    @property
    def own_key(self) -> str:
        """What the answer is kept under, which no key that was sent can be: those are visible ASCII."""
        return f" {fingerprint(self.operation, self.key)}"


def once(account_id: int, request: Keyed, act: Callable[[], Json | Refused], now: datetime) -> Json | Refused:
    """What `act` answers to a request of the account, in one transaction; sent again, the first answer and no more.

    A refusal that is returned, not raised, is handed on and not kept; what was done with it stands. Requests of one
    account wait for each other, so that two at once do one thing. Refused as `recall` refuses.
    """
    scope = f"account {account_id}"

    def answer() -> Json | Refused:
        # The lock lets others refer to the row: a move in another game may write a notice to the account meanwhile.
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
    """The first answer to the request, or None.

    Conflict `idempotency-key-reused` if the key was another request's, `answer-lost` if the secret key is another now.
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
    """Keep the answer, in the transaction under way."""
    encrypted = encrypt(json.dumps(body).encode())
    session().write([Answer(scope=scope, key=key, fingerprint=request, encrypted=encrypted, created_at=now)])
