"""People who use an installation while it is watched: moves, invitations, emails and events."""

from __future__ import annotations

from contextlib import suppress
from itertools import count
from random import Random
from threading import Event, Thread

import httpx

from benchmarks.faults.installation import HOST, STARTS, Installation
from tests.journeys.installation import Player

HOST_OF_GAMES = "ada@example.net"
PAUSE = 5.0
"""Seconds between two moves: the machine has up to 15 installations."""
PATIENCE = 10.0


class Traffic(Thread):
    """Let a player move against the computer, and each time invite a new person, whatever the answers are."""

    def __init__(self, at: Installation) -> None:
        super().__init__(name="traffic", daemon=True)
        headers = {"Authorization": f"Bearer {at.told('token', 'create', HOST_OF_GAMES)}"}
        self._http = httpx.Client(base_url=f"{at.address}/api/v1/", headers=headers, timeout=PATIENCE)
        self._player = Player(self._http)
        hook = {"url": f"http://{HOST}:{at.hooks.port}/taken"}
        self._http.post("webhooks", json=hook, timeout=STARTS).raise_for_status()
        self._rng = Random(1)
        self._game = ""
        self._over = Event()
        self.start()

    def run(self) -> None:
        for number in count():
            with suppress(httpx.HTTPError, AssertionError):
                self._move()
            with suppress(httpx.HTTPError, AssertionError):
                self._player.create(ruleset="siesta", seats=[{"me": True}, {"email": f"p{number}@example.net"}])
            if self._over.wait(PAUSE):
                return

    def close(self) -> None:
        """End it."""
        self._over.set()
        self.join()
        self._http.close()

    def _move(self) -> None:
        """Move, if it is the player's turn; begin a new game if the last one is over."""
        game = self._player.game(self._game) if self._game else None
        if game is None or game["status"] == "finished":
            game = self._player.create(ruleset="siesta", seats=[{"me": True}, {"ai": 1}])
            self._game = game["id"]
        move = self._player.any_move(self._game, self._rng)
        self._player.move(self._game, int(game["version"]), move)
