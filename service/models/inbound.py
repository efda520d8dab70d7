"""Inbound emails, kept until a worker has handled them, and no longer."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum

from sqlalchemy import ForeignKey, Index, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from service.db.model import Model, index_where
from service.models.work import Claimable, first_due_index
from service.security.encryption import Undecryptable, decrypt, encrypt
from service.security.keys import NONCE_LENGTH, new_nonce


class Outcome(StrEnum):
    """The result of handling an email."""

    PLAYED = "played"
    ANSWERED = "answered"
    HELD = "held"
    """The owner of the address is asked whether the email is theirs."""
    DONE = "done"
    """Its request was carried out without a reply of its own."""
    IGNORED = "ignored"
    """A machine wrote it, or its sender has had too many replies."""
    BOUNCE = "bounce"
    COMPLAINT = "complaint"
    """A spam report about one of our emails; the recipient gets no more."""
    KEPT = "kept"
    """It is for the operator."""


WAITS_TO_BE_ASKED = "round IS NOT NULL AND asked_at IS NULL"
"""A condition for emails of strangers whose question is not sent yet."""
UNTOLD = {"why": "other", "wrote": "", "language": None, "writer": None}
"""The content of a question about an unreadable email."""
IS_HELD = "outcome = 'held'"
"""A condition for emails that wait for the owner of their address."""


class InboundContent(Model):
    """The content of an email: one row for all of our mailboxes it was sent to, deleted with its last use."""

    __tablename__ = "inbound_content"

    id: Mapped[int] = mapped_column(primary_key=True)
    encrypted: Mapped[bytes]
    """The email, or the part still needed, encrypted."""


class InboundMail(Claimable, Model):
    """One email to one of our addresses, committed before we acknowledge it to the sender's server.

    A second delivery of it shares the row.
    """

    __tablename__ = "inbound_mail"
    __table_args__ = (
        UniqueConstraint("recipient", "fingerprint"),
        Index(None, "state", "due_at"),
        first_due_index("inbound_mail"),
        Index(None, "game_id", "state"),
        Index(None, "likeness", "received_at"),
        index_where(IS_HELD, "ix_inbound_mail_held", "received_at"),
        index_where("network IS NOT NULL", "ix_inbound_mail_network", "received_at"),
        index_where(WAITS_TO_BE_ASKED, "ix_inbound_mail_round", "round", "id"),
        index_where(WAITS_TO_BE_ASKED, "ix_inbound_mail_line", "vouched_by", "network", "round"),
        index_where("round IS NOT NULL AND asked_at IS NOT NULL", "ix_inbound_mail_asked", "asked_at"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    sender: Mapped[str] = mapped_column(String(254))
    """The envelope sender (RFC 5321, 4.1.1.2), which bounces go to; `NULL_SENDER` for a bounce itself."""
    recipient: Mapped[str] = mapped_column(String(64))
    """The name of the mailbox (see `boxes.name_of`), which is not enough to write to it."""
    fingerprint: Mapped[str] = mapped_column(String(64))
    content_id: Mapped[int | None] = mapped_column(ForeignKey("inbound_content.id"), index=True)
    """Its content; None once it is no longer needed."""
    network: Mapped[str | None] = mapped_column(String(22))
    """The network it came from (see `rates.area`), until it is handled; None if unknown."""
    received_at: Mapped[datetime] = mapped_column(index=True)
    game_id: Mapped[str | None] = mapped_column(String(16))
    """The game whose player may have written it, by the recipient's token."""
    account_id: Mapped[int | None] = mapped_column(ForeignKey("account.id"), index=True)
    """The account whose owner is asked about it, once they are."""
    vouched_by: Mapped[str | None] = mapped_column(String(253))
    """The organisation of its From address, if that has signed it."""
    told: Mapped[bytes] = mapped_column(default=b"")
    """The part that a question quotes while the email is held, encrypted; see `doubt`."""
    round: Mapped[int | None]
    """Its round of questions to strangers: each domain and each network has one question a round."""
    asked_at: Mapped[datetime | None]
    """When a question about it was written."""
    approved_at: Mapped[datetime | None]
    """When the owner of the address confirmed it."""
    outcome: Mapped[Outcome | None] = mapped_column(String(20))
    nonce: Mapped[str] = mapped_column(String(NONCE_LENGTH), default=new_nonce)
    """The nonce of links that approve it."""
    asked_move: Mapped[str | None] = mapped_column(String(1000))
    """The move that its writer was asked to confirm."""
    asked_version: Mapped[int | None]
    """The version of the game that the move was for."""
    likeness: Mapped[str | None] = mapped_column(String(64))
    """A hash of what it shares with other emails that could not be handled either."""
    said = b""
    """Its decrypted content, as claimed."""
    shares_content = True
    """Whether other mailboxes of ours may still need its content."""

    @property
    def doubt(self) -> dict[str, str | None]:
        """Why it is held (`why`), its text (`wrote`), `language` and `writer`, as far as it can be decrypted."""
        try:
            told = decrypt(self.told)
        except Undecryptable:
            told = b""
        return json.loads(told) if told else dict(UNTOLD)

    @doubt.setter
    def doubt(self, told: Mapping[str, str | None]) -> None:
        self.told = encrypt(json.dumps(told).encode())


class TakenDelivery(Model):
    """A signed request that delivered an email or news of one, remembered to refuse a replay."""

    __tablename__ = "taken_delivery"

    mark: Mapped[str] = mapped_column(String(64), primary_key=True)
    """The SHA-256 of the request's id, in hexadecimal."""
    at: Mapped[datetime] = mapped_column(index=True)
