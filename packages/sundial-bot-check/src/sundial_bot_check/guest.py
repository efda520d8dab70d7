"""Check of a bot on a Sundial that is no sandbox: with a token of the bot's, and no deliberate faults."""

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
    """Connect a referee with the token; raise Unexpected if the token is refused."""
    with httpcore.ConnectionPool() as pool, relay_to(address) as relay:
        guest = Guest(address, pool, token, relay=relay)
        guest.ask("GET", "me")
        yield guest


@dataclass(frozen=True, kw_only=True)
class Guest(Referee):
    """A referee with the bot's token. A relay for the bot makes its refused moves visible."""

    relay: Relay

    @property
    def bots_address(self) -> str:
        """Return the address of the relay."""
        return self.relay.url

    def new_token(self) -> str:
        """Return the existing token."""
        return self.token

    def requests(self) -> list[Request]:
        """Return all of the bot's requests so far."""
        return list(self.relay.noted)

    def put_faults(self, plan: Mapping[str, Json]) -> None:
        """Ignore the plan: faults need a sandbox."""

    def faults(self) -> dict[str, int]:
        """Return no faults."""
        return {}
