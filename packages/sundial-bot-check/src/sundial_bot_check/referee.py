"""Who sets the games up and watches them, over REST, unseen by the bot and spared all faults."""

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
"""A header: no fault of a sandbox comes to the request, and it is not in its list."""
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
    """The Sundial has refused something; the text is its answer."""


class NoAnswer(Unexpected):
    """Nobody answers there, or not as a Sundial does."""


class GameState(TypedDict):
    """A game as the API shows it, as far as it is looked at."""

    id: str
    ruleset: str
    status: str
    ended_by: str | None
    your_seat: Seat


@contextmanager
def referee_at(address: str) -> Iterator[Referee]:
    """A referee with a token, at the Sundial that is there."""
    with httpcore.ConnectionPool() as pool:
        yield Referee(address, pool, Referee(address, pool).new_token())


@dataclass(frozen=True)
class Referee:
    """Asks the Sundial at an address, with a token of the bot's account."""

    address: str
    pool: httpcore.ConnectionPool = field(repr=False)
    token: str = field(default="", repr=False)
    seen: list[Request] = field(default_factory=list, init=False, repr=False)

    @property
    def bots_address(self) -> str:
        """Where the bot is to ask."""
        return self.address

    def is_in_a_sandbox(self) -> bool:
        """Whether the Sundial there fails as it is told to; NoAnswer if there is none."""
        try:
            self.faults()
        except NoAnswer:
            raise
        except Unexpected:
            return False
        return True

    def new_token(self) -> str:
        """Another token of the bot's account, which is made if there is none."""
        made: str = self.ask("POST", "sandbox/accounts", {"name": OWNER, "bot": BOT})["token"]
        return made

    def create(self, ruleset: str, opponents: Sequence[int]) -> str:
        """The id of a new game of the bot against the computer on these levels."""
        seats: list[Json] = [{"me": True}, *({"ai": level} for level in opponents)]
        made: str = self.ask("POST", "games", {"ruleset": ruleset, "seats": seats})["id"]
        return made

    def game(self, game: str) -> GameState:
        """A game as it is now."""
        found: GameState = self.ask("GET", f"games/{game}")
        return found

    def resign(self, game: str) -> None:
        """Give a game up for the bot; nothing happens if it has ended meanwhile."""
        with suppress(Unexpected):
            self.ask("POST", f"games/{game}/resign", {})

    def events(self, game: str) -> list[Happening]:
        """All that has happened in a game."""
        events: list[Happening] = []
        page = self.ask("GET", f"events?game={game}&after=0")
        while page["events"]:
            events += page["events"]
            page = self.ask("GET", f"events?game={game}&after={page['next']}")
        return events

    def requests(self) -> list[Request]:
        """All that the bot has asked so far; only what is new is fetched."""
        while page := self.ask("GET", f"sandbox/requests?after={len(self.seen)}")["requests"]:
            self.seen.extend(page)
        return self.seen

    def put_faults(self, plan: Mapping[str, Json]) -> None:
        """Let faults come by this plan."""
        self.ask("PUT", "sandbox/faults", plan)

    def faults(self) -> dict[str, int]:
        """How many have come, by their names."""
        done: dict[str, int] = self.ask("GET", "sandbox/faults")["done"]
        return done

    def ask(self, method: str, target: str, body: Mapping[str, Json] | None = None) -> Any:  # noqa: ANN401  # JSON
        """The JSON of an answer, after as many pauses as are asked for, within reason; or Unexpected."""
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
    """How many seconds a Sundial that has too much to do does not want to be asked for; None of any other answer."""
    headers = {name.lower(): value for name, value in answer.headers}
    after = headers.get(b"retry-after", b"")
    return float(after) if answer.status in BUSY and after.isdigit() else None
