"""Client class with one method for each operation."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import Self

from sundial_client import events
from sundial_client.accounts import AccountCalls
from sundial_client.bots import BotCalls
from sundial_client.challenges import ChallengeCalls
from sundial_client.event_shapes import Event
from sundial_client.games import GameCalls
from sundial_client.imports import ImportCalls
from sundial_client.invitations import InvitationCalls
from sundial_client.matches import MatchCalls
from sundial_client.organising import OrganiserCalls
from sundial_client.patience import Patience
from sundial_client.players import PlayerCalls
from sundial_client.shapes import Game
from sundial_client.substitutes import SubstituteCalls
from sundial_client.talk import TalkCalls
from sundial_client.tournaments import TournamentCalls
from sundial_client.turns import turns
from sundial_client.webhooks import WebhookCalls
from sundial_client.what_if import WhatIfCalls


class Sundial(
    AccountCalls,
    BotCalls,
    ChallengeCalls,
    GameCalls,
    ImportCalls,
    InvitationCalls,
    MatchCalls,
    OrganiserCalls,
    PlayerCalls,
    SubstituteCalls,
    TalkCalls,
    TournamentCalls,
    WebhookCalls,
    WhatIfCalls,
):
    """A Sundial, with one token: all its operations (see Calls for errors and retries)."""

    @classmethod
    def from_environment(cls, patience: Patience | None = None) -> Self:
        """Create a client from SUNDIAL_URL and SUNDIAL_TOKEN; raise KeyError if they are missing."""
        return cls(os.environ["SUNDIAL_URL"], os.environ["SUNDIAL_TOKEN"], patience)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close all connections."""
        self._connection.close()

    def latest_event(self) -> int:
        """Return the id of the latest event; all later events come after it."""
        return events.page(self._connection, "latest", events.Wanted(), wait=0)["next"]

    def wait(self, after: int, types: Sequence[str] = (), game: str | None = None, seconds: int = events.WAIT) -> int:
        """Wait for an event after an id, or until the time is over; return the id to continue from."""
        return events.page(self._connection, after, events.Wanted(types, game), seconds)["next"]

    def events(
        self, after: int | None = None, types: Sequence[str] = (), game: str | None = None, batch: str | None = None
    ) -> Iterator[Event]:
        """Yield every event after an id (default: now), for ever, by long polls; it outlives any outage."""
        return events.poll(self._connection, self._beginning(after), events.Wanted(types, game, batch))

    def stream(
        self, after: int | None = None, types: Sequence[str] = (), game: str | None = None, batch: str | None = None
    ) -> Iterator[Event]:
        """Yield events like `events`, by a stream of server-sent events: sooner, for one open connection."""
        return events.stream(self._connection, self._beginning(after), events.Wanted(types, game, batch))

    def turns(self) -> Iterator[Game]:
        """Yield every game in which it is your turn, for ever, as soon as it is; accept every invitation."""
        return turns(self)

    def _beginning(self, after: int | None) -> int:
        return self.latest_event() if after is None else after
