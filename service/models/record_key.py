"""Which public keys have signed records, so that they stay published when their secret keys are gone."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import String
from sqlalchemy.orm import Mapped, mapped_column

from service.core.model import Model


class RecordKey(Model):
    """A public key that belongs to a secret key of this installation, or did. Rows are kept."""

    __tablename__ = "record_key"

    public: Mapped[str] = mapped_column(String(43), primary_key=True)
    """The 32 bytes of an Ed25519 key in base64url."""
    noted_at: Mapped[datetime]
    withdrawn_at: Mapped[datetime | None]
    """Since when it is not published, as somebody else may have its secret key."""
