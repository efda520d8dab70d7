"""Turns of the computer: claim a turn, search without an open transaction, and play it like any other move.

Long searches give way to quick ones, and to hints.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from functools import partial
from random import Random, SystemRandom
from typing import Any, TypeAlias

from rules import AnyPosition
from rules.game import Tactics
from service.db import clock
from service.db.engines import session
from service.jobs import queues
from service.language.errors import Conflict
from service.models import OpponentTurn
from service.play import analyses
from service.play.moves import Turn, accept_move
from service.play.opponents import Task, claim_turns, close, look_again, put_off, task_of
from service.telemetry.meters import OPPONENT_SECONDS
from workers.analysing import Look, answer
from workers.draining import drain
from workers.error_barrier import survive
from workers.search import choose_turn
from workers.search.review import review

NAME = queues.OPPONENTS
EVERY = 3.0

PATIENCE = 3
"""Attempts after which a fast turn is played, as players must not wait for a fault of ours."""
AT_SIGHT = 2
"""The strongest level that takes little time and memory."""
LOOK_EVERY = 0.2
"""Seconds of search between two checks for quicker work."""

log = logging.getLogger(__name__)

Think: TypeAlias = Callable[[AnyPosition, Tactics, int, Random], list[Any]]
"""Returns the actions of a turn at a level."""


def run() -> bool:
    """Play one turn; other work, such as emails, can run before the next one."""
    return run_turn(partial(choose_turn, clock=GivingWay(do_quicker)))


def do_quicker() -> bool:
    """Play one quick turn, or else analyse one hint; return whether there was any."""
    return run_quick_turn() or run_analysis(partial(review, clock=GivingWay(run_quick_turn)), quick=True)


def run_quick_turn() -> bool:
    """Play one turn at a quick level, if there is any."""
    return run_turn(choose_turn, quick=True)


def run_analysis(look: Look, *, quick: bool = False) -> bool:
    """Claim and analyse the next position, or the next hint if `quick`; False if there is none."""
    done = drain(
        partial(analyses.claim_analyses, quick=quick),
        lambda row: answer(row, look),
        lambda row: analyses.put_off(row, clock.now()),
        now=clock.now,
        most=1,
        what=lambda row: f"the analysis of game {row.game_id} after {row.at} entries",
    )
    return done > 0


def run_turn(think: Think, *, quick: bool = False) -> bool:
    """Claim and play the next turn, or the next quick one if `quick`; False if there is none."""
    played = drain(
        partial(claim_turns, quick=quick),
        lambda turn: play(turn, think),
        lambda turn: put_off(turn, clock.now()),
        now=clock.now,
        most=1,
        what=lambda turn: f"the turn of seat {turn.seat} in game {turn.game_id}",
    )
    return played > 0


def play(turn: OpponentTurn, think: Think) -> None:
    """Play the turn, unless it is over. If run twice, it computes the same move and plays it once."""
    task = task_of(turn)
    session().rollback()
    if task is None:
        close(turn, played=False)
        return
    rng = Random(task.about.seed)  # noqa: S311  # not a secret; after repeated faults, another one is used
    if turn.attempts > PATIENCE:
        log.warning("the computer has tried %d times to move in game %s", turn.attempts, turn.game_id)
        think, rng = at_sight(think), SystemRandom()
    if _played(task, think, rng):
        close(turn, played=True)
    else:
        look_again(turn, clock.now())


def at_sight(think: Think) -> Think:
    """Return a think function that uses a fast level, or any legal turn if even that fails."""

    def quick(position: AnyPosition, tactics: Tactics, level: int, rng: Random) -> list[Any]:
        found: list[Any] = []
        survive(lambda: found.extend(think(position, tactics, min(level, AT_SIGHT), rng)), "a turn at sight")
        return found or anything(position, tactics, level, rng)

    return quick


def anything(position: AnyPosition, _tactics: Tactics, _level: int, rng: Random) -> list[Any]:
    """Return any legal turn."""
    actions: list[Any] = []
    while not actions or position.mid_turn:
        actions.append(rng.choice(position.legal_actions()))
        position = position.apply(actions[-1])
    return actions


def _played(task: Task, think: Think, rng: Random) -> bool:
    about = task.about
    with OPPONENT_SECONDS.labels(about.ruleset, task.level).time():
        actions = think(about.position, about.tactics, task.level, rng)
    move = ", ".join(map(str, actions))
    try:
        result = accept_move(
            about.game_id, seat=task.seat, version=task.version, move=move, now=clock.now(), by_computer=True
        )
    except Conflict:
        return False
    return isinstance(result, Turn)


class GivingWay:
    """A clock for a search that excludes the time given to quicker work, so that the search is not weakened.

    At most half of the time goes to other work. `quicker` does one piece of it, and returns whether there was any.
    """

    def __init__(self, quicker: Callable[[], bool], clock: Callable[[], float] = time.monotonic) -> None:
        self._quicker, self._clock = quicker, clock
        self._given, self._look_at = 0.0, clock() + LOOK_EVERY

    def __call__(self) -> float:
        """Return the seconds without those given to other work."""
        now = self._clock()
        if now >= self._look_at:
            self._quicker()
            session().rollback()  # no transaction stays open during the search
            took = self._clock() - now
            self._given += took
            self._look_at = now + took + max(LOOK_EVERY, took)
        return self._clock() - self._given
