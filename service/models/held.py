"""Moves that wait some minutes before they are played, so that their player can still stop them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from rules import Seat
from rules.json_types import Json
from service.db.model import Model
from service.models.work import Claimable, first_due_index
from service.security.encryption import decrypt, encrypt


class HeldMove(Claimable, Model):
    """The held move of the turn under way; `Game.held_at` says that there is one. Only its player may know of it.

    A change other than of the lease requires a lock on the game.
    """

    __tablename__ = "held_move"
    __table_args__ = (Index(None, "state", "due_at"), first_due_index("held_move"))

    game_id: Mapped[str] = mapped_column(ForeignKey("game.id"), primary_key=True)
    seat: Mapped[Seat]
    account_id: Mapped[int] = mapped_column(ForeignKey("account.id"), index=True)
    version: Mapped[int]
    """The version of the game that it answers."""
    move: Mapped[str] = mapped_column(String(1000))
    """The move in canonical notation."""
    encrypted: Mapped[bytes] = mapped_column(default=b"")
    """The chat message that goes with it, encrypted; see `talk`."""
    sent_at: Mapped[datetime]
    """When its email came or its button was pressed: the move counts from then."""

    @property
    def talk(self) -> dict[str, Any]:
        """The chat message (`text`) and the seat it is for, or None for all (`to`); empty for none. Undecryptable."""
        told: dict[str, Any] = json.loads(decrypt(self.encrypted) or b"{}")
        return told

    @talk.setter
    def talk(self, told: Mapping[str, Json]) -> None:
        self.encrypted = encrypt(json.dumps(told).encode()) if told else b""
