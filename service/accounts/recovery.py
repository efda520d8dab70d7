"""Recovery codes: each signs in once without an email, for an owner whose mailbox is lost.

They are shown once, when they are made. A code has 80 random bits, so it needs no limit of its own on wrong ones.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import TypeVar

from sqlalchemy import delete, func, select

from service.accounts.accounts import account_numbered, locked_account
from service.accounts.addresses import TO_TELL, check_mails
from service.accounts.facts import AddressTold
from service.accounts.measures import check_open
from service.config.key_ring import base32
from service.db.engines import session, transaction
from service.jobs.facts import tell
from service.language.errors import Invalid
from service.models import Account, RecoveryCode
from service.security.addresses import normalise
from service.security.keys import digest, read_code

T = TypeVar("T")

CODES = 10
CODE_BYTES = 10
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
"""The alphabet of base32 (RFC 4648)."""


def make_codes(account: Account, now: datetime) -> Sequence[str]:
    """Replace the account's recovery codes and return the new ones; its owner is told. TooMany."""
    made = [base32(secrets.token_bytes(CODE_BYTES)) for _ in range(CODES)]
    with transaction() as current:
        owner = locked_account(account.id)
        check_mails(owner, owner.email or "")
        current.execute(delete(RecoveryCode).where(RecoveryCode.account_id == owner.id))
        current.add_all(RecoveryCode(account_id=owner.id, hash=digest(code), created_at=now) for code in made)
        tell(AddressTold(owner, TO_TELL, owner.email or "", {"topic": "codes-made"}, now))
    return ["-".join(code[at : at + 4] for at in range(0, len(code), 4)) for code in made]


def codes_left(account: Account) -> int:
    """Count the recovery codes that are not used yet."""
    left = select(func.count()).select_from(RecoveryCode).where(RecoveryCode.account_id == account.id)
    return session().scalar(left) or 0


def sign_in_by_recovery_code(email: str, code: str, now: datetime, then: Callable[[Account], T]) -> T:
    """Sign in by a recovery code, which is deleted, and return the result of `then`.

    Invalid `bad-address`, or `bad-recovery-code` for a wrong or used one, and for an address without an account.
    """
    hashed = digest(read_code(code, LETTERS).lower())
    owner = select(Account.id).where(Account.email == normalise(email)).scalar_subquery()
    used = delete(RecoveryCode).where(RecoveryCode.hash == hashed, RecoveryCode.account_id == owner)
    with transaction() as current:
        found = current.scalar(used.returning(RecoveryCode.account_id))
        if found is None:
            raise Invalid("bad-recovery-code")
        account = account_numbered(found)
        check_open(account)
        tell(AddressTold(account, TO_TELL, account.email or "", {"topic": "code-used"}, now))
        return then(account)
