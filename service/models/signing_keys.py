"""Signing keys of emails (DKIM, RFC 6376) and of game records, kept after their secrets are gone."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import String, Text
from sqlalchemy.orm import Mapped, mapped_column

from service.config.key_ring import NAME_DIGITS
from service.db.model import Model

LONGEST_SELECTOR = 63
"""Characters of a DNS label (RFC 1035, 2.3.4)."""


class DkimKey(Model):
    """A DKIM key by its selector. It signs from `used_since` until `ended_at`; a dropped key has no secret any more."""

    __tablename__ = "dkim_key"

    selector: Mapped[str] = mapped_column(String(LONGEST_SELECTOR), primary_key=True)
    public: Mapped[str] = mapped_column(Text)
    """The key as in its DNS record (section 3.6.1): base64 of a SubjectPublicKeyInfo, RSA of 2048 bits."""
    encrypted: Mapped[bytes]
    """The private key in PEM, encrypted; emptied when the key is dropped."""
    key_name: Mapped[str] = mapped_column(String(NAME_DIGITS))
    """The name of the secret key that encrypts it (see `key_ring`)."""
    created_at: Mapped[datetime]
    used_since: Mapped[datetime | None]
    ended_at: Mapped[datetime | None]


class RecordKey(Model):
    """A public key that belongs or belonged to this installation. Rows are kept."""

    __tablename__ = "record_key"

    public: Mapped[str] = mapped_column(String(43), primary_key=True)
    """The 32 bytes of an Ed25519 key in base64url."""
    noted_at: Mapped[datetime]
    withdrawn_at: Mapped[datetime | None]
    """Since when it is not published, because its secret may be compromised."""
