"""Mails that came in, kept until a worker has seen to them, and no longer."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum

from sqlalchemy import ForeignKey, Index, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from service.core.encryption import Undecryptable, decrypt, encrypt
from service.core.keys import NONCE_LENGTH, new_nonce
from service.core.model import Model, index_where
from service.models.work import Claimable


class Outcome(StrEnum):
    """What came of a mail."""

    PLAYED = "played"
    ANSWERED = "answered"
    HELD = "held"
    """The owner of the address is asked whether the mail is theirs."""
    DONE = "done"
    """What it asked for was done without an answer of its own."""
    IGNORED = "ignored"
    """It was written by a machine, or too many answers have gone to its sender."""
    BOUNCE = "bounce"
    COMPLAINT = "complaint"
    """Somebody has called a mail of ours spam, and gets no more."""
    KEPT = "kept"
    """It is for whoever runs this installation."""


WAITS_TO_BE_ASKED = "round IS NOT NULL AND asked_at IS NULL"
"""Said of mails whose writer, a stranger, is still to be asked about them."""
UNTOLD = {"why": "other", "wrote": "", "language": None}
"""What a question tells of a mail of which nothing can be read."""
IS_HELD = "outcome = 'held'"
"""Said of mails that wait for the owner of their address."""


class InboundContent(Model):
    """What a mail says: one row for all boxes of ours that it was addressed to, gone with the last that needs it."""

    __tablename__ = "inbound_content"

    id: Mapped[int] = mapped_column(primary_key=True)
    encrypted: Mapped[bytes]
    """The mail as it came, or the part of it that is still of use, which only this installation reads."""


class InboundMail(Claimable, Model):
    """One mail to one of our addresses, committed before its sender was told that we have it.

    The same mail delivered twice is one row.
    """

    __tablename__ = "inbound_mail"
    __table_args__ = (
        UniqueConstraint("recipient", "fingerprint"),
        Index(None, "state", "due_at"),
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
    """The address of the envelope (RFC 5321, 4.1.1.2), which bounces go to; `NULL_SENDER` for a bounce itself."""
    recipient: Mapped[str] = mapped_column(String(64))
    """The name of the box that it was addressed to (see `boxes.name_of`): nobody can write there who reads it."""
    fingerprint: Mapped[str] = mapped_column(String(64))
    content_id: Mapped[int | None] = mapped_column(ForeignKey("inbound_content.id"), index=True)
    """What it says; None once nobody has to read it any more."""
    network: Mapped[str | None] = mapped_column(String(22))
    """The network that it came from (see `rates.area`), until it is done with; None if nobody can tell."""
    received_at: Mapped[datetime] = mapped_column(index=True)
    game_id: Mapped[str | None] = mapped_column(String(16))
    """The game whose player may have written, as the recipient's token says."""
    account_id: Mapped[int | None] = mapped_column(ForeignKey("account.id"), index=True)
    """Whose mail it is said to be, once they were asked."""
    vouched_by: Mapped[str | None] = mapped_column(String(253))
    """The organisation of the address that it is from, if that has signed it."""
    told: Mapped[bytes] = mapped_column(default=b"")
    """What a question tells of it while it is held, which only this installation reads; see `doubt`."""
    round: Mapped[int | None]
    """In which round of questions to strangers its writer is asked: each domain and each network has one a round."""
    asked_at: Mapped[datetime | None]
    """When a question was written that tells of it."""
    approved_at: Mapped[datetime | None]
    """When the owner of the address said that it is theirs."""
    outcome: Mapped[Outcome | None] = mapped_column(String(20))
    nonce: Mapped[str] = mapped_column(String(NONCE_LENGTH), default=new_nonce)
    """What links hold that let it be read."""
    asked_move: Mapped[str | None] = mapped_column(String(1000))
    """The move that its writer was asked about: whether that was meant."""
    asked_version: Mapped[int | None]
    """The version of the game that the move was for."""
    likeness: Mapped[str | None] = mapped_column(String(64))
    """What it has in common with others that nothing could be done for either, as a hash."""
    said = b""
    """What it says, which only this installation reads, as it was claimed."""
    shares_content = True
    """Whether other boxes of ours may still need what it says."""

    @property
    def doubt(self) -> dict[str, str | None]:
        """Why it is held (`why`), what it says (`wrote`) and in which `language`, as far as it can be decrypted."""
        try:
            told = decrypt(self.told)
        except Undecryptable:
            told = b""
        return json.loads(told) if told else dict(UNTOLD)

    @doubt.setter
    def doubt(self, told: Mapping[str, str | None]) -> None:
        self.told = encrypt(json.dumps(told).encode())


class TakenDelivery(Model):
    """A signed request that brought a mail, or news of one: the same one, sent again by somebody, is not taken."""

    __tablename__ = "taken_delivery"

    mark: Mapped[str] = mapped_column(String(64), primary_key=True)
    """The SHA-256 of what names the request, in hexadecimal."""
    at: Mapped[datetime] = mapped_column(index=True)
