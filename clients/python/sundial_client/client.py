"""The client: one method for each thing that can be asked for."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import Any, Self, Unpack

from sundial_client import events
from sundial_client.connection import Request
from sundial_client.patience import Patience
from sundial_client.shapes import (
    Accepted,
    Entry,
    Event,
    Game,
    GameSummary,
    LegalActions,
    Me,
    NewGame,
    NewToken,
    Preview,
    Ruleset,
    RulesetWithGuide,
    Search,
    SeatWish,
)
from sundial_client.turns import turns
from sundial_client.webhooks import WebhookCalls


class Sundial(WebhookCalls):
    """A Sundial, as one token sees it: all that can be asked for (see Calls for what goes wrong, and when)."""

    @classmethod
    def from_environment(cls, patience: Patience | None = None) -> Self:
        """The one that SUNDIAL_URL and SUNDIAL_TOKEN name; KeyError if they are missing."""
        return cls(os.environ["SUNDIAL_URL"], os.environ["SUNDIAL_TOKEN"], patience)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close all connections."""
        self._connection.close()

    # Who am I

    def request_sign_in(self, email: str) -> None:
        """Have a code mailed to an address."""
        self._connection.send(Request("POST", "sign-in", body={"email": email}, repeatable=False))

    def create_token(self, email: str, code: str, name: str, scopes: Sequence[str] = ("read", "play")) -> NewToken:
        """Make a token with the code that was mailed; a code is good once."""
        body = {"email": email, "code": code, "name": name, "scopes": list(scopes)}
        made: NewToken = self._connection.send(Request("POST", "tokens", body=body, repeatable=False)).json()
        return made

    def me(self) -> Me:
        """The account of the token."""
        found: Me = self._get("me")
        return found

    # Games

    def rulesets(self) -> list[Ruleset]:
        """All games that can be played."""
        found: list[Ruleset] = self._get("rulesets")["rulesets"]
        return found

    def ruleset(self, ruleset: str) -> RulesetWithGuide:
        """A game that can be played, with its guide and its refusals."""
        found: RulesetWithGuide = self._get(f"rulesets/{ruleset}")
        return found

    def create_game(self, ruleset: str, seats: Sequence[SeatWish], **more: Unpack[NewGame]) -> Game:
        """Set up a game and invite its players; it begins when all have joined."""
        made: Game = self._post("games", {"ruleset": ruleset, "seats": list(seats), **more})
        return made

    def games(self, **search: Unpack[Search]) -> Iterator[GameSummary]:
        """The games that you may see, newest first; `mine`, `to_move`, `status` and `ruleset` narrow them down."""
        return self._list("games", "games", **search)

    def game(self, game: str) -> Game:
        """A game as it is now. What has not changed since the last time is not sent again."""
        found: Game = self._known.fetch(f"games/{game}")
        return found

    def join(self, game: str) -> Game:
        """Take the seat that you are invited to, or else the first open one."""
        joined: Game = self._post(f"games/{game}/join", {})
        return joined

    def decline(self, game: str) -> Game:
        """Say no to an invitation."""
        declined: Game = self._post(f"games/{game}/decline", {})
        return declined

    def resign(self, game: str) -> Game:
        """Give up your seat."""
        resigned: Game = self._post(f"games/{game}/resign", {})
        return resigned

    # Moves

    def legal_actions(self, game: str, after: str = "") -> LegalActions:
        """What may be played next, after the beginning of a move."""
        found: LegalActions = self._get(f"games/{game}/legal-actions", after=after)
        return found

    def move(self, game: str, version: int, move: str) -> Accepted:
        """Play a move for your seat; Problem with the code of the rules, `legal` in its body, if it is not legal."""
        accepted: Accepted = self._post(f"games/{game}/moves", {"version": version, "move": move})
        return accepted

    def preview(self, game: str, version: int, move: str) -> Preview:
        """What a move would lead to, up to the next roll; nothing is written."""
        body = {"version": version, "move": move}
        request = Request("POST", f"games/{game}/moves", {"dry_run": True}, body)
        shown: Preview = self._connection.send(request).json()
        return shown

    def log(self, game: str, start: int = 0) -> list[Entry]:
        """All that was played and rolled, from an entry on."""
        found: list[Entry] = self._get(f"games/{game}/log", start=start)["log"]
        return found

    def record(self, game: str) -> dict[str, Any]:
        """All that `sundial verify` needs."""
        found: dict[str, Any] = self._get(f"games/{game}/record")
        return found

    def board(self, game: str, at: int | None = None) -> str:
        """The board as text of at most 72 columns, now or after so many entries of the log."""
        return self._connection.send(Request("GET", f"games/{game}/board.txt", {"at": at})).text

    # What happens

    def latest_event(self) -> int:
        """The id of the latest event: what happens from now on comes after it."""
        return events.page(self._connection, "latest", events.Wanted(), wait=0)["next"]

    def wait(self, after: int, types: Sequence[str] = (), game: str | None = None, seconds: int = events.WAIT) -> int:
        """Wait until something has happened after an event, or the seconds are over; where to go on after."""
        return events.page(self._connection, after, events.Wanted(types, game), seconds)["next"]

    def events(self, after: int | None = None, types: Sequence[str] = (), game: str | None = None) -> Iterator[Event]:
        """Every event after one (after now, if none is named), for ever, by long polls; it outlives any outage."""
        return events.poll(self._connection, self._beginning(after), events.Wanted(types, game))

    def stream(self, after: int | None = None, types: Sequence[str] = (), game: str | None = None) -> Iterator[Event]:
        """The same by a stream of server-sent events: sooner, for one open connection."""
        return events.stream(self._connection, self._beginning(after), events.Wanted(types, game))

    def turns(self) -> Iterator[Game]:
        """Every game in which it is your turn, for ever, as it comes to be so; accepts every invitation."""
        return turns(self)

    def _beginning(self, after: int | None) -> int:
        return self.latest_event() if after is None else after
