"""Checking a bot on a Sundial that is no sandbox: with a token of the bot's, and no fault on purpose."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

import httpcore

from rules.json_types import Json

from .evidence import Request
from .referee import Referee
from .relay import Relay, relay_to


@contextmanager
def guest_at(address: str, token: str) -> Iterator[Guest]:
    """A referee with that token at the Sundial that is there; Unexpected if the token is not taken."""
    with httpcore.ConnectionPool() as pool, relay_to(address) as relay:
        guest = Guest(address, pool, token, relay=relay)
        guest.ask("GET", "me")
        yield guest


@dataclass(frozen=True, kw_only=True)
class Guest(Referee):
    """Asks with the bot's token. The bot asks through a relay, so that refused moves are seen, too."""

    relay: Relay

    @property
    def bots_address(self) -> str:
        """The relay."""
        return self.relay.url

    def new_token(self) -> str:
        """The one that there is."""
        return self.token

    def requests(self) -> list[Request]:
        """All that the bot has asked so far."""
        return list(self.relay.noted)

    def put_faults(self, plan: Mapping[str, Json]) -> None:
        """None can be asked for here."""

    def faults(self) -> dict[str, int]:
        """None have come."""
        return {}
