"""The keys that our mails are signed with (DKIM, RFC 6376), and signing with them.

The operator makes a key, publishes its record, uses it, and drops it after another one. A key is used only once its
record is published, and dropped only when no mail that it has signed is on its way any more: a mail is signed once, as
it is put into its envelope, and may be tried for days.
"""

from __future__ import annotations

import base64
import logging
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

import dkim
from cryptography.hazmat.primitives.asymmetric.rsa import generate_private_key
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat
from sqlalchemy import Select, select

from service.core.db import session, transaction
from service.core.encryption import Undecryptable, decrypt, encrypt
from service.core.key_ring import key_ring
from service.core.settings import settings
from service.models import DkimKey
from service.models.signing_keys import LONGEST_SELECTOR

BITS = 2048
"""RFC 8301, 3.2; longer keys do not fit into what some providers of DNS take."""
EXPONENT = 65_537
STILL_UNDER_WAY = timedelta(days=7)
"""For so long after its last use the record of a key has to stay: mails wait here for four days, and elsewhere."""
_SELECTOR = re.compile(rf"(?=.{{1,{LONGEST_SELECTOR}}}\Z)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?")
SIGNED = (
    "from", "to", "subject", "date", "message-id", "reply-to", "in-reply-to", "references", "mime-version",
    "content-type", "list-id", "list-unsubscribe", "list-unsubscribe-post", "feedback-id", "auto-submitted",
)  # fmt: skip
"""All that we write and no server on the way has to; RFC 8058, 4 asks for both of List-Unsubscribe."""
RELAXED = (b"relaxed", b"relaxed")
"""Spaces that a server changes do not break it (RFC 6376, 3.4)."""

log = logging.getLogger(__name__)


class BadSelector(ValueError):
    """It is no label of DNS: letters, digits and dashes between them."""


class SelectorTaken(ValueError):
    """There is, or was, a key of that selector: records are kept in caches, so each key has a name of its own."""


class UnknownSelector(LookupError):
    """There is no key of that selector."""


class KeyStillNeeded(ValueError):
    """Mails are signed with it, or were within the last days."""


def selector_for(now: datetime) -> str:
    """A selector that says when its key was made, and that no other key has."""
    taken = {key.selector for key in dkim_keys()}
    first = f"sundial-{now:%Y%m}"
    later = (f"{first}-{number}" for number in range(2, len(taken) + 3))
    return next(name for name in (first, *later) if name not in taken)


def make_key(selector: str, now: datetime) -> DkimKey:
    """A new key, which is not used yet; BadSelector or SelectorTaken."""
    if not _SELECTOR.fullmatch(selector):
        raise BadSelector(selector)
    made = generate_private_key(EXPONENT, BITS)
    public = made.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    with transaction() as current:
        if current.get(DkimKey, selector) is not None:
            raise SelectorTaken(selector)
        secret = made.private_bytes(Encoding.PEM, PrivateFormat.TraditionalOpenSSL, NoEncryption())
        key = DkimKey(
            selector=selector,
            public=base64.b64encode(public).decode(),
            encrypted=encrypt(secret),
            key_name=key_ring().name,
            created_at=now,
        )
        current.add(key)
    return key


def use_key(selector: str, now: datetime) -> DkimKey:
    """Sign with that key from now on, and with no other; UnknownSelector, also for one that was dropped."""
    with transaction():
        key = _locked(selector)
        if not key.encrypted:
            raise UnknownSelector(selector)
        stop_signing(now, but=selector)
        if key.used_since is None or key.ended_at is not None:
            key.used_since, key.ended_at = now, None
    return key


def stop_signing(now: datetime, but: str = "") -> None:
    """Sign with no key from now on, or with none but that one."""
    with transaction() as current:
        for key in current.scalars(_in_use().where(DkimKey.selector != but).with_for_update()):
            key.ended_at = now


def drop_key(selector: str, now: datetime, *, at_once: bool = False) -> None:
    """Keep nothing of the secret key, whose record can then go; UnknownSelector or KeyStillNeeded.

    `at_once`, where somebody else has the key, does so although mails that it has signed may be on their way.
    """
    with transaction():
        key = _locked(selector)
        is_used = key.used_since is not None and key.ended_at is None
        was_used = key.ended_at is not None and key.ended_at > now - STILL_UNDER_WAY
        if is_used or (was_used and not at_once):
            raise KeyStillNeeded(selector)
        key.encrypted = b""


def dkim_keys() -> Sequence[DkimKey]:
    """All keys, the newest first, those that were dropped, too."""
    return session().scalars(select(DkimKey).order_by(DkimKey.created_at.desc(), DkimKey.selector)).all()


def key_in_use() -> DkimKey | None:
    """The key that mails are signed with, if they are."""
    return session().scalar(_in_use())


@dataclass(frozen=True)
class Signer:
    """Signs for a domain, with the key of a selector."""

    domain: str
    selector: str
    secret: bytes = field(repr=False)

    def signed(self, raw: bytes) -> bytes:
        """The mail with its signature as the first header."""
        header = raw.partition(b"\r\n\r\n")[0]
        said = {line.partition(b":")[0].strip().lower().decode("ascii", "replace") for line in header.split(b"\r\n")}
        names = [name.encode() for name in SIGNED if name in said]
        domain, selector = self.domain.encode(), self.selector.encode()
        signature: bytes = dkim.sign(raw, selector, domain, self.secret, canonicalize=RELAXED, include_headers=names)
        return signature + raw


def signer() -> Signer | None:
    """What signs our mails; None if no key is in use, or its secret key cannot be read, which is logged."""
    key = key_in_use()
    if key is None:
        return None
    try:
        return Signer(settings().mail_domain, key.selector, decrypt(key.encrypted))
    except Undecryptable:
        log.warning("mails go out unsigned: the secret key is not set by which DKIM key %s is kept", key.selector)
        return None


def record_of(public: str) -> str:
    """What the zone has to say of a key (RFC 6376, 3.6.1)."""
    return f"v=DKIM1; k=rsa; p={public}"


def carry_dkim_keys_over() -> None:
    """Encrypt what hangs on an older secret key with the one in use; Undecryptable if that one is missing."""
    older = DkimKey.key_name != key_ring().name, DkimKey.encrypted != b""
    with transaction() as current:
        for key in current.scalars(select(DkimKey).where(*older).with_for_update()):
            key.encrypted, key.key_name = encrypt(decrypt(key.encrypted)), key_ring().name


def _in_use() -> Select[DkimKey]:
    is_used = DkimKey.used_since.is_not(None), DkimKey.ended_at.is_(None)
    return select(DkimKey).where(*is_used).order_by(DkimKey.used_since.desc()).execution_options(populate_existing=True)


def _locked(selector: str) -> DkimKey:
    key = session().get(DkimKey, selector, with_for_update=True, populate_existing=True)
    if key is None:
        raise UnknownSelector(selector)
    return key
