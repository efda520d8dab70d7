"""The players and their games: programs host games, and invite people, other programs and the computer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from threading import Event, Lock
from typing import Any, TypeVar

import httpx

from tests.soak.history import History

T = TypeVar("T")
PAUSE = 0.05
RULESETS = {
    "dawn": (2,),
    "seasons": (2, 3),
    "siesta": (2, 3, 4),
    "springtime": (2,),
    "springtime-puzzle": (2, 3),
    "tribes": (2, 3, 4),
}
"""How many may sit there."""
GAMES_OF_A_READER = 2
"""That somebody who plays by mail plays at a time: with more due at once, several turns would come in one mail."""
RACE = 0.06
"""How often a program sends two moves for one version at the same time."""
OF_A_PERSON, OF_THE_COMPUTER = 0.35, 0.2
"""How often a seat is offered to them; else to another program."""
SECONDS_TO_SETTLE = 90.0
"""After the end, for requests whose outcome is not known yet."""


@dataclass
class Company:
    """The shared state of all players."""

    addresses: list[str]
    history: History
    race: float = RACE
    closing: Event = field(default_factory=Event)
    """Nobody begins anything new."""
    over: Event = field(default_factory=Event)
    """Nobody asks again either."""
    bots: list[str] = field(default_factory=list)
    people: list[str] = field(default_factory=list)
    _busy: Counter[str] = field(default_factory=Counter)
    _guests: dict[str, list[str]] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)

    def game_for(self, host: str, rng: Random) -> dict[str, Any]:
        """Return a program's terms for a new game."""
        ruleset = rng.choice(sorted(RULESETS))
        size = rng.choice(RULESETS[ruleset])
        seats: list[dict[str, Any]] = [{"account": host}]
        while len(seats) < size:
            seats.append(self._seat([seat.get("account") or seat.get("email") for seat in seats], rng))
        return {"ruleset": ruleset, "seats": [{"me": True}, *seats[1:]], "visibility": "public", "days_per_move": 3}

    def begun(self, game: str, wish: dict[str, Any]) -> None:
        """Record the seats of a game."""
        guests = [seat["email"] for seat in wish["seats"] if "email" in seat]
        with self._lock:
            self._guests[game] = guests

    def finished(self, game: str) -> None:
        """Whoever played there has time for another game."""
        with self._lock:
            self._busy.subtract(self._guests.pop(game, []))

    def _seat(self, taken: list[str | None], rng: Random) -> dict[str, Any]:
        drawn = rng.random()
        if drawn < OF_A_PERSON and (guest := self._free(taken, rng)):
            return {"email": guest}
        if drawn < OF_A_PERSON + OF_THE_COMPUTER:
            return {"ai": 1}
        return {"account": rng.choice([name for name in self.bots if name not in taken])}

    def _free(self, taken: list[str | None], rng: Random) -> str | None:
        with self._lock:
            free = [name for name in self.people if self._busy[name] < GAMES_OF_A_READER and name not in taken]
            if not free:
                return None
            guest = rng.choice(free)
            self._busy[guest] += 1
            return guest


class GaveUp(Exception):
    """All is over, and no answer has come."""


@dataclass
class Caller:
    """Client that retries until a response is definite: no broken connection, and no 5xx.

    The address depends on current faults; so it is drawn separately, and moves depend on the seed alone.
    """

    name: str
    company: Company
    _roads: Random = field(default_factory=Random, init=False)

    def insist(self, ask: Callable[[str], httpx.Response]) -> tuple[httpx.Response, int]:
        """Return the first definite response, and the number of attempts with unknown outcome; raises GaveUp."""
        unknown = 0
        while not self.company.over.is_set():
            try:
                answer = ask(self._roads.choice(self.company.addresses))
            except httpx.HTTPError as failure:
                self.company.history.note("unanswered", player=self.name, why=type(failure).__name__)
            else:
                if answer.status_code < 500:
                    return answer, unknown
                is_problem = answer.headers.get("Content-Type", "").startswith(
                    ("application/problem+json", "text/html")
                )
                told = {
                    "status": answer.status_code,
                    "told": is_problem,
                    "path": _kind_of(answer),
                    "text": answer.text[:200],
                }
                self.company.history.note("unavailable", player=self.name, **told)
            unknown += 1
            self.company.over.wait(PAUSE * min(unknown, 10))
        raise GaveUp


def _kind_of(answer: httpx.Response) -> str:
    """Return the path of a request, without its secrets."""
    return f"{answer.request.method} /{'/'.join(answer.request.url.path.split('/')[1:4:2])}"
