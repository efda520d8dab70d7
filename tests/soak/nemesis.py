"""Strikes every few seconds: each fault of the deck once in an order drawn from the seed, then all of them again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from functools import partial
from http import HTTPStatus
from random import Random
from threading import Event
from time import monotonic

from tests.soak.bots import Bot
from tests.soak.history import History
from tests.soak.installation import Installation
from tests.soak.readers import Listener
from tests.waiting import eventually


@dataclass(frozen=True)
class World:
    """The parts that a fault may break."""

    installation: Installation
    history: History
    listeners: tuple[Listener, ...]
    owner: Bot
    """Of all programs."""
    sleepers: tuple[Bot, Bot]
    """Programs that never move, so that their time runs out."""

    def stranger(self) -> str:
        """Return an address that has asked for nothing yet."""
        return f"asker{self.history.counted['asked']}@example.net"

    def ask_for_mail(self, address: str, *, is_refused: bool = False) -> None:
        """Request a sign-in email for an address with no other email; sometimes its server refuses it for good."""
        answer, _ = self.owner.post("sign-in", {"email": address})
        assert answer.status_code == HTTPStatus.ACCEPTED, answer.text
        self.history.note("asked", player=address, refused=is_refused)

    def wake_sleepers(self) -> None:
        """Pause players that slept too often, so that they start no more games."""
        for each in self.sleepers:
            self.owner.change(f"bots/{each.name}", {"paused": False})


MOVES = 3
"""To be acknowledged between two faults of a short run."""
PATIENCE = 60.0
Strike = Callable[[World, Random], AbstractContextManager[None]]


@dataclass
class Nemesis:
    """The schedule. Seconds between two faults, and for how long each lasts, are drawn from these ranges."""

    world: World
    faults: Mapping[str, Strike]
    rng: Random
    over: Event
    """Set when it is called off."""
    every: tuple[float, float] = (3.0, 8.0)
    lasting: tuple[float, float] = (0.5, 3.0)
    struck: Counter[str] = field(default_factory=Counter)
    _deck: list[str] = field(default_factory=list)

    def rage(self, seconds: float) -> None:
        """Strike for so many seconds."""
        end = monotonic() + seconds
        while monotonic() < end and not self.over.wait(self.rng.uniform(*self.every)):
            self.do(self._next())

    def deal(self, names: Sequence[str]) -> None:
        """Strike once with each of these, and let some moves be played before each, however slow the machine is."""
        for name in self.rng.sample(names, len(names)):
            played = self.world.history.counted["acknowledged"]
            self.over.wait(self.rng.uniform(*self.every))
            eventually(partial(self._has_seen, played + MOVES), PATIENCE)
            self.do(name)

    def do(self, name: str) -> None:
        """One fault from its beginning to its end."""
        lasting = self.rng.uniform(*self.lasting)
        self.world.history.note("fault", name=name, lasting=round(lasting, 2))
        with self.faults[name](self.world, self.rng):
            self.over.wait(lasting)
        self.struck[name] += 1
        self.world.history.note("mended", name=name)

    def _has_seen(self, moves: int) -> bool:
        return self.world.history.counted["acknowledged"] >= moves

    def _next(self) -> str:
        if not self._deck:
            self._deck = sorted(self.faults)
            self.rng.shuffle(self._deck)
        return self._deck.pop()
