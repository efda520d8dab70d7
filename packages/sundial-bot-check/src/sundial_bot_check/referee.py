"""Referee that creates and watches games over REST, unseen by the bot and spared all faults."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any, TypedDict

import httpcore

from rules import Seat
from rules.json_types import Json

from .evidence import Happening, Request

SPARED = "Sandbox-Spare"
"""Header that exempts a request from the sandbox's faults, and from its list."""
JSON = [("Content-Type", "application/json"), (SPARED, "1")]
TIMEOUTS = {"connect": 5.0, "read": 30.0, "write": 5.0, "pool": 5.0}
REFUSED = 400
NETWORK = (
    httpcore.NetworkError,
    httpcore.TimeoutException,
    httpcore.ProtocolError,
    httpcore.UnsupportedProtocol,
)
MOST_PAUSES = 5
BUSY = (HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE)
BOT, OWNER = "checked-bot", "bot-check"


class Unexpected(RuntimeError):
    """The Sundial refused a request; the text is its answer."""


class NoAnswer(Unexpected):
    """No answer, or none of a Sundial."""


class GameState(TypedDict):
    """A game in the API; only the members used here."""

    id: str
    ruleset: str
    status: str
    ended_by: str | None
    your_seat: Seat


@contextmanager
def referee_at(address: str) -> Iterator[Referee]:
    """Connect a referee with a new token."""
    with httpcore.ConnectionPool() as pool:
        yield Referee(address, pool, Referee(address, pool).new_token())


@dataclass(frozen=True)
class Referee:
    """Client of a Sundial, with a token of the bot's account."""

    address: str
    pool: httpcore.ConnectionPool = field(repr=False)
    token: str = field(default="", repr=False)
    seen: list[Request] = field(default_factory=list, init=False, repr=False)

    @property
    def bots_address(self) -> str:
        """Return the address that the bot must use."""
        return self.address

    def is_in_a_sandbox(self) -> bool:
        """Return whether the Sundial there is a sandbox; raise NoAnswer if there is none."""
        try:
            self.faults()
        except NoAnswer:
            raise
        except Unexpected:
            return False
        return True

    def new_token(self) -> str:
        """Create a token of the bot's account, and the account if needed."""
        made: str = self.ask("POST", "sandbox/accounts", {"name": OWNER, "bot": BOT})["token"]
        return made

    def create(self, ruleset: str, opponents: Sequence[int]) -> str:
        """Create a game of the bot against the computer on these levels; return its id."""
        seats: list[Json] = [{"me": True}, *({"ai": level} for level in opponents)]
        made: str = self.ask("POST", "games", {"ruleset": ruleset, "seats": seats})["id"]
        return made

    def game(self, game: str) -> GameState:
        """Fetch the current state of a game."""
        found: GameState = self.ask("GET", f"games/{game}")
        return found

    def resign(self, game: str) -> None:
        """Resign a game for the bot; do nothing if it has ended meanwhile."""
        with suppress(Unexpected):
            self.ask("POST", f"games/{game}/resign", {})

    def events(self, game: str) -> list[Happening]:
        """Fetch all events of a game."""
        events: list[Happening] = []
        page = self.ask("GET", f"events?game={game}&after=0")
        while page["events"]:
            events += page["events"]
            page = self.ask("GET", f"events?game={game}&after={page['next']}")
        return events

    def requests(self) -> list[Request]:
        """Return all of the bot's requests so far; fetch only new ones."""
        while page := self.ask("GET", f"sandbox/requests?after={len(self.seen)}")["requests"]:
            self.seen.extend(page)
        return self.seen

    def put_faults(self, plan: Mapping[str, Json]) -> None:
        """Set the plan of the faults."""
        self.ask("PUT", "sandbox/faults", plan)

    def faults(self) -> dict[str, int]:
        """Return the number of faults so far by name."""
        done: dict[str, int] = self.ask("GET", "sandbox/faults")["done"]
        return done

    def ask(self, method: str, target: str, body: Mapping[str, Json] | None = None) -> Any:  # noqa: ANN401  # JSON
        """Send a request and return its JSON, with a limited number of retries; raise Unexpected."""
        answer = self._answer(method, target, body)
        for _ in range(MOST_PAUSES):
            if (seconds := _pause(answer)) is None:
                break
            time.sleep(seconds)
            answer = self._answer(method, target, body)
        if answer.status >= REFUSED:
            raise Unexpected(f"{method} /{target}: {answer.content.decode(errors='replace')}")
        try:
            return json.loads(answer.content) if answer.content else None
        except ValueError:
            raise NoAnswer(f"There is no Sundial at {self.address}: its answers are no JSON.") from None

    def _answer(self, method: str, target: str, body: Mapping[str, Json] | None) -> httpcore.Response:
        headers = [*JSON, ("Authorization", f"Bearer {self.token}")] if self.token else JSON
        content = None if body is None else json.dumps(body).encode()
        url = f"{self.address}/api/v1/{target}"
        try:
            return self.pool.request(method, url, headers=headers, content=content, extensions={"timeout": TIMEOUTS})
        except NETWORK as failure:
            raise NoAnswer(f"No Sundial answers at {self.address} ({type(failure).__name__}).") from None


def _pause(answer: httpcore.Response) -> float | None:
    """Return the seconds of Retry-After of a busy Sundial; None of any other answer."""
    headers = {name.lower(): value for name, value in answer.headers}
    after = headers.get(b"retry-after", b"")
    return float(after) if answer.status in BUSY and after.isdigit() else None
