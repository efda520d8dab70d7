"""Playing every turn of an account with an engine that may crash, hang or play rubbish."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial
from random import Random

from sundial_client.bridge.engine import Engine, EngineFailed
from sundial_client.bridge.turn import any_move, take_turn
from sundial_client.client import Sundial
from sundial_client.failures import Problem
from sundial_client.shapes import Accepted, Game
from sundial_client.turns import GONE

log = logging.getLogger("sundial_client.bridge")


class Bridge:
    """Plays with an engine that is started when needed; where it fails, a random legal move is played."""

    def __init__(self, sundial: Sundial, start: Callable[[], Engine], seconds: float, rng: Random) -> None:
        self._sundial, self._start, self._seconds, self._rng = sundial, start, seconds, rng
        self._engine: Engine | None = None

    def run(self) -> None:
        """Play for ever."""
        try:
            for game in self._sundial.turns():
                self.play(game)
        finally:
            self._stop()

    def play(self, game: Game) -> None:
        """Play one turn, unless it turns out to be over."""
        try:
            self._play_somehow(game)
        except Problem as refusal:
            if refusal.status not in GONE:
                raise
            log.warning("%s: %s", game["id"], refusal)

    def _play_somehow(self, game: Game) -> None:
        legal = partial(self._sundial.legal_actions, game["id"])

        def submit(move: str) -> Accepted:
            return self._sundial.move(game["id"], game["version"], move)

        try:
            move = take_turn(self._running(), game, self._seconds, legal, submit)
            log.info("%s: %s", game["id"], move)
        except (EngineFailed, OSError) as failure:
            self._give_up_engine()
            move = any_move(legal, self._rng)
            log.warning("%s: the engine failed (%s); played at random: %s", game["id"], failure, move)
            submit(move)

    def _running(self) -> Engine:
        self._engine = self._engine or self._start()
        return self._engine

    def _give_up_engine(self) -> None:
        if self._engine is not None:
            self._engine.kill()
        self._engine = None

    def _stop(self) -> None:
        if self._engine is not None:
            self._engine.close()
