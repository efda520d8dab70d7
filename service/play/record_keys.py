"""Public keys that verify our records: those in use, and former ones that were not withdrawn."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import select

from service.config.key_ring import key_ring
from service.db.engines import session, transaction
from service.models import RecordKey
from service.verification.record_signatures import public_key


class UnknownKey(LookupError):
    """The key was never recorded as ours."""


class KeyInUse(ValueError):
    """Records are signed with the key now."""


def published_keys() -> Sequence[str]:
    """Return our public keys, the one in use first."""
    noted = session().scalars(select(RecordKey).order_by(RecordKey.noted_at.desc(), RecordKey.public)).all()
    withdrawn = {key.public for key in noted if key.withdrawn_at is not None}
    keys = dict.fromkeys([*_keys_of_the_ring(), *(key.public for key in noted)])
    return [key for key in keys if key not in withdrawn]


def note_keys(now: datetime) -> None:
    """Store the public keys of the current secret keys, to publish them when those have been replaced."""
    known = set(session().scalars(select(RecordKey.public)))
    for public in _keys_of_the_ring():
        if public not in known:
            with transaction() as current:
                current.merge(RecordKey(public=public, noted_at=now))


def withdraw_key(public: str, now: datetime) -> None:
    """Withdraw a public key from publication; UnknownKey, or KeyInUse."""
    if public == _keys_of_the_ring()[0]:
        raise KeyInUse(public)
    with transaction() as current:
        key = current.get(RecordKey, public)
        if key is None:
            raise UnknownKey(public)
        key.withdrawn_at = key.withdrawn_at or now


def _keys_of_the_ring() -> list[str]:
    return [public_key(secret) for secret in key_ring().all]
