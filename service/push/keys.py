"""Our key for push services (VAPID, RFC 8292): made once, kept in the database, and so the same for all processes."""

from __future__ import annotations

import base64
from contextlib import suppress

from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02
from sqlalchemy import select
from sqlalchemy.exc import IntegrityError

from service.config.key_ring import key_ring
from service.db.engines import session, transaction
from service.models import PushDevice, PushKey
from service.security.encryption import Undecryptable, decrypt, encrypt

_ONLY = 1
"""The number of the only row."""


def push_key() -> PushKey:
    """Return the key; make it if there is none, or if the secret key that encrypts it is gone."""
    key = session().get(PushKey, _ONLY, populate_existing=True)
    if key is None:
        return _make()
    try:
        decrypt(key.encrypted)
    except Undecryptable:
        return _replace(key.public)
    return key


def signer() -> Vapid02:
    """Return the private key, to sign requests with."""
    return Vapid02.from_pem(decrypt(push_key().encrypted))


def carry_push_keys_over() -> None:
    """Re-encrypt the key, and those of devices, with the current secret key; what is undecryptable stays."""
    with transaction() as current:
        keys = current.scalars(select(PushKey).where(PushKey.key_name != key_ring().name).with_for_update())
        older = select(PushDevice).where(PushDevice.key_name != key_ring().name)
        devices = current.scalars(older.with_for_update(of=PushDevice, skip_locked=True))
        for row in (*keys, *devices):
            with suppress(Undecryptable):
                row.encrypted, row.key_name = encrypt(decrypt(row.encrypted)), key_ring().name


def _make() -> PushKey:
    """Store a new key, or return that of a process which was faster."""
    try:
        with transaction() as current, current.begin_nested():
            key = PushKey(id=_ONLY, **_new())
            current.add(key)
    except IntegrityError:
        return session().get_one(PushKey, _ONLY, populate_existing=True)
    return key


def _replace(lost: str) -> PushKey:
    """Replace a lost key once; browsers subscribe anew at their next visit."""
    with transaction() as current:
        key = current.get_one(PushKey, _ONLY, with_for_update=True, populate_existing=True)
        if key.public == lost:
            for name, value in _new().items():
                setattr(key, name, value)
    return key


def _new() -> dict[str, str | bytes]:
    made = Vapid02()
    made.generate_keys()
    point = made.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    public = base64.urlsafe_b64encode(point).decode().rstrip("=")
    return {"public": public, "encrypted": encrypt(made.private_pem()), "key_name": key_ring().name}
