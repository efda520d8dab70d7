"""Play every turn of an account with an engine that may crash, hang or play illegal moves."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from math import ceil, inf
from random import Random
from time import monotonic
from typing import Literal

from sundial_client.bridge.engine import Engine, EngineFailed
from sundial_client.bridge.turn import any_move, take_turn
from sundial_client.client import Sundial
from sundial_client.events import WAIT
from sundial_client.failures import Problem
from sundial_client.patience import Patience, Trial
from sundial_client.shapes import Game
from sundial_client.turns import GONE, WAKING, open_turns

log = logging.getLogger("sundial_client.bridge")

OnFailure = Literal["retry", "wait", "random", "resign"]
"""Reaction to an engine's failure in a turn."""
LONG_PAUSE = 300
PATIENCE = {
    "retry": Patience(inf, first_pause=1, longest_pause=LONG_PAUSE),
    "wait": Patience(inf, first_pause=LONG_PAUSE, longest_pause=LONG_PAUSE),
}
"""Pauses before the engine is asked again, if the turn stays open."""


@dataclass
class Postponed:
    """A turn that stays open; `due` is the time of the next attempt, on the bridge's clock."""

    trial: Trial
    due: float


class Bridge:
    """Plays with an engine that is started when needed; `on_failure` is the reaction to its failures."""

    def __init__(
        self,
        sundial: Sundial,
        start: Callable[[], Engine],
        seconds: float,
        on_failure: OnFailure,
        rng: Random,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._sundial, self._start, self._seconds = sundial, start, seconds
        self._on_failure, self._rng, self._clock = on_failure, rng, clock
        self._engine: Engine | None = None
        self._postponed: dict[str, Postponed] = {}
        self._told: set[str] = set()

    def run(self) -> None:
        """Play for ever."""
        try:
            after = self._sundial.latest_event()
            while True:
                after = self._sundial.wait(after, WAKING, seconds=self.play_round())
        finally:
            self.close()

    def close(self) -> None:
        """Close the engine."""
        if self._engine is not None:
            self._engine.close()

    def play_round(self) -> int:
        """Play every open turn that is due; return the seconds to wait before looking again."""
        seen = set()
        for game in open_turns(self._sundial):
            seen.add(game["id"])
            postponed = self._postponed.get(game["id"])
            if postponed is None or postponed.due <= self._clock():
                self._play(game)
        self._postponed = {game: postponed for game, postponed in self._postponed.items() if game in seen}
        if not self._postponed:
            self._told.clear()
        due = min((postponed.due for postponed in self._postponed.values()), default=inf)
        return ceil(min(WAIT, max(0, due - self._clock())))

    def _play(self, game: Game) -> None:
        """Play one turn, unless it turns out to be over."""
        before = self._postponed.pop(game["id"], None)
        legal, submit = partial(self._sundial.legal_actions, game["id"]), partial(self._submit, game)
        try:
            try:
                take_turn(self._running(), game, self._seconds, legal, submit)
            except (EngineFailed, OSError) as failure:
                self._give_up_engine()
                if self._on_failure == "random":
                    log.warning("%s: the engine failed (%s); a random move is played", game["id"], failure)
                    submit(any_move(legal, self._rng))
                elif self._on_failure == "resign":
                    log.warning("%s: the engine failed (%s); the bot resigns", game["id"], failure)
                    self._sundial.resign(game["id"])
                else:
                    trial = before.trial if before else Trial(PATIENCE[self._on_failure], self._rng)
                    self._postpone(game, trial, str(failure))
        except Problem as refusal:
            if refusal.status not in GONE:
                raise
            log.warning("%s: %s", game["id"], refusal)

    def _submit(self, game: Game, move: str) -> None:
        self._sundial.move(game["id"], game["version"], move)
        log.info("%s: %s", game["id"], move)

    def _postpone(self, game: Game, trial: Trial, reason: str) -> None:
        """Leave the turn open until the engine is asked again; log each reason once, until no turn waits."""
        pause = trial.pause(None) or 0
        self._postponed[game["id"]] = Postponed(trial, self._clock() + pause)
        if reason not in self._told:
            self._told.add(reason)
            log.warning("%s: the engine failed (%s); the turn stays open and is tried again", game["id"], reason)

    def _running(self) -> Engine:
        self._engine = self._engine or self._start()
        return self._engine

    def _give_up_engine(self) -> None:
        if self._engine is not None:
            self._engine.kill()
        self._engine = None
