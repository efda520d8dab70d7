"""Keys that our mails (DKIM, RFC 6376) and the records of games were signed with, also when their secrets are gone."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import String, Text
from sqlalchemy.orm import Mapped, mapped_column

from service.core.key_ring import NAME_DIGITS
from service.core.model import Model

LONGEST_SELECTOR = 63
"""Characters of a label in DNS (RFC 1035, 2.3.4)."""


class DkimKey(Model):
    """A key by its selector. It signs from `used_since` on, until `ended_at`; of a dropped one no secret is left."""

    __tablename__ = "dkim_key"

    selector: Mapped[str] = mapped_column(String(LONGEST_SELECTOR), primary_key=True)
    public: Mapped[str] = mapped_column(Text)
    """The key as a record holds it (section 3.6.1): base64 of a SubjectPublicKeyInfo, RSA of 2048 bits."""
    encrypted: Mapped[bytes]
    """The secret key in PEM, which only this installation reads; emptied when the key is dropped."""
    key_name: Mapped[str] = mapped_column(String(NAME_DIGITS))
    """By which secret key it is encrypted (see `key_ring`)."""
    created_at: Mapped[datetime]
    used_since: Mapped[datetime | None]
    ended_at: Mapped[datetime | None]


class RecordKey(Model):
    """A public key that belongs to a secret key of this installation, or did. Rows are kept."""

    __tablename__ = "record_key"

    public: Mapped[str] = mapped_column(String(43), primary_key=True)
    """The 32 bytes of an Ed25519 key in base64url."""
    noted_at: Mapped[datetime]
    withdrawn_at: Mapped[datetime | None]
    """Since when it is not published, as somebody else may have its secret key."""
