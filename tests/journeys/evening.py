"""Somebody at their door and Ada at her program, at one game after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tests.journeys.doors import PATIENCE, RULESET, Browser, Program
from tests.journeys.installation import Player
from tests.journeys.letters import Letters
from tests.waiting import PAUSE_OF_A_SERVER, eventually

Door = Program | Browser | Letters
PAGE, MAIL, REST = Browser, Letters, Program
TABLE: Mapping[str, tuple[type, ...]] = {
    "accept": (PAGE, MAIL, REST),
    "move": (PAGE, MAIL, REST),
    "vacation": (PAGE, MAIL, REST),
    "clock": (PAGE, MAIL, REST),
    "take_back": (PAGE, MAIL, REST),
    "plan": (PAGE, MAIL, REST),
    "stop_clocks": (PAGE, MAIL, REST),
    "start_clocks": (PAGE, MAIL, REST),
    "draw": (PAGE, MAIL, REST),
    "rematch": (PAGE, MAIL, REST),
    "resign": (PAGE, MAIL, REST),
    "challenge": (PAGE, MAIL, REST),
    "series": (PAGE, MAIL, REST),
    "fast": (PAGE, MAIL, REST),
    "quick_words": (PAGE, MAIL, REST),
    "whisper": (PAGE, MAIL, REST),
    "report": (PAGE, MAIL, REST),
    "never": (PAGE, MAIL, REST),
}
"""What is done by which doors. What takes a clock that moves is in `tests/journeys/test_seats_left.py`."""


@dataclass
class Evening:
    """Somebody at their door, and Ada, at a game."""

    ada: Player
    door: Door
    email: str
    program: Player
    """What a program of that somebody would be shown."""
    rng: Random
    id: str = ""
    done: set[str] = field(default_factory=set)

    def do(self, what: str, *details: str | int) -> str | None:
        """Act through the interface, if it supports that; return its text."""
        if type(self.door) not in TABLE[what]:
            assert not hasattr(self.door, what)
            return None
        self.done.add(what)
        told: str | None = getattr(self.door, what)(*details)
        return told

    @property
    def game(self) -> dict[str, Any]:
        """The game as it is now."""
        return self.ada.game(self.id)

    @property
    def is_adas_turn(self) -> bool:
        """Whether Ada is to move."""
        game = self.game
        return bool(game["to_move"] == game["your_seat"])

    def until(self, condition: Callable[[], object]) -> None:
        """Wait until something holds."""
        assert eventually(lambda: bool(condition()), PATIENCE, PAUSE_OF_A_SERVER), type(self.door)

    def invite(self) -> None:
        """Ada sets a game up, in which the other one moves first."""
        seats = [{"email": self.email}, {"me": True}]
        self.id = self.ada.create(ruleset=RULESET, seats=seats, shuffle_seats=False)["id"]

    def begin(self) -> None:
        """They sit down."""
        self.invite()
        self.do("accept", self.id)
        self.until(lambda: self.game["status"] == "active")

    def move(self) -> None:
        """Let the other player move."""
        version = self.game["version"]
        self.do("move", self.id, self.any_move())
        self.until(lambda: self.game["version"] > version)

    def ada_moves(self) -> None:
        """Ada moves."""
        self.ada.expect(201, self.ada.move(self.id, self.game["version"], self.any_move()))

    def any_move(self) -> str:
        """Something that the seat to move may play."""
        return self.ada.any_move(self.id, self.rng)

    def proposed(self) -> dict[str, Any] | None:
        """Return the open proposal of the game."""
        answer = self.ada.expect(200, self.ada.http.get(f"games/{self.id}/proposal"))
        found: dict[str, Any] | None = answer["proposal"]
        return found

    def ada_agrees(self, what: str) -> None:
        """Accept the other player's proposal as Ada."""
        self.until(self.proposed)
        proposal = self.proposed()
        assert proposal is not None
        assert proposal["what"] == what
        answer = {"id": proposal["id"], "agrees": True}
        self.ada.expect(200, self.ada.http.post(f"games/{self.id}/proposal", json=answer))

    def events(self) -> Iterator[dict[str, Any]]:
        """Yield the events of the game."""
        found = self.ada.expect(200, self.ada.http.get("events", params={"game": self.id, "limit": 100}))
        yield from found["events"]

    def a_new_game(self, wish: str, *details: str) -> dict[str, Any]:
        """Let the other player create a game that invites Ada; return it."""
        before = {game["id"] for game in self._invitations()}
        self.do(wish, *details)
        self.until(lambda: {game["id"] for game in self._invitations()} - before)
        [made] = [game for game in self._invitations() if game["id"] not in before]
        return made

    def _invitations(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.ada.http.get("games?mine=true&status=inviting").json()["games"]
        return found
