"""DKIM keys (RFC 6376): manage the operator's keys and sign our emails.

The operator creates a key, publishes its DNS record, activates it, and drops it after a successor. A key is activated
only after its record is published, and dropped only when none of its emails can still be in transit: an email is signed
once, when it is sealed, and may be retried for days.
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

from service.config.key_ring import key_ring
from service.config.settings import settings
from service.db.engines import session, transaction
from service.models import DkimKey
from service.models.signing_keys import LONGEST_SELECTOR
from service.security.encryption import Undecryptable, decrypt, encrypt

BITS = 2048
"""RFC 8301, 3.2; longer keys do not fit some DNS providers."""
EXPONENT = 65_537
STILL_UNDER_WAY = timedelta(days=7)
"""How long a key's record must stay after its last use: emails wait here for four days, and elsewhere."""
_SELECTOR = re.compile(rf"(?=.{{1,{LONGEST_SELECTOR}}}\Z)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?")
ONCE = ("from", "to", "subject", "date", "message-id", "reply-to", "in-reply-to", "references")
"""Headers that stand once at most (RFC 5322, 3.6). The signature ends if another is added (RFC 6376, 8.15)."""
SIGNED = (
    *ONCE, "mime-version", "content-type", "list-id", "list-unsubscribe", "list-unsubscribe-post", "feedback-id",
    "auto-submitted",
)  # fmt: skip
"""Headers that we write and no server changes; RFC 8058, 4 requires both of List-Unsubscribe."""
RELAXED = (b"relaxed", b"relaxed")
"""The signature survives changes of whitespace (RFC 6376, 3.4)."""

log = logging.getLogger(__name__)


class BadSelector(ValueError):
    """The selector is not a DNS label: letters, digits, and dashes between them."""


class SelectorTaken(ValueError):
    """A key has or had that selector: records stay in caches, so each key has a name of its own."""


class UnknownSelector(LookupError):
    """There is no key with that selector."""


class KeyStillNeeded(ValueError):
    """The key signs emails, or did so within the last days."""


def selector_for(now: datetime) -> str:
    """Generate an unused selector from the date."""
    taken = {key.selector for key in dkim_keys()}
    first = f"sundial-{now:%Y%m}"
    later = (f"{first}-{number}" for number in range(2, len(taken) + 3))
    return next(name for name in (first, *later) if name not in taken)


def make_key(selector: str, now: datetime) -> DkimKey:
    """Create a key, inactive at first; BadSelector or SelectorTaken."""
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
    """Activate a key and deactivate all others; UnknownSelector, also for a dropped key."""
    with transaction():
        key = _locked(selector)
        if not key.encrypted:
            raise UnknownSelector(selector)
        stop_signing(now, but=selector)
        if key.used_since is None or key.ended_at is not None:
            key.used_since, key.ended_at = now, None
    return key


def stop_signing(now: datetime, but: str = "") -> None:
    """Deactivate all keys except `but`."""
    with transaction() as current:
        for key in current.scalars(_in_use().where(DkimKey.selector != but).with_for_update()):
            key.ended_at = now


def drop_key(selector: str, now: datetime, *, at_once: bool = False) -> None:
    """Delete the private key, after which its record can be removed; UnknownSelector or KeyStillNeeded.

    `at_once` is for a compromised key: it ignores emails that may still be in transit.
    """
    with transaction():
        key = _locked(selector)
        is_used = key.used_since is not None and key.ended_at is None
        was_used = key.ended_at is not None and key.ended_at > now - STILL_UNDER_WAY
        if is_used or (was_used and not at_once):
            raise KeyStillNeeded(selector)
        key.encrypted = b""


def dkim_keys() -> Sequence[DkimKey]:
    """List all keys, the newest first, including dropped ones."""
    return session().scalars(select(DkimKey).order_by(DkimKey.created_at.desc(), DkimKey.selector)).all()


def key_in_use() -> DkimKey | None:
    """Return the active key, or None."""
    return session().scalar(_in_use())


@dataclass(frozen=True)
class Signer:
    """Signs for a domain, with the key of a selector."""

    domain: str
    selector: str
    secret: bytes = field(repr=False)

    def signed(self, raw: bytes) -> bytes:
        """Sign an email: return it with the signature as its first header."""
        header = raw.partition(b"\r\n\r\n")[0]
        said = {line.partition(b":")[0].strip().lower().decode("ascii", "replace") for line in header.split(b"\r\n")}
        names = [name.encode() for name in (*(each for each in SIGNED if each in said), *ONCE)]
        domain, selector = self.domain.encode(), self.selector.encode()
        signature: bytes = dkim.sign(raw, selector, domain, self.secret, canonicalize=RELAXED, include_headers=names)
        return signature + raw


def signer() -> Signer | None:
    """Create the signer of our emails; None if no key is active, or if it cannot be decrypted, which is logged."""
    key = key_in_use()
    if key is None:
        return None
    try:
        return Signer(settings().mail_domain, key.selector, decrypt(key.encrypted))
    except Undecryptable:
        log.warning("mails go out unsigned: the secret key is not set by which DKIM key %s is kept", key.selector)
        return None


def record_of(public: str) -> str:
    """Format a key's DNS record (RFC 6376, 3.6.1)."""
    return f"v=DKIM1; k=rsa; p={public}"


def carry_dkim_keys_over() -> None:
    """Re-encrypt keys with the current secret key; Undecryptable if their old one is missing."""
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
